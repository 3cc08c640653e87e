import type { AuditContext } from "@deskfleet/contracts";
import { Facts } from "../../ui/facts.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Panel } from "../../ui/panel.tsx";

/** What was judged: the action, the page, the goal and what the session had done, as gate 8 let it be kept. */
export function ContextPanel({ context }: { context: AuditContext }) {
  const { action, target, place, goal, page, content } = context;
  return (
    <Panel title="What was judged" note="secrets are masked">
      <Facts
        facts={[
          ["Action", action],
          ["Target", target && (target.text === "" ? target.role : `${target.role}: ${target.text}`)],
          ["Page", place.url],
          ["Link to", place.linkTarget],
          ["Form to", place.formAction],
          ["Goal", goal === "" ? "none was given" : goal],
          ["Puts in", content.kinds.join(", ")],
          ["Hidden text", page.hidden.length > 0 && `${page.hidden.length} pieces`],
        ]}
      />
      <div className="panel-body stack">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
        <section className="json" tabIndex={0} aria-label="Text of the page">
          <pre>{page.text === "" ? "No text was seen." : page.text}</pre>
        </section>
        <details>
          <summary>Everything</summary>
          <JsonView value={context} label="The whole context" />
        </details>
      </div>
    </Panel>
  );
}
