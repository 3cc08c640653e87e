import { type RunningApi, readConfig, startApi } from "@deskfleet/api";
import { bootstrapAdmin, createKey, insertSession, insertSessionFrame } from "@deskfleet/store";
import { createLogger } from "@deskfleet/worker";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { inPage, launchBrowser, openPage } from "./browser.ts";

/** A video that only our own reader understands is none: here a browser plays it, from the API, with a console's cookie. */
let database: TestDatabase;
let api: RunningApi;
let tenantId: string;
let principalId: string;
let browser: Browser;
let page: Page;
/** Parts of the file that the browser asked for, by their first byte. */
const asked: number[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  ({ tenantId } = await bootstrapAdmin(database.url));
  [api, browser] = await Promise.all([startOurApi(database.url), launchBrowser()]);
  const viewer = await api.services.database.system((tx) =>
    createKey(tx, { tenantId, name: "viewer", role: "viewer" }),
  );
  principalId = viewer.id;
  ({ page } = await openPage(browser));
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  page.on("request", (request) => {
    if (request.url().endsWith(".webm")) asked.push(Number(/\d+/.exec(request.headers().range ?? "")?.[0] ?? 0));
  });
  await page.goto(`${api.url}/empty`);
  const signedIn = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/v1/console/sign-in", { method: "POST", headers, body })).status;
    },
    JSON.stringify({ key: viewer.key }),
  );
  expect(signedIn).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
  await database?.drop();
});

function startOurApi(databaseUrl: string): Promise<RunningApi> {
  const secret = "5e".repeat(32);
  const config = readConfig({ DATABASE_URL: databaseUrl, DESKFLEET_SECRET: secret, DESKFLEET_API_PORT: "0" });
  return startApi(config, createLogger("silent"));
}

const RED = { r: 200, g: 30, b: 30 };
const GREEN = { r: 30, g: 160, b: 60 };
const BLUE = { r: 40, g: 60, b: 200 };
type Colour = typeof RED;
/** As the recorder keeps one: the colour, and for `noisePixels` of its left side what does not compress. */
async function picture(colour: Colour, { noisePixels = 0, width = 640, height = 400 } = {}): Promise<Buffer> {
  const screen = sharp({ create: { width, height, channels: 3, background: colour } });
  if (noisePixels > 0) {
    const noise = sharp({
      create: { width: noisePixels, height, channels: 3, background: "grey", noise: { type: "gaussian", sigma: 60 } },
    });
    screen.composite([{ input: await noise.png().toBuffer(), left: 0, top: 0 }]);
  }
  return screen.removeAlpha().webp({ quality: 80, effort: 0 }).toBuffer();
}

/** A session with these frames, taken `ms` after the first moment of 2026. */
async function record(frames: readonly { ms: number; content: Buffer; width?: number; height?: number }[]) {
  const desktop = { image: "default", display: "1280x800", isolation: "container" } as const;
  return api.services.database.tenant(tenantId, async (tx) => {
    const owner = { tenantId, principalId };
    const session = await insertSession(tx, { ...owner, desktop, grants: [], idleTimeoutSeconds: 900 });
    for (const { ms, content, width = 640, height = 400 } of frames)
      await insertSessionFrame(tx, {
        ...{ tenantId, sessionId: session.id, at: new Date(Date.UTC(2026, 0, 1) + ms).toISOString() },
        ...{ cause: "action", actionId: null, status: "kept", width, height, sha256: "0", masked: [], content },
      });
    return session.id;
  });
}

const load = (sessionId: string) => inPage(page, "loadVideo", `/v1/sessions/${sessionId}/recording.webm`);
const colourAt = (seconds: number) => inPage<Colour>(page, "videoColourAt", seconds);
/** Encoding moves a colour a little. */
const near = ({ r, g, b }: Colour) => ({ r: closeTo(r), g: closeTo(g), b: closeTo(b) });
const closeTo = (value: number) => expect.closeTo(value, -1);

it("plays in a browser: its size and duration at once, and every picture at its time", async () => {
  const [red, green, blue] = await Promise.all([picture(RED), picture(GREEN), picture(BLUE)]);
  const other = await picture(GREEN, { width: 320, height: 200 });
  const id = await record([
    { ms: 0, content: red },
    { ms: 1_000, content: green },
    { ms: 1_500, content: other, width: 320, height: 200 },
    // A minute in which nothing happened takes 3 seconds.
    { ms: 61_000, content: blue },
    { ms: 61_500, content: red },
  ]);
  expect(await load(id)).toEqual({ duration: 6.5, videoWidth: 640, videoHeight: 400, seekableTo: 6.5 });
  for (const [seconds, colour] of [
    ...([
      [0.2, RED],
      [0.9, RED],
      [1.1, GREEN],
      [3.9, GREEN],
      [4.1, BLUE],
      [4.6, RED],
      [6.4, RED],
    ] as const),
    ...([
      [2, GREEN],
      [0.5, RED],
    ] as const),
  ])
    expect(await colourAt(seconds), `${seconds} s`).toEqual(near(colour));
});

it("is sought in without being loaded up to there", async () => {
  const colours = [RED, GREEN, BLUE];
  const pictures = await Promise.all(colours.map((colour) => picture(colour, { noisePixels: 500 })));
  const frames = Array.from({ length: 240 }, (_none, index) => ({ ms: index * 500, content: pictures[index % 3]! }));
  const id = await record(frames);
  asked.length = 0;
  expect(await load(id)).toMatchObject({ duration: 121.5, seekableTo: 121.5 });
  const fileBytes = 240 * pictures[0]!.length;
  for (const index of [238, 120, 7, 201]) expect(await colourAt(index / 2 + 0.2)).toEqual(near(colours[index % 3]!));
  expect(Math.max(...asked)).toBeGreaterThan(fileBytes * 0.9);
});

it("plays on over a picture that cannot be shown", async () => {
  const [red, blue] = await Promise.all([picture(RED), picture(BLUE)]);
  const lossless = await sharp(red).webp({ lossless: true }).toBuffer();
  const id = await record([red, lossless, blue].map((content, index) => ({ ms: index * 1_000, content })));
  expect(await load(id)).toMatchObject({ duration: 4 });
  for (const [seconds, colour] of [
    [0.5, RED],
    [1.5, RED],
    [2.5, BLUE],
  ] as const)
    expect(await colourAt(seconds), `${seconds} s`).toEqual(near(colour));
});
