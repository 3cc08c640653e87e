import { useIsFleetOperator, usePrincipal } from "../../auth/auth-context.tsx";
import type { Editor } from "./layers.ts";

/** Who would edit a policy here. */
export function useEditor(): Editor {
  return { principal: usePrincipal(), isFleetOperator: useIsFleetOperator() };
}
