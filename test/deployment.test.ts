import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT, readTracked, trackedPaths } from "./support/source-files.ts";

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Record<string, unknown>;
}
const compose = parse(readTracked("infra/compose.yaml").text, { merge: true }) as { services: Record<string, Service> };
const ours = Object.entries(compose.services).filter(([, { command }]) => command?.[0] === "node");

describe("infra/compose.yaml", () => {
  it("starts files that exist", () => {
    const files = ours.map(([, { command = [] }]) => command.at(-1) ?? "");
    expect(files).toHaveLength(3);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it("gives the processes only variables that they read", () => {
    const configs = trackedPaths().filter((path) => /^(apps\/[^/]+\/src\/config|infra\/migrate)\.ts$/.test(path));
    const known = configs.map((path) => readTracked(path).text).join("\n");
    const unknown = ours.flatMap(([service, { environment = {} }]) =>
      Object.keys(environment)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(known))
        .map((name) => `${service}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

it("infra/Dockerfile copies what exists, and its ignore file lets it through", () => {
  const { text } = readTracked("infra/Dockerfile");
  const copies = [...text.matchAll(/^COPY (.+) \S+$/gm)].map((match) => (match[1] ?? "").split(" "));
  const stages = copies.flatMap(([first]) => /^--from=(.+)$/.exec(first ?? "")?.[1] ?? []);
  expect(stages.filter((stage) => !new RegExp(`^FROM \\S+ AS ${stage}$`, "m").test(text))).toEqual([]);
  const sources = copies.filter(([first]) => !first?.startsWith("--from=")).flat();
  expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
  const admitted = [...readTracked("infra/Dockerfile.dockerignore").text.matchAll(/^!(.+)$/gm)].map(
    (match) => match[1] ?? "",
  );
  expect(
    sources.filter((source) => !admitted.some((path) => source === path || path.startsWith(`${source}/`))),
  ).toEqual([]);
});
