import { DATA_KINDS, type DataKind } from "@deskfleet/contracts";
import { findSecrets } from "../content/find-secrets.ts";

/** The kinds of secrets that stand in a text, as gate 8 finds them; personal data in it is not reported. */
export function secretKinds(text: string): DataKind[] {
  const kinds = findSecrets(text).map(({ kind }) => kind);
  return [...new Set(kinds)].filter(
    (kind): kind is Exclude<typeof kind, "keyword"> => kind !== "keyword" && DATA_KINDS[kind] === "secret",
  );
}
