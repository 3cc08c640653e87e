import type { Principal } from "@deskfleet/contracts";

/** One page of a list; what is in it comes from @deskfleet/contracts. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

export interface Me {
  readonly principal: Principal;
  /** An administrator of the fleet's operator: stops the fleet, drains workers, reads every tenant's audit. */
  readonly isOperator: boolean;
}
