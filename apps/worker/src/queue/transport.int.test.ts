import type { AttemptJob } from "@deskfleet/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { BACKENDS, type TestTransport, testTransport } from "./testing.ts";
import type { Consumer, Transport } from "./transport.ts";

const job = (number: number, dispatch = 1): AttemptJob => ({
  taskId: `018f0000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  tenantId: "018f0000-0000-7000-8000-ffffffffffff",
  dispatch,
});
const jobs = (count: number) => Array.from({ length: count }, (_, index) => job(index));

describe.each(BACKENDS)("the transport on %s", (backend) => {
  let database: TestDatabase;
  let harness: TestTransport;
  let transport: Transport;
  const consumers: Consumer[] = [];
  let taken: AttemptJob[];

  beforeAll(async () => {
    database = await emptyDatabase();
  });
  beforeEach(async () => {
    harness = await testTransport(backend, database.url);
    transport = await harness.open();
    taken = [];
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.close()));
    await transport.close();
    await harness.destroy();
  });
  afterAll(() => database.drop());

  function consume(handler = async (found: AttemptJob) => void taken.push(found), concurrency = 8): Consumer {
    const consumer = transport.consume(handler, { concurrency });
    consumers.push(consumer);
    return consumer;
  }

  it("carries each job once", async () => {
    await transport.add(jobs(200));
    expect(await transport.waiting()).toBe(200);
    consume();
    await vi.waitFor(() => expect(taken).toHaveLength(200), 20_000);
    expect(new Set(taken.map(({ taskId }) => taskId)).size).toBe(200);
    await vi.waitFor(async () => expect(await transport.waiting()).toBe(0), 5_000);
  });

  it("takes the same dispatch again as no second job, another dispatch of the task as one", async () => {
    await transport.add([job(1), job(1)]);
    await transport.add([job(1)]);
    expect(await transport.waiting()).toBe(1);
    await transport.add([job(1, 2)]);
    expect(await transport.waiting()).toBe(2);
  });

  it("forgets a job when it is done, so that it can be added again", async () => {
    consume();
    await transport.add([job(1)]);
    await vi.waitFor(() => expect(taken).toHaveLength(1), 10_000);
    await vi.waitFor(async () => {
      await transport.add([job(1)]);
      expect(taken.length).toBeGreaterThanOrEqual(2);
    }, 10_000);
  });

  it("runs no more jobs at once than it may", async () => {
    let running = 0;
    let most = 0;
    consume(async (found) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      taken.push(found);
    }, 3);
    await transport.add(jobs(30));
    await vi.waitFor(() => expect(taken).toHaveLength(30), 20_000);
    expect(most).toBe(3);
  });

  it("paused, takes no further job and lets the running one end", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const consumer = consume(async (found) => {
      taken.push(found);
      await gate;
    }, 1);
    await transport.add(jobs(2));
    await vi.waitFor(() => expect(taken).toHaveLength(1), 10_000);
    await consumer.pause();
    release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(taken).toHaveLength(1);
    expect(await transport.waiting()).toBe(1);
  });

  it.each(["empty", "destroy"] as const)("goes on with the same consumer after %s and repair", async (harm) => {
    consume();
    await transport.add([job(1)]);
    await vi.waitFor(() => expect(taken).toHaveLength(1), 10_000);
    await harness[harm]();
    await transport.repair();
    await transport.add([job(2)]);
    await vi.waitFor(() => expect(taken).toHaveLength(2), 15_000);
  });

  it("consumes again although its backend was destroyed before the consumer was ready", async () => {
    await harness.destroy();
    consume();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await transport.repair();
    await transport.add([job(1)]);
    await vi.waitFor(() => expect(taken).toHaveLength(1), 15_000);
  });

  it("is repaired by several processes at once", async () => {
    await harness.destroy();
    const others = await Promise.all([harness.open(), harness.open(), harness.open()]);
    await Promise.all(others.map((other) => other.repair()));
    await Promise.all(others.map((other) => other.close()));
    await transport.add([job(1)]);
    expect(await transport.waiting()).toBe(1);
  });
});
