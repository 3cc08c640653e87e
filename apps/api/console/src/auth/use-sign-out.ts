import { useQueryClient } from "@tanstack/react-query";
import { call } from "../client/http.ts";
import { Problem, toProblem } from "../client/problem.ts";
import { useToast } from "../ui/toasts.tsx";
import { ME_KEY } from "./auth-context.tsx";

/** Ends the log-in. While the server has not said so the page stays as it is: the cookie would be left to whoever comes next. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  return async () => {
    try {
      await call("POST", "/v1/console/sign-out", { body: {} });
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401))
        return toast({ tone: "bad", text: `Not signed out: ${toProblem(error).message}` });
    }
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    queries.setQueryData(ME_KEY, null);
  };
}
