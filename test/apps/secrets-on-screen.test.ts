import type { FrameInfo } from "@deskfleet/contracts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { type Desk, element, openDesk } from "./desk.ts";
import { call, POLICY } from "./fleet.ts";
import { Eyes, folded, seenOf } from "./secrets/eyes.ts";
import { Dice, githubToken, password } from "./secrets/planted.ts";
import { chineseForm, loginPage, picture, type Scene, spreadsheet, terminal } from "./secrets/scenes.ts";
import { namedIn, recordedOf, tracesOf } from "./secrets/traces.ts";

/** Gate 8 on a real desktop, looked at from outside: no planted value in what a caller gets, nor in anything that is kept. */

const PATIENT = { timeout: 60_000, interval: 500 };
const WHERE = "/workspace/where.json";
const dice = new Dice(20_261_130);
const TYPED = password(dice);
const SCENES = [loginPage(dice), chineseForm(dice), terminal(dice), spreadsheet(dice), picture(dice)];
const LATER = terminal(dice);
const GIVEN_BACK = [githubToken(dice), password(dice)];
const VALUES = [...[...SCENES, LATER].flatMap(({ values }) => values), TYPED];

type Picture = { readonly frame: FrameInfo; readonly image: Buffer };
const fleet = inject("fleet");
/** Everything that the caller was answered, as text. */
const answers: string[] = [];
/** Values that could be read on any picture that the caller was answered, however early. */
const leaked: string[] = [];
let desk: Desk;
let eyes: Eyes;

const use = (content: object) =>
  call(fleet, "PUT", "/v1/policies/tenant", {
    document: {
      ...POLICY,
      rules: [...POLICY.rules, { effect: "allow", match: "command(base64 *)" }],
      ...{ auditor: { mode: "shadow" }, content: { mask: ["email", "phone"], ...content } },
    },
    comment: "secrets on the screen",
  });
beforeAll(async () => {
  await use({ pictures: "hold" });
  [desk, eyes] = await Promise.all([openDesk(), Eyes.open()]);
  await desk.shell(`setsid python3 programs/web_server.py pages ${WHERE} >/tmp/port 2>/tmp/server.log &
    until [ -s /tmp/port ]; do sleep 0.05; done`);
});
afterAll(async () => {
  await call(fleet, "PUT", "/v1/policies/tenant", { document: POLICY, comment: "as it was" });
  await desk?.close();
  await eyes?.close();
});

/** An action whose answer brings a picture. */
async function look(action: object): Promise<Picture> {
  const { frame, ...answer } = await desk.act(action);
  if (frame?.image === undefined) throw new Error(`no picture: ${JSON.stringify({ frame, answer })}`);
  const { image, ...info } = frame;
  answers.push(JSON.stringify([answer, info]));
  return { frame: info, image: Buffer.from(image, "base64") };
}
const capture = (params: object = {}) => look({ tool: "computer_screen_capture", params });
/** What can be read on an answered picture. */
async function readOff({ image }: Picture, looks: 1 | 2 = 1): Promise<string> {
  const text = await eyes.read(image, looks);
  const { currentTestName } = expect.getState();
  leaked.push(...seenOf(text, VALUES).map((value) => `${value} in ${currentTestName}`));
  return text;
}
async function tell(action: object): Promise<void> {
  answers.push(JSON.stringify(await desk.act(action)));
}
/** The screen as it is, beside the fleet. */
const truth = async (): Promise<Buffer> =>
  Buffer.from(await desk.shell("scrot -o /tmp/truth.png && base64 -w0 /tmp/truth.png"), "base64");

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Places = z.object({ page: z.string(), isWhole: z.literal(true), planted: z.array(Box), labels: z.array(Box) });
/** Where a page says that its values and labels stand, in pixels of the screen. */
const placesOf = ({ page, values }: Scene) =>
  vi.waitFor(async () => {
    const places = Places.parse(JSON.parse(await desk.shell(`cat ${WHERE}`)));
    expect({ page: places.page, count: places.planted.length }).toEqual({ page, count: values.length });
    return places;
  }, PATIENT);

