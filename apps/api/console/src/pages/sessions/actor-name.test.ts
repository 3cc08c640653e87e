import { expect, it } from "vitest";
import { actorName } from "./actor-name.ts";

const ID = "019a0000-0000-7000-8000-0000000000ab";

it.each([
  ["you where it is you", `person:${ID}`, ID, [], "you"],
  ["a name where one is known", `principal:${ID}`, "me", [{ id: ID, name: "Night shift" }], "Night shift"],
  ["the end of an id where none is", `person:${ID}`, "me", [], "person 000000ab"],
  ["a caller as one", `principal:${ID}`, "me", [], "caller 000000ab"],
  ["a worker by its own name", "worker:host-1", "me", [], "host-1"],
  ["the system as it is", "system", "me", [], "system"],
])("an actor is %s", (_name, actor, me, named, says) => expect(actorName(actor, me, named)).toBe(says));
