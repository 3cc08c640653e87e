import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "./paths.ts";

it("a command whose reader has seen enough ends without a fault", { timeout: 60_000 }, () => {
  const corpus = `"$0" --conditions=source --import tsx infra/corpus.ts commands packages/gates/corpora/commands.jsonl`;
  const script = `${corpus} | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath], { cwd: ROOT, encoding: "utf8" });
  expect([stdout.trim(), stderr]).toEqual(["0", ""]);
});
