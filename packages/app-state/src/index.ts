export type { ShownAction } from "./actions.ts";
export { parseSnapshot, SnapshotFault } from "./parse-snapshot.ts";
export type { ElementRecord } from "./records.ts";
export { type Rendering, renderAppState } from "./render.ts";
export type { Snapshot, SnapshotNode } from "./snapshot.ts";
export type { ValueType } from "./values.ts";
