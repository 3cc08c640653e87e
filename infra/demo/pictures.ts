import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "@deskfleet/contracts";
import { findArtifact, listArtifacts, openDatabase } from "@deskfleet/store";

/** Which frame of which row becomes a file: the step of the workflow that took it. */
export interface Picture {
  readonly row: number;
  readonly step: string;
}

/** Writes the frames that steps of the workflow took, as kept with their tasks. @returns the paths of those there are. */
export async function savePictures(
  databaseUrl: string,
  tasks: readonly Task[],
  pictures: readonly Picture[],
  folder: string,
): Promise<string[]> {
  const database = openDatabase({ url: databaseUrl, applicationName: "deskfleet-demo", max: 1, secret: "" });
  try {
    return await database.system(async (tx) => {
      const paths: string[] = [];
      for (const { row, step } of pictures) {
        const task = tasks.find((candidate) => candidate.row === row);
        const kept = task ? await listArtifacts(tx, task.id) : [];
        const last = kept.findLast(({ name }) => name === `${step}.png`);
        const artifact = last && (await findArtifact(tx, last.id));
        if (!artifact) continue;
        const path = join(folder, `row-${row}-${step}.png`);
        writeFileSync(path, artifact.content);
        paths.push(path);
      }
      return paths;
    });
  } finally {
    await database.close();
  }
}
