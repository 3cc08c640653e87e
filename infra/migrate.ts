import { bootstrapAdmin, migrate } from "@deskfleet/store";

/**
 * For deployments: brings `DATABASE_URL` up to date and makes the first administrator. Run it before API and workers of a
 * new version start; several at once are fine. The key is printed once, when it is made: the database keeps its hash.
 */
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
  process.stderr.write("DATABASE_URL is not set\n");
  process.exit(2);
}
await migrate(databaseUrl);
const { tenantId, key } = await bootstrapAdmin(databaseUrl);
process.stdout.write(key ? `Admin key of tenant ${tenantId}: ${key}\n` : "The tables are up to date.\n");
