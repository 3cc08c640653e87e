import type { Coproc } from "unbash";
import { assignVariable } from "./assign-variable.ts";
import { type Scene, spanOf, subshell } from "./scene.ts";
import { walkPart } from "./walk.ts";
import { unknownWord } from "./word.ts";
import { inEveryWorld, settle } from "./worlds.ts";

/** A job in the background with pipes to it, whose ends an array holds. */
export function walkCoproc(node: Coproc, scene: Scene): void {
  const input = { kind: "text", text: unknownWord("input") } as const;
  const inner = subshell(scene, { input, output: [], isBackground: true });
  inner.state.change({ stdin: null });
  walkPart(node.body, inner);
  const { worlds } = inEveryWorld(scene, spanOf(node, scene), (world) =>
    assignVariable(node.name?.text ?? "COPROC", [{ kind: "array", elements: null }], world),
  );
  settle(scene, worlds);
}
