import { CopyId } from "./copy-id.tsx";

/** Who did something, as records have it: `principal:<id>`, `worker:<name>` or `system`. */
export function Actor({ actor }: { actor: string }) {
  const [kind = "", id] = actor.split(":", 2);
  if (id === undefined) return kind;
  return (
    <>
      {kind} {id.length === 36 ? <CopyId id={id} /> : <span className="mono muted">{id}</span>}
    </>
  );
}
