import type { Layer, Principal, Role, SettingReport } from "@deskfleet/contracts";

/** Answers whose schemas live in the API's routes; the rest comes from @deskfleet/contracts. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

export interface Capacity {
  readonly used: number;
  readonly free: number;
  readonly warm: number;
  readonly queued: number;
  readonly workers: readonly {
    readonly id: string;
    readonly slots: number;
    readonly used: number;
    readonly warm: number;
    readonly confinement: { readonly kind: string } | null;
  }[];
  readonly refusals: readonly { readonly code: string; readonly reason: string }[];
}

export interface Me {
  readonly principal: Principal;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface EffectiveSettings {
  readonly layers: readonly { readonly layer: Layer; readonly version: string }[];
  readonly settings: readonly SettingReport[];
}

export interface Statistics {
  /** Oldest first; the last one is not over yet. */
  readonly hours: readonly {
    readonly at: string;
    readonly succeeded: number;
    readonly failed: number;
    readonly cancelled: number;
  }[];
  readonly tenants: readonly {
    readonly tenantId: string;
    readonly name: string;
    readonly queued: number;
    readonly active: number;
    readonly oldestQueuedAt: string | null;
  }[];
}
