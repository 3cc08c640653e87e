export interface Named {
  readonly id: string;
  readonly name: string;
}

/** An actor of the records in a word: "you", a name that is known, else its kind and the end of its id. */
export function actorName(actor: string, myId: string, named: readonly Named[]): string {
  const [kind = "", id] = actor.split(":", 2);
  if (id === undefined) return kind;
  if (id === myId) return "you";
  const name = named.find((each) => each.id === id)?.name;
  if (name !== undefined) return name;
  return kind === "worker" ? id : `${kind === "principal" ? "caller" : kind} ${id.slice(-8)}`;
}
