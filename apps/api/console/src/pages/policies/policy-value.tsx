/** A setting's value in a line: a rule as it is read, everything else as JSON. */
export function PolicyValue({ value }: { value: unknown }) {
  const { effect, match, reason } = Object(value) as { effect?: unknown; match?: unknown; reason?: unknown };
  if (typeof effect !== "string" || typeof match !== "string")
    return <code className="policy-value">{typeof value === "string" ? value : JSON.stringify(value)}</code>;
  return (
    <span className="policy-value">
      <strong data-effect={effect}>{effect}</strong> <code>{match}</code>
      {typeof reason === "string" && <span className="muted"> {reason}</span>}
    </span>
  );
}
