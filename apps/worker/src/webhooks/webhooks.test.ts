import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { postDelivery } from "./post-delivery.ts";
import { isPublicAddress } from "./public-address.ts";
import { retryDelayMs, TRIES_MAX } from "./retry-delay.ts";
import { signDelivery } from "./sign-delivery.ts";

describe("an address that is not public", () => {
  it.each([
    ...["127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"],
    ...["169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "198.18.0.1", "203.0.113.9"],
    ...["224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254"],
    ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "ff02::1"],
    ...["", "localhost", "127.1", "0x7f000001", "example.com"],
  ])("is %s", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "168.63.129.17", "2606:4700::1111", "2a00:1450:4001::1"])(
    "is not %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("a delivery", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }
  const message = { headers: { "webhook-id": "1" }, body: '{"ü":1}' };
  const post = (url: string, changes: Partial<Parameters<typeof postDelivery>[2]> = {}) =>
    postDelivery(url, message, { timeoutMs: 2_000, allowPrivate: true, ...changes });
  const refused = { status: null, error: "address_refused" };

  it.each([
    ["this machine", "https://127.0.0.1/"],
    ["this machine as a number", "https://2130706433/"],
    ["this machine in IPv6", "https://[::1]/"],
    ["this machine mapped into IPv6", "https://[::ffff:127.0.0.1]/"],
    ["a cloud's metadata", "https://169.254.169.254/latest/meta-data/"],
    ["http", "http://127.0.0.1/"],
    ["another protocol", "file:///etc/passwd"],
    ["a user name", "https://user@8.8.8.8/"],
    ["no URL", "here"],
  ])("to %s is refused", async (_name, url) => {
    expect(await post(url, { allowPrivate: false })).toEqual(refused);
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["a public and a private address", ["8.8.8.8", "192.168.0.1"]],
  ])("to a name with %s is refused", async (_name, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
    expect(await post("https://inside.example/", { allowPrivate: false, resolve })).toEqual(refused);
  });

  it("by http never leaves this machine, whatever its name says", async () => {
    const resolve = async () => [{ address: "8.8.8.8", family: 4 }];
    expect(await post("http://localhost/", { resolve })).toEqual(refused);
    expect(await post("http://intranet.example/")).toEqual(refused);
  });

  it("resolves its name once, and connects to what was checked", async () => {
    let asked = 0;
    const port = await listen((_request, response) => response.end());
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.1" : "10.9.9.9", family: 4 }];
    };
    expect(await post(`http://localhost:${port}/`, { resolve })).toEqual({ status: 200, error: null });
    expect(asked).toBe(1);
  });

  it("arrives as it is, under its own name", async () => {
    const seen: unknown[] = [];
    const port = await listen(async (request, response) => {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      const { host, "content-type": type, "webhook-id": id } = request.headers;
      seen.push([request.method, request.url, host, type, id, body]);
      response.writeHead(204).end();
    });
    expect(await post(`http://localhost:${port}/hook?x=1`)).toEqual({ status: 204, error: null });
    expect(seen).toEqual([["POST", "/hook?x=1", `localhost:${port}`, "application/json", "1", message.body]]);
  });

  it("does not follow a redirect", async () => {
    let isFollowed = false;
    const elsewhere = await listen((_request, response) => {
      isFollowed = true;
      response.end();
    });
    const port = await listen((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere}/` }).end(),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307, error: null });
    expect(isFollowed).toBe(false);
  });

  it("ends in time when nobody answers, when a name server does not, and with an answer that has no end", async () => {
    const silent = await listen(() => undefined);
    const timeout = { status: null, error: "timeout" };
    expect(await post(`http://127.0.0.1:${silent}/`, { timeoutMs: 100 })).toEqual(timeout);
    const resolve = () => new Promise<never>(() => undefined);
    expect(await post("https://slow.example/", { timeoutMs: 100, resolve })).toEqual(timeout);
    const endless = await listen((_request, response) => {
      response.writeHead(200);
      setInterval(() => response.write("x".repeat(1_000)), 1).unref();
    });
    expect(await post(`http://127.0.0.1:${endless}/`)).toEqual({ status: 200, error: null });
  });

  it("fails when nobody listens, and when there is no such name", async () => {
    const port = await listen(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: null, error: "connection" });
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await post("https://nobody.example/", { resolve })).toEqual({ status: null, error: "name_not_found" });
  });
});

describe("the signature", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  it("is the HMAC of id, time and body under the secret's bytes", () => {
    const expected = createHmac("sha256", Buffer.alloc(32, 7)).update('msg.1700000000.{"a":"ü"}').digest("base64");
    expect(signDelivery(secret, { id: "msg", atSeconds: 1_700_000_000, body: '{"a":"ü"}' })).toEqual({
      "webhook-id": "msg",
      "webhook-timestamp": "1700000000",
      "webhook-signature": `v1,${expected}`,
    });
  });

  it("is the specification's for its own example", () => {
    const example = {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      atSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    const signed = signDelivery("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", example);
    expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });
});

it("tries eight times in about a day, further and further apart", () => {
  const delays = Array.from({ length: TRIES_MAX }, (_, index) => retryDelayMs(index + 1, 0));
  expect(TRIES_MAX).toBe(8);
  expect(delays.at(-1)).toBeNull();
  const waits = delays.slice(0, -1) as number[];
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(25);
  expect(retryDelayMs(1, 1)).toBe(11_000);
});
