import { Batch } from "@deskfleet/contracts";

export const BatchSchema = Batch.meta({ id: "Batch" });
export const tags = ["batches"];
