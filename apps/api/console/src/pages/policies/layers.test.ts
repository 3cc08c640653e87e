import type { Principal, Role, StoredLayer } from "@deskfleet/contracts";
import { expect, it } from "vitest";
import { mayEdit } from "./layers.ts";

const editor = (role: Role, isFleetOperator = false) => ({ principal: { role } as Principal, isFleetOperator });

it.each<[string, ReturnType<typeof editor>, StoredLayer, boolean]>([
  ["a viewer its own preferences", editor("viewer"), "user", true],
  ["a viewer its own in a project", editor("viewer"), "local", true],
  ["no approver the tenant's", editor("approver"), "tenant", false],
  ["no approver a project's", editor("approver"), "project", false],
  ["an administrator the tenant's", editor("admin"), "tenant", true],
  ["no tenant's administrator the fleet's", editor("admin"), "fleet", false],
  ["the fleet's operator the fleet's", editor("admin", true), "fleet", true],
])("is offered to edit: %s", (_name, who, layer, isOffered) => {
  expect(mayEdit(who, layer)).toBe(isOffered);
});
