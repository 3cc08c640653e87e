import { AuditPack, PackName } from "@deskfleet/contracts";
import { z } from "zod";

export const PackSchema = AuditPack.meta({ id: "AuditPack" });
export const NameParam = z.strictObject({ name: PackName });
