import type { AuditContext, ModelOpinion } from "@deskfleet/contracts";
import type { AuditVerdict } from "@deskfleet/gates";

/** What is shown to a model: a frame that gate 8 has masked, and where on it the action goes. */
export interface AuditPicture {
  /** PNG, JPEG or WebP. */
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
  /** In pixels of the picture. */
  readonly target: { readonly x: number; readonly y: number } | null;
}

export interface ModelQuestion {
  readonly tenantId: string;
  /** Of the tenant's policy; a call beyond it is not made. */
  readonly callsPerHour: number;
  /** Masked by gate 8. */
  readonly context: AuditContext;
  /** Of the rules; the answer can raise it and never lower it. */
  readonly verdict: AuditVerdict;
  readonly picture: AuditPicture | null;
  readonly signal: AbortSignal;
}

/** A second opinion by a vision-language model. */
export interface AuditModel {
  /** As it is configured and recorded: which model was asked. */
  readonly name: string;
  /** Never rejects: what goes wrong is an outcome, and its verdict is `warn`. */
  ask(question: ModelQuestion): Promise<ModelOpinion>;
}
