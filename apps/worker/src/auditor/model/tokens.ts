import { z } from "zod";

/** A count by an endpoint that may say anything: what is no count is none. */
export const Tokens = z.int().min(0).max(10_000_000).catch(0);
