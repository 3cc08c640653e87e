import { useId } from "react";

interface JsonTextProps {
  readonly label: string;
  readonly value: string;
  /** What is wrong with it; empty: nothing. */
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly size?: "normal" | "tall";
  onChange(value: string): void;
}

/** A value that no plain field can hold, written as text. */
export function JsonText({ label, value, fault = "", hint = "", size = "normal", onChange }: JsonTextProps) {
  const hintId = useId();
  return (
    <label className="field">
      <span>{label}</span>
      <textarea
        className={`input json-text ${size}`}
        value={value}
        spellCheck={false}
        aria-invalid={fault !== ""}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      <small className={fault === "" ? "muted" : "fault-text"} id={hintId}>
        {fault === "" ? hint : fault}
      </small>
    </label>
  );
}