/** Whether nothing is drawn in the middle rows of a line, where all letters have something. */
async function isUniform(image: Buffer, { x, y, width, height }: z.infer<typeof Box>): Promise<boolean> {
  const part = {
    ...{ left: Math.ceil(x), top: Math.round(y + height * 0.35) },
    ...{ width: Math.floor(width), height: Math.round(height * 0.3) },
  };
  // Statistics are of what goes in, whatever is cut from it afterwards.
  const { channels } = await sharp(await sharp(image).extract(part).removeAlpha().png().toBuffer()).stats();
  return channels.every(({ min, max }) => min === max);
}

/** Shows a scene until all its values can be read on the screen itself, which is what the other looks prove their eyes by. */
async function shown(scene: Scene): Promise<string> {
  const pid = await scene.show(desk);
  await vi.waitFor(async () => {
    const text = await eyes.read(await truth(), 1);
    expect(seenOf(text, scene.values)).toEqual(scene.values);
    expectHarmless(text, scene);
  }, PATIENT);
  return pid;
}
const hidden = (pid: string) =>
  desk.shell(`kill -- -${pid}; until ! kill -0 -- -${pid} 2>/dev/null; do sleep 0.05; done`);
/** Of a single test: what it shows is gone with it, also when it fails. */
function showing(pid: string): void {
  onTestFinished(async () => {
    await hidden(pid);
  });
}

function expectHarmless(text: string, { harmless }: Scene): void {
  for (const words of harmless) expect(folded(text)).toContain(folded(words));
}

/** In any picture that was answered since the last time. */
const expectNoLeak = () => expect(leaked.splice(0)).toEqual([]);

describe.each(SCENES)("$name", (scene) => {
  let pid: string;
  let whole: Picture;
  beforeAll(async () => {
    pid = await shown(scene);
  });
  afterAll(() => hidden(pid));

  it("shows none of its values in the whole screen, and what stands beside them", async () => {
    // Before a program answers where its password fields are, its whole window is filled.
    await vi.waitFor(async () => {
      whole = await capture();
      expectHarmless(await readOff(whole, 2), scene);
    }, PATIENT);
    expectNoLeak();
    expect(whole.frame.masked.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...scene.kinds]));
  });

  it.each([
    ["a part", () => capture({ region: { x: 0, y: 0, width: 1_000, height: 420 } })],
    ["a smaller JPEG", () => capture({ format: "jpeg", quality: 90, scale: 0.8 })],
    ["what an action observes", () => look({ tool: "computer_mouse_move", params: { x: 900, y: 630 }, observe: {} })],
    ["the state of the application", () => look({ tool: "get_app_state", params: { app: scene.app ?? pid } })],
  ])("shows none of its values in %s", async (_name, view) => {
    expect(folded(await readOff(await view()))).toContain(folded(scene.harmless[0] ?? ""));
    await tell({ tool: "computer_window_list" });
    expectNoLeak();
  });

  it.runIf(scene.page !== undefined)("fills where its values stand, and nothing of its labels", async () => {
    const where = await placesOf(scene);
    for (const [index, place] of where.planted.entries())
      expect(await isUniform(whole.image, place), `${scene.values[index]} at ${JSON.stringify(place)}`).toBe(true);
    for (const place of where.labels) expect(await isUniform(whole.image, place), JSON.stringify(place)).toBe(false);
  });
});

describe("a password that is typed and then shown", () => {
  it("is seen nowhere, though nothing on the page says what it is", async () => {
    const [login] = SCENES as [Scene];
    showing(await shown(login));
    const page = await desk.state("chromium", ({ text }) => text.includes("Show what was typed"));
    const field = element(page, "secure text field", "New password").index;
    await tell({ tool: "set_value", params: { app: "chromium", element_index: field, value: TYPED } });
    const { index } = element(await desk.state("chromium"), "button", "Show what was typed");
    await tell({ tool: "click", params: { app: "chromium", element_index: index } });
    await vi.waitFor(async () => expect(seenOf(await eyes.read(await truth(), 1), [TYPED])).toEqual([TYPED]), PATIENT);
    expectHarmless(await readOff(await capture(), 2), login);
    expectNoLeak();
  });
});

