import type { PolicyVersion, StoredLayer } from "@deskfleet/contracts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../client/http.ts";
import { Problem } from "../../client/problem.ts";

/** A layer's document in force; null where none is stored yet. */
export function useStoredPolicy(layer: StoredLayer, project: string | null) {
  return useQuery({
    queryKey: ["policies", "stored", layer, project],
    queryFn: async ({ signal }) => {
      try {
        return await call<PolicyVersion>("GET", `/v1/policies/${layer}`, { query: { project }, signal });
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }
    },
  });
}
