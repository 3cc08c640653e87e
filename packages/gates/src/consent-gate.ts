import { allow, ask, type Gate } from "./gate-type.ts";
import { consentFrom } from "./grants.ts";

/** Gate 2: using a computer at all needs the `computer_use` consent. */
export const consentGate: Gate = ({ context, policy }) => {
  const layer = consentFrom("computer_use", context, policy);
  return layer === null
    ? { ...ask("consent.needed", "the first use needs the computer_use consent"), grants: ["computer_use"] }
    : allow("consent.given", "the computer_use consent is given", layer);
};
