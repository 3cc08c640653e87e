import type { SessionFrame } from "@deskfleet/contracts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { inPage, launchBrowser } from "./browser.ts";
import { openConsole, PATIENT } from "./console-page.ts";
import { type RealFleet, startRealFleet } from "./real-fleet.ts";

/** From a real desktop's screen through recorder, gate 8 and store to a video in a browser. */
let fleet: RealFleet;
let browser: Browser;
beforeAll(async () => {
  [fleet, browser] = await Promise.all([startRealFleet(), launchBrowser()]);
  const document = { grants: ["computer_use", "screen", "write"], rules: [{ effect: "allow", match: "app(*)" }] };
  await fleet.call("PUT", "/v1/policies/tenant", { document });
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
});

const framesOf = async (id: string): Promise<SessionFrame[]> =>
  (await fleet.call("GET", `/v1/sessions/${id}/frames?limit=200`)).items;

/** Opens a desktop, starts a program on it and closes it; the frames that were kept of that. */
async function recordSession(): Promise<{ id: string; frames: SessionFrame[] }> {
  const { id } = await fleet.call("POST", "/v1/sessions", {});
  const act = (tool: string, params: object) => fleet.call("POST", `/v1/sessions/${id}/actions`, { tool, params });
  await act("computer_process_start", { app: "text-editor" });
  // Each action makes the recorder look again; a window takes more bytes than the empty desktop.
  await vi.waitFor(async () => {
    await act("computer_mouse_move", { x: 20, y: 20 });
    const frames = await framesOf(id);
    expect(frames.at(-1)!.contentBytes).toBeGreaterThan(1.5 * frames[0]!.contentBytes);
  }, PATIENT);
  await fleet.call("POST", `/v1/sessions/${id}/close`);
  return { id, frames: await framesOf(id) };
}

it("what a session showed plays as a video, picture for picture", async () => {
  const { id, frames } = await recordSession();
  expect(frames[0]).toMatchObject({ cause: "start", status: "kept", width: 1_280, height: 800 });
  const kept = frames.filter(({ status }) => status === "kept");
  expect(kept.length).toBeGreaterThan(1);

  const { page, complaints } = await openConsole(browser, fleet);
  const root = `/v1/sessions/${id}`;
  const facts = { videoWidth: 1_280, videoHeight: 800 };
  expect(await inPage(page, "loadVideo", `${root}/recording.webm`)).toMatchObject(facts);
  const pictures = kept.map(({ id: frameId }) => `${root}/frames/${frameId}`);
  const difference = (source: string, seconds: number) =>
    inPage<number>(page, "videoDifferenceFrom", { source, seconds: seconds + 0.02 });
  let seconds = 0;
  for (const [index, picture] of pictures.entries()) {
    expect(await difference(picture, seconds), `picture ${index}`).toBeLessThan(3);
    const [at, next] = [kept[index]!, kept[index + 1]].map((frame) => frame && Date.parse(frame.at));
    if (next !== undefined) seconds += Math.min((next - at!) / 1_000, 3);
  }
  expect(await difference(pictures.at(-1)!, 0), "the last picture at the start").toBeGreaterThan(20);
  expect(complaints).toEqual([]);
});
