import { parseSnapshot, renderAppState } from "@deskfleet/app-state";
import type { BenchDesktop } from "../bench-desktop.ts";
import { interleave } from "../measure.ts";
import { p, type ReportRow, type Section } from "../report.ts";
import { captureRows } from "./app-state-capture.ts";

/** Milliseconds that rendering may take (p50), for pages of so many accessibles. */
const LIMITS = [
  { nodes: 2_000, ms: 5 },
  { nodes: 6_000, ms: 15 },
] as const;
const ROUNDS = 300;

/** Real applications first; then the pure renderer on web pages as Chromium reports them; parsing is what the trees' check at the boundary costs beside it. */
export async function appStateSection(bench: BenchDesktop): Promise<Section> {
  const rows: ReportRow[] = [...(await captureRows(bench))];
  for (const { nodes, ms } of LIMITS) {
    const input = webPage(nodes);
    const snapshot = parseSnapshot(input);
    // One after the other: what the check leaves behind for the garbage collector is not the renderer's time.
    const { render } = await interleave({ render: { run: async () => renderAppState(snapshot) } }, ROUNDS);
    const { parse } = await interleave({ parse: { run: async () => parseSnapshot(input) } }, ROUNDS);
    rows.push(
      {
        what: `render ${nodes} nodes`,
        ours: p(render),
        ratio: render.p50 / ms,
        target: { at: "most", ratio: 1 } as const,
      },
      { what: `check ${nodes} nodes`, ours: p(parse) },
    );
  }
  return { title: "App state as text, p50 / p95 (ratio: of the limit)", rows };
}

interface RawNode {
  readonly role: string;
  readonly [field: string]: unknown;
}

/** A page of articles with a text, a link, a paragraph, a button and a labelled field each. */
function webPage(nodes: number): unknown {
  let count = 0;
  const node = (role: string, fields: object = {}, children: readonly RawNode[] = []): RawNode => {
    count += 1;
    return {
      role,
      states: ["enabled", "sensitive", "showing", "visible", "focusable"],
      extents: [10, count, 300, 20],
      key: `:1.5/org/a11y/atspi/accessible/${count}`,
      actions: ["doDefault", "showContextMenu"],
      attributes: { "xml-roles": "", display: "block" },
      children,
      ...fields,
    };
  };
  const text = (name: string) => node("static", { name });
  const articles: RawNode[] = [];
  while (count < nodes) {
    const n = articles.length;
    const link = node("link", { name: `Order ${n}`, url: `https://shop.example/o/${n}`, actions: ["jump"] }, [
      text(`Order ${n}`),
    ]);
    articles.push(
      node("section", {}, [
        node("section", {}, [text(`Kundin ${n}: Grüße aus Köln`), link]),
        node("paragraph", {}, [text("Two parts "), text("of a sentence.")]),
        node("push button", { name: `Pay ${n}`, actions: ["press"] }, [text(`Pay ${n}`)]),
        node("label", {}, [text("Amount")]),
        node("entry", { name: "Amount", text: String(n), states: ["enabled", "sensitive", "showing", "editable"] }),
      ]),
    );
  }
  const page = node("document web", { name: "Orders", url: "https://shop.example/orders" }, articles);
  return {
    app: { id: "chromium", name: "Chromium", pid: 1, toolkit: "chromium" },
    window: { title: "Orders - Chromium" },
    roots: [node("frame", { name: "Orders - Chromium", extents: [0, 0, 1280, 800] }, [node("panel", {}, [page])])],
  };
}