describe("what is filled until it is read", () => {
  it("shows nothing of a scene at first, and a moment later what is harmless in it", async () => {
    await use({ pictures: "fill" });
    // Other keys than before: rows that look as they did are known.
    const scene = LATER;
    showing(await scene.show(desk));
    const pictures: Picture[] = [];
    await vi.waitFor(
      async () => {
        const picture = await capture();
        pictures.push(picture);
        expect(picture.frame.masked.map(({ kind }) => kind)).toContain("unread");
      },
      { ...PATIENT, interval: 50 },
    );
    for (const picture of pictures) expect(folded(await readOff(picture))).not.toContain(folded("Build finished"));
    await vi.waitFor(async () => expectHarmless(await readOff(await capture()), scene), PATIENT);
    expectNoLeak();
  });
});

describe("what is answered and kept", () => {
  it("names no value in any text that was answered", async () => {
    for (const tool of ["list_apps", "computer_window_list", "computer_process_list"]) await tell({ tool });
    for (const path of ["terminal.txt", "people.fods"])
      await tell({ tool: "computer_file_read", params: { path: `/workspace/${path}` } });
    expect(answers.length).toBeGreaterThan(40);
    expect(answers.join()).toContain("Your verification code is •••");
    for (const answer of answers) expect(namedIn(answer, VALUES), answer.slice(0, 200)).toEqual([]);
  });

  it("names no value in what a task gives back", async () => {
    const text = `GITHUB_TOKEN=${GIVEN_BACK[0]}\nregion: north\npassword: ${GIVEN_BACK[1]}\n`;
    // As base64 in the task itself: what its caller wrote into it is its caller's.
    const [path, content] = ["/workspace/keys", Buffer.from(text).toString("base64")];
    const steps = [
      { do: "computer_file_write", with: { path, content } },
      {
        ...{ id: "read", do: "computer_process_start", with: { argv: ["base64", "-d", path], wait: true } },
        save: { text: "result.stdout" },
      },
    ];
    const { id } = await call(fleet, "POST", "/v1/tasks", { steps, output: { text: "steps.read.text" } });
    await vi.waitFor(async () => {
      const task = await call(fleet, "GET", `/v1/tasks/${id}`);
      expect(task).toMatchObject({ state: "succeeded", output: { text: expect.stringContaining("region: north") } });
      expect(namedIn(JSON.stringify(task), GIVEN_BACK)).toEqual([]);
    }, PATIENT);
  });

  it("has no value in any table or log", async () => {
    const traces = await tracesOf(fleet);
    for (const { path } of fleet.logs) expect(traces.get(path), path).not.toBe("");
    for (const name of ["public.audit_records", "public.events", "public.auditor_judgements", "public.session_frames"])
      expect(traces.get(name), `${name} of ${[...traces.keys()].join()}`).toContain(desk.sessionId);
    for (const [name, text] of traces) expect(namedIn(text, [...VALUES, ...GIVEN_BACK]), name).toEqual([]);
  });

  it("has no value in any picture of the recording", async () => {
    const pictures = await recordedOf(fleet, desk.sessionId);
    expect(pictures.length).toBeGreaterThan(SCENES.length);
    const texts: string[] = [];
    for (const image of pictures) texts.push(await eyes.read(image, 1));
    // It looks now and then: not every scene has to be in it, but most.
    const all = folded(texts.join("\n"));
    const recorded = SCENES.filter(({ harmless }) => harmless.some((words) => all.includes(folded(words))));
    expect(recorded.length).toBeGreaterThanOrEqual(3);
    for (const text of texts) expect(seenOf(text, VALUES)).toEqual([]);
  });
});

describe("without gate 8 on pictures", () => {
  it("the values are seen: the tests above would", async () => {
    await call(fleet, "PUT", "/v1/policies/tenant", {
      document: { ...POLICY, content: { pictures: "fields" }, recording: { frames: "none" } },
    });
    const scene = SCENES[4] as Scene;
    showing(await shown(scene));
    await vi.waitFor(
      async () => expect(seenOf(await eyes.read((await capture()).image, 1), scene.values)).toEqual(scene.values),
      PATIENT,
    );
  });
});
