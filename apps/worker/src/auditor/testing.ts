import { FleetError, type PolicyDocument } from "@deskfleet/contracts";
import type { FakeElement, FakeMachine } from "@deskfleet/desktop";
import { type PerformCall, type Performed, perform } from "../perform.ts";
import type { LiveSession } from "../sessions/live-session.ts";
import type { OpenSession } from "../sessions/open-session.ts";
import { type Bench, createBench, OPERATOR } from "../sessions/testing.ts";
import type { AuditorServices } from "./auditor-services.ts";

/** For tests: a session on a fake desktop that shows one page in one window, and what came of an action on it. */

export interface Page {
  readonly url?: string;
  readonly text?: string;
  /** Names of buttons, from left to right; `link:` makes it a link, `field:` a field that has the keyboard. */
  readonly things?: readonly string[];
  /** Description of the first thing. */
  readonly description?: string;
}

export interface AuditDesk {
  readonly bench: Bench;
  readonly session: LiveSession;
  readonly machine: FakeMachine;
  show(page: Page): void;
  /** Clicks the thing of this number. */
  click(thing?: number, more?: Partial<PerformCall>): Promise<Performed>;
  act(tool: string, params: Record<string, unknown>, more?: Partial<PerformCall>): Promise<Performed>;
  /** Other rules, or a model. */
  use(services: Partial<AuditorServices>): void;
  /** Verdicts of what was written, oldest first. */
  verdicts(): Promise<string[]>;
}

const SHOWING = ["showing", "visible", "sensitive", "enabled"];
const [LEFT, TOP, WIDTH, HEIGHT] = [20, 300, 80, 30];

export async function auditDesk(
  auditor: NonNullable<PolicyDocument["auditor"]>,
  options: { readonly goal?: string; readonly open?: Partial<OpenSession>; readonly page?: Page } = {},
): Promise<AuditDesk> {
  const bench = createBench();
  bench.records.document = { grantable: ["*"], rules: [{ effect: "allow", match: "app(*)" }], auditor };
  const session = await bench.open({
    grants: ["computer_use", "screen", "write", "app(*)"],
    ...(options.goal === undefined ? {} : { goal: options.goal }),
    ...options.open,
  });
  const machine = bench.machine(session);
  const window = machine.openWindow("Shop - Browser", "browser", ["browser"]);
  const show = ({ url = "https://shop.example.com/", text = "", things = ["Timetable"], description = "" }: Page) => {
    const page: FakeElement[] = [
      { role: "static", name: text, frame: [10, 40, 500, 20] },
      ...things.map((thing, number): FakeElement => {
        const [kind, name] = thing.includes(":") ? (thing.split(":") as [string, string]) : ["button", thing];
        return {
          ...{ role: kind === "field" ? "entry" : kind === "link" ? "link" : "push button", name },
          ...(number === 0 ? { description } : {}),
          states: kind === "field" ? [...SHOWING, "focused", "editable"] : SHOWING,
          frame: [LEFT + number * (WIDTH + 10), TOP, WIDTH, HEIGHT],
        };
      }),
    ];
    machine.elements.set(window.pid, [{ role: "document web", url, frame: [0, 0, 600, 400], children: page }]);
    machine.touch();
  };
  show(options.page ?? {});
  const act: AuditDesk["act"] = (tool, params, more = {}) => {
    bench.clock.nowMs += 1_000; // time stands still in a bench, and gate 7 counts
    return perform(session, { tool, params, principal: OPERATOR, ...more });
  };
  return {
    ...{ bench, session, machine, show, act },
    click: (thing = 0, more) => {
      const x = window.x + LEFT + thing * (WIDTH + 10) + WIDTH / 2;
      return act("computer_mouse_click", { x, y: window.y + TOP + HEIGHT / 2 }, more);
    },
    use: (services) => {
      Object.assign(bench.services, { auditor: { ...bench.services.auditor, ...services } });
    },
    verdicts: async () => {
      await session.audit.written();
      return bench.records.judgements.map(({ verdict }) => verdict);
    },
  };
}

/** What an action came to: `done`, `ask <code>` or the failure's code with the auditor's. */
export async function outcomeOf(work: Promise<Performed>): Promise<string> {
  try {
    const performed = await work;
    return performed.outcome === "done" ? "done" : `ask ${performed.approval.evaluation.decisive.code}`;
  } catch (error) {
    if (error instanceof FleetError) return [error.code, error.data?.code].filter(Boolean).join(" ");
    throw error;
  }
}
