import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { POLICY_EXAMPLES, RULE_EXAMPLES, withExample } from "./policy-examples.ts";

interface ExamplesPanelProps {
  readonly text: string;
  readonly isAllowed: boolean;
  onText(text: string): void;
}

/** What can be written, and pieces to begin with. */
export function ExamplesPanel({ text, isAllowed, onText }: ExamplesPanelProps) {
  return (
    <>
      {isAllowed && (
        <Panel title="Begin with">
          <ul className="lines">
            {POLICY_EXAMPLES.map(({ says, document }) => {
              const next = withExample(text, document);
              return (
                <li key={says} title={JSON.stringify(document, null, 1)}>
                  <span className="grow-text">{says}</span>
                  <Button
                    size="small"
                    disabled={next === null}
                    aria-label={`Insert: ${says}`}
                    onClick={() => next !== null && onText(next)}
                  >
                    Insert
                  </Button>
                </li>
              );
            })}
          </ul>
        </Panel>
      )}
      <Panel title="Rules read like this">
        <dl className="examples">
          {RULE_EXAMPLES.map(([match, says]) => (
            <div key={match}>
              <dt>
                <code>{match}</code>
              </dt>
              <dd className="muted">{says}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
