import type { Principal, Role } from "@deskfleet/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { call } from "../client/http.ts";
import { Problem } from "../client/problem.ts";
import type { Me } from "../client/types.ts";
import { Splash } from "../ui/splash.tsx";
import { hasRole } from "./roles.ts";
import { SignInPage } from "./sign-in-page.tsx";

const Who = createContext<Principal | null>(null);
export const ME_KEY = ["me"] as const;

/** Null: nobody is signed in. */
async function readMe(): Promise<Principal | null> {
  try {
    return (await call<Me>("GET", "/v1/console/session")).principal;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

/** Shows its children to whoever is signed in, and the form for a key to everybody else. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const { data: principal, error, refetch } = useQuery({ queryKey: ME_KEY, queryFn: readMe, staleTime: 60_000 });
  if (principal === undefined && error !== null) return <Splash problem={error} onRetry={() => void refetch()} />;
  if (principal === undefined) return <Splash />;
  if (principal === null) return <SignInPage onSignedIn={(who) => queries.setQueryData(ME_KEY, who)} />;
  // What one principal has read is nothing for the next one: a new one gets a tree of its own.
  return (
    <Who key={principal.id} value={principal}>
      {children}
    </Who>
  );
}

export function usePrincipal(): Principal {
  const principal = useContext(Who);
  if (principal === null) throw new Error("only below RequireSignIn");
  return principal;
}

export const useHasRole = (role: Role): boolean => hasRole(usePrincipal(), role);
