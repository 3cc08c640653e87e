import type { Principal, Role } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { call } from "../client/http.ts";
import { Problem } from "../client/problem.ts";
import type { Me } from "../client/types.ts";
import { Splash } from "../ui/splash.tsx";
import { hasRole } from "./roles.ts";
import { SignInPage } from "./sign-in-page.tsx";

const Who = createContext<Me | null>(null);
export const ME_KEY = ["me"] as const;

/** Null: nobody is signed in. */
async function readMe(): Promise<Me | null> {
  try {
    return await call<Me>("GET", "/v1/console/session");
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

/** Shows its children to whoever is signed in, and the form for a key to everybody else. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { data: me, error, refetch } = useQuery({ queryKey: ME_KEY, queryFn: readMe, staleTime: 60_000 });
  if (me === undefined && error !== null) return <Splash problem={error} onRetry={() => void refetch()} />;
  if (me === undefined) return <Splash />;
  if (me === null) return <SignInPage onSignedIn={() => void refetch()} />;
  // What one principal has read is nothing for the next one: a new one gets a tree of its own.
  return (
    <Who key={me.principal.id} value={me}>
      {children}
    </Who>
  );
}

function useMe(): Me {
  const me = useContext(Who);
  if (me === null) throw new Error("only below RequireSignIn");
  return me;
}

export const usePrincipal = (): Principal => useMe().principal;
export const useHasRole = (role: Role): boolean => hasRole(usePrincipal(), role);
/** An administrator of the fleet's operator; the server asks again. */
export const useIsFleetOperator = (): boolean => useMe().isOperator;
