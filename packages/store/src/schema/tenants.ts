import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.ts";

export const tenants = pgTable("tenants", {
  id: id(),
  name: text("name").notNull().unique(),
  createdAt: createdAt(),
});
