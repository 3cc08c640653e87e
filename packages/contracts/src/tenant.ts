import { z } from "zod";
import { Id } from "./common.ts";

/** As the fleet's operator sees it. */
export const Tenant = z.strictObject({ id: Id, name: z.string() });
export type Tenant = z.infer<typeof Tenant>;
