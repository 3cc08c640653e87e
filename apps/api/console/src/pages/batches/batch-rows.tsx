import type { Batch } from "@deskfleet/contracts";
import { toneOf } from "../../ui/state-badge.tsx";
import { useUrlFilters } from "../../ui/use-url-filters.ts";
import { AllRows } from "./all-rows.tsx";
import { rowCounts } from "./row-counts.ts";
import { SomeRows } from "./some-rows.tsx";

/** The rows with their counts above; a count chooses its rows, and the address keeps the choice. */
export function BatchRows({ batch }: { batch: Batch }) {
  const [{ state, outcome }, change] = useUrlFilters(["state", "outcome"]);
  const isAll = state === "" && outcome === "";
  return (
    <>
      <fieldset className="counts">
        <legend className="visually-hidden">Rows shown</legend>
        <CountButton label="all" count={batch.rows} isOn={isAll} onChoose={() => change({ state: "", outcome: "" })} />
        {rowCounts(batch).map(({ by, name, count }) => (
          <CountButton
            key={name}
            label={name.replaceAll("_", " ")}
            tone={toneOf(name)}
            count={count}
            isOn={(by === "state" ? state : outcome) === name}
            onChoose={() => change({ state: "", outcome: "", [by]: name })}
          />
        ))}
      </fieldset>
      {isAll ? (
        <AllRows batch={batch} />
      ) : (
        <SomeRows key={`${state} ${outcome}`} batch={batch} state={state} outcome={outcome} />
      )}
    </>
  );
}

interface CountButtonProps {
  readonly label: string;
  readonly tone?: string;
  readonly count: number;
  readonly isOn: boolean;
  onChoose(): void;
}

function CountButton({ label, tone, count, isOn, onChoose }: CountButtonProps) {
  return (
    <button type="button" className="count-button" data-tone={tone} aria-pressed={isOn} onClick={onChoose}>
      {tone !== undefined && <span className="dot" aria-hidden="true" />}
      {label} <strong>{count}</strong>
    </button>
  );
}
