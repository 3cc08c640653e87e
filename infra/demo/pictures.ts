import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Artifact, type Task } from "@deskfleet/contracts";
import { z } from "zod";
import type { ApiClient } from "./api-client.ts";

/** Which frame of which row becomes a file: the step of the workflow that took it. */
export interface Picture {
  readonly row: number;
  readonly step: string;
}

const Artifacts = z.object({ items: z.array(Artifact) });

/** Writes the frames that steps of the workflow took, as kept with their tasks. @returns the paths of those there are. */
export async function savePictures(
  api: ApiClient,
  tasks: readonly Task[],
  pictures: readonly Picture[],
  folder: string,
): Promise<string[]> {
  const paths: string[] = [];
  for (const { row, step } of pictures) {
    const task = tasks.find((candidate) => candidate.row === row);
    if (!task) continue;
    const { items } = await api.get(`/v1/tasks/${task.id}/artifacts`, Artifacts);
    const last = items.findLast(({ name }) => name === `${step}.png`);
    if (!last) continue;
    const path = join(folder, `row-${row}-${step}.png`);
    writeFileSync(path, await api.getBytes(`/v1/artifacts/${last.id}`));
    paths.push(path);
  }
  return paths;
}
