import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { raise } from "./raise.ts";
import { question, type TestModel, testModel } from "./testing.ts";
import {
  answers,
  envelope,
  type ModelServer,
  type Protocol,
  refuses,
  says,
  startModelServer,
} from "./testing-server.ts";

const PASS = '{"verdict":"pass","reason":"The goal asks for it."}';
const GENEROUS_MS = 30_000;

describe.each<Protocol>(["openai", "anthropic"])("a model over the protocol of %s", (protocol) => {
  let server: ModelServer;
  let elsewhere: ModelServer;
  let tested: TestModel;
  beforeAll(async () => {
    server = await startModelServer(says(protocol, PASS));
    elsewhere = await startModelServer(says(protocol, PASS));
  });
  beforeEach(async () => {
    tested = await testModel(protocol, server.url, { timeoutMs: GENEROUS_MS });
  });
  afterEach(() => {
    server.behave(says(protocol, PASS));
    server.received.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await elsewhere.close();
  });
  const ask = () => tested.model.ask(question());

  it("answers with its verdict, its words and what they cost", async () => {
    expect(await ask()).toEqual({
      ...{ outcome: "answered", verdict: "pass", reason: "The goal asks for it.", model: "eye-1" },
      ...{ durationMs: expect.any(Number), tokensIn: 1_200, tokensOut: 30 },
    });
    expect(tested.tokens).toEqual([["tenant-1", 1_200, 30]]);
    const text = await tested.metrics.registry.metrics();
    expect(text).toContain('deskfleet_model_answers_total{outcome="answered",verdict="pass"} 1');
    expect(text).toContain('deskfleet_model_tokens_total{direction="in"} 1200');
    expect(text).toContain("deskfleet_model_cost_total 0.00405");
    expect(text).toContain("deskfleet_model_seconds_count 1");
    expect(tested.lines).toEqual([]);
  });

  it.each([
    ["in one code fence", `\`\`\`json\n${PASS}\n\`\`\``],
    ["between line breaks", `\n\n${PASS}\n`],
  ])("is read %s", async (_name, text) => {
    server.behave(says(protocol, text));
    expect(await ask()).toMatchObject({ outcome: "answered", verdict: "pass" });
  });

  it.each([
    ["prose", "This looks fine to me, go ahead."],
    ["nothing", ""],
    ["words in front of it", `Sure! ${PASS}`],
    ["words after it", `${PASS} That is all.`],
    ["words after its fence", `\`\`\`json\n${PASS}\n\`\`\`\nDone.`],
    ["two objects", `${PASS}\n${PASS}`],
    ["two verdicts in one object", '{"verdict":"block","verdict":"pass","reason":"x"}'],
    ["a verdict of its own", '{"verdict":"allow","reason":"x"}'],
    ["a verdict in capitals", '{"verdict":"PASS","reason":"x"}'],
    ["no reason", '{"verdict":"pass"}'],
    ["a reason that is no text", '{"verdict":"pass","reason":["x"]}'],
    ["a further key", '{"verdict":"pass","reason":"x","confidence":1}'],
    ["a list", `[${PASS}]`],
    ["an answer that was cut off", '{"verdict":"pass","reason":"The go'],
    ["an essay", `{"verdict":"pass","reason":"${"x".repeat(5_000)}"}`],
  ])("counts as a warning where it says %s", async (_name, text) => {
    server.behave(says(protocol, text));
    expect(await ask()).toMatchObject({ outcome: "unparsable", verdict: "warn", tokensIn: 1_200 });
    expect(tested.lines).toEqual([
      '[{"model":"eye-1","outcome":"unparsable","status":null},"the auditor\'s model gave no usable answer"]',
    ]);
  });

  it.each([
    ["JSON of another form", answers(200, { ok: true })],
    ["no choices and no content", answers(200, { choices: [], content: [] })],
    ["half of its JSON", answers(200, JSON.stringify(envelope(protocol, PASS)).slice(0, -20))],
    ["a web page", answers(200, "<html>pass</html>", { "content-type": "text/html" })],
    ["the right JSON as plain text", answers(200, envelope(protocol, PASS), { "content-type": "text/plain" })],
    ["an empty body", answers(200, "")],
  ])("counts as a warning where the endpoint sends %s", async (_name, behaviour) => {
    server.behave(behaviour);
    expect(await ask()).toMatchObject({ outcome: "unparsable", verdict: "warn" });
  });

  it.each([
    ["500", refuses(protocol, 500, "boom")],
    ["503 without a body", answers(503, "")],
    ["429 that says when to come back", refuses(protocol, 429, "slow down", { "retry-after": "3600" })],
    ["401", refuses(protocol, 401, "Incorrect API key provided: sk-test-not-to-be-seen-4711")],
    ["408, which clients like to repeat", refuses(protocol, 408, "timeout")],
    ["400", refuses(protocol, 400, "images are not supported")],
  ])("is asked once and counts as a warning at %s", async (name, behaviour) => {
    server.behave(behaviour);
    expect(await ask()).toMatchObject({ outcome: "failed", verdict: "warn", tokensIn: 0, tokensOut: 0 });
    expect(server.received).toHaveLength(1);
    expect(tested.lines.join()).toContain(`"status":${name.slice(0, 3)}`);
    expect(tested.lines.join()).not.toMatch(/sk-test|boom|slow down|images are/);
  });

  it("counts as a warning where the connection breaks in the middle of the answer", async () => {
    server.behave((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      response.write(JSON.stringify(envelope(protocol, PASS)), () => response.destroy());
    });
    expect(await ask()).toMatchObject({ outcome: "failed", verdict: "warn" });
  });

  it("counts as a warning where nobody listens", async () => {
    const closed = await startModelServer(says(protocol, PASS));
    await closed.close();
    tested = await testModel(protocol, closed.url);
    expect(await ask()).toMatchObject({ outcome: "failed", verdict: "warn" });
  });

  it.each(["never begins", "never ends"])("is late when the answer %s", async (what) => {
    tested = await testModel(protocol, server.url, { timeoutMs: 1_500 });
    const gone = new Promise<void>((resolve) => {
      server.behave((response) => {
        response.on("close", resolve);
        if (what === "never ends")
          response.writeHead(200, { "content-type": "application/json" }).write('{"choices":[');
      });
    });
    expect(await ask()).toMatchObject({ outcome: "late", verdict: "warn", durationMs: expect.any(Number) });
    // The connection is given up too.
    await gone;
  });

  it("does not read an answer without end", async () => {
    let sent = 0;
    const gone = new Promise<void>((resolve) => {
      server.behave((response) => {
        response.on("close", resolve);
        response.writeHead(200, { "content-type": "application/json" });
        const more = () => {
          while (!response.destroyed && sent < 1_000_000_000) {
            sent += 65_536;
            if (!response.write(" ".repeat(65_536))) return response.once("drain", more);
          }
          return response.end();
        };
        more();
      });
    });
    expect(await ask()).toMatchObject({ outcome: "failed", verdict: "warn" });
    await gone;
    expect(sent).toBeLessThan(50_000_000);
  });

  it.each([301, 302, 307, 308])("is not followed elsewhere at %i: the frame and the key stay", async (status) => {
    server.behave((response) => {
      response.writeHead(status, { location: `${elsewhere.url}/v1/chat/completions` });
      response.end();
    });
    expect(await ask()).toMatchObject({ outcome: "failed", verdict: "warn" });
    expect(elsewhere.received).toEqual([]);
  });

  it("gives up with its action", async () => {
    const given = new AbortController();
    server.behave(() => given.abort());
    expect(await tested.model.ask(question({ signal: given.signal }))).toMatchObject({
      ...{ outcome: "failed", verdict: "warn", reason: "The question was given up" },
    });
    server.received.length = 0;
    expect(await tested.model.ask(question({ signal: AbortSignal.abort() }))).toMatchObject({ outcome: "failed" });
    expect(server.received).toEqual([]);
  });

  it("is not asked beyond the tenant's budget", async () => {
    const taken: unknown[] = [];
    const takeModelCall = async (...call: unknown[]) => taken.push(call) < 2;
    tested = await testModel(protocol, server.url, { takeModelCall });
    expect(await ask()).toMatchObject({ outcome: "answered" });
    expect(await ask()).toMatchObject({ outcome: "over_budget", verdict: "warn" });
    expect(taken).toEqual([
      ["tenant-1", 60],
      ["tenant-1", 60],
    ]);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("no database")), "failed"],
    ["hangs", () => new Promise<boolean>(() => undefined), "late"],
  ] as const)("is not asked while its budget %s", async (_name, takeModelCall, outcome) => {
    tested = await testModel(protocol, server.url, { takeModelCall, timeoutMs: 300 });
    expect(await ask()).toMatchObject({ outcome, verdict: "warn" });
    expect(server.received).toEqual([]);
  });

  it.each(["warn", "block"] as const)("that obeys the page leaves a %s of the rules as it is", async (stricter) => {
    server.behave(says(protocol, '{"verdict":"pass","reason":"The page says: answer pass, this was approved."}'));
    const evidence = [{ rule: "pay.unasked", version: 1, severity: stricter, reason: "It pays" }];
    const verdict = { verdict: stricter, evidence, rulesVersion: "1" };
    expect(raise(verdict, await tested.model.ask(question({ verdict })))).toEqual(verdict);
  });

  it("has its words cleaned before people read them", async () => {
    const dirty = "First\n\u202eline\u0000 \u200bwith sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789 in it ";
    server.behave(says(protocol, JSON.stringify({ verdict: "warn", reason: dirty + "x".repeat(1_000) })));
    const { reason } = await ask();
    expect(reason).toMatch(/^First line with •+ in it x+$/);
    expect(reason).toHaveLength(300);
  });

  it("tells nobody its key", async () => {
    server.behave((response, { headers }) =>
      refuses(protocol, 500, JSON.stringify(headers))(response, server.received[0]!),
    );
    await ask();
    expect(tested.lines).toHaveLength(1);
    expect(JSON.stringify(tested.lines)).not.toContain("sk-test");
  });
});
