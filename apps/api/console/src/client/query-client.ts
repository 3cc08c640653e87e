import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ME_KEY } from "../auth/auth-context.tsx";
import { Problem } from "./problem.ts";

const RETRIES_MAX = 2;

/** Only what may go well the next time is tried again; a log-in that has ended leads back to the form, wherever it shows. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Problem && error.status === 401) client.setQueryData(ME_KEY, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => error instanceof Problem && error.retryable && failures < RETRIES_MAX,
      },
    },
  });
  return client;
}
