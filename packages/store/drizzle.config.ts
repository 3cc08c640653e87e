import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate` in this folder, after a change of the schema; row-level security and triggers are hand-written migrations. */
export default defineConfig({ dialect: "postgresql", schema: "./dist/schema/index.js", out: "./migrations" });
