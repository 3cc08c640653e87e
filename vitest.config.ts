import { defineConfig } from "vitest/config";

const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } } };

/** `unit` needs nothing; `integration` (`*.int.test.ts`) needs the services that infra/run.sh starts; `e2e` needs the image too. */
export default defineConfig({
  ...source,
  test: {
    projects: [
      {
        ...source,
        test: {
          name: "unit",
          include: ["{apps,packages,infra}/**/*.test.ts", "test/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.int.test.ts"],
        },
      },
      {
        ...source,
        test: {
          name: "integration",
          include: ["{apps,packages,infra}/**/*.int.test.ts", "test/{e2e,chaos,browser}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
