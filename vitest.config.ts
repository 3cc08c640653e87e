import { defineConfig } from "vitest/config";

/** Packages are read from their TypeScript sources (the `source` condition of their exports), as in development. */
const conditions = ["source"];
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // Where vitest runs a globalSetup; without it that would need the packages' built files, which a clean clone has not.
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
};
const exclude = ["**/node_modules/**", "**/dist/**", "**/.state/**"];

/**
 * - `unit` needs nothing
 * - `integration` (`*.int.test.ts`, test/{e2e,chaos,browser}) needs the services that test/global-setup.ts starts
 * - `apps` drives real applications of every toolkit on one fleet, by app state alone
 * - `rules` holds the checks of the style guide over the whole checkout
 */
export default defineConfig({
  ...source,
  test: {
    // Two cores are usual where this runs; more workers only make each test slower.
    maxWorkers: 2,
    projects: [
      {
        ...source,
        test: {
          name: "unit",
          include: ["{apps,packages,infra}/**/*.test.ts", "test/support/**/*.test.ts"],
          exclude: [...exclude, "**/*.int.test.ts"],
        },
      },
      {
        ...source,
        test: { name: "rules", include: ["test/*.test.ts"], exclude, testTimeout: 60_000 },
      },
      {
        ...source,
        test: {
          name: "integration",
          include: ["{apps,packages,infra,test/support}/**/*.int.test.ts", "test/{e2e,chaos,browser}/**/*.test.ts"],
          exclude,
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // eventsource-parser, below the MCP client, has a condition `source` too, which leads to its TypeScript.
          server: { deps: { inline: [/sdk\/dist\/esm\/client\/streamableHttp/, /eventsource-parser/] } },
        },
      },
      {
        ...source,
        test: {
          name: "apps",
          include: ["test/apps/**/*.test.ts"],
          exclude,
          globalSetup: ["test/apps/global-setup.ts"],
          // After the others: office programs and browsers beside them would make every wait longer.
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
