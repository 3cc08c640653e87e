import { z } from "zod";
import type { JsonObject } from "../../common.ts";
import type { ToolId } from "../registry.ts";
import type { ToolCases } from "./tool-case.ts";

/** Beyond what the kernel gives out. */
const NO_PROCESS = 2_000_000_000;
const ProcessList = z.object({
  processes: z.array(z.object({ name: z.string(), pid: z.number().nullable(), argv: z.array(z.string()) })),
});
const processesOf = (result: JsonObject) => ProcessList.parse(result).processes;

export const processCases = {
  computer_process_list: {
    normal: {
      says: "lists the session's processes",
      params: () => ({}),
      isRight: (result) => processesOf(result).length > 0,
    },
    forbidden: { says: "is not for viewers", params: () => ({}), role: "viewer", codes: ["auth.forbidden"] },
    hygiene: {
      says: "shows neither process ids nor command lines without the consent for them",
      params: () => ({}),
      isClean: (result) => processesOf(result).every(({ pid, argv }) => pid === null && argv.length === 0),
    },
  },
  computer_process_start: {
    normal: {
      says: "starts an application of the image",
      params: () => ({ app: "order-desk" }),
      isRight: ({ pid, exitCode }) => Number.isInteger(pid) && exitCode === null,
    },
    forbidden: {
      says: "starts nothing that removes the system",
      params: () => ({ argv: ["rm", "-rf", "/"] }),
      codes: ["policy.denied"],
    },
    hygiene: {
      says: "a secret that a program prints is masked",
      params: ({ secretPath }) => ({ argv: ["cat", secretPath] }),
    },
  },
  computer_process_terminate: {
    normal: {
      says: "ends a program that was started",
      before: () => [{ tool: "computer_process_start", params: { app: "order-desk" } }],
      params: (_facts, [started]) => ({ pid: started?.pid }),
      isRight: ({ ended }) => ended === true,
    },
    forbidden: {
      says: "does not end what carries the session",
      params: ({ carrierPid }) => ({ pid: carrierPid }),
      codes: ["policy.denied"],
    },
    hygiene: { says: "a process that is not there is no traceback", params: () => ({ pid: NO_PROCESS }) },
  },
} as const satisfies Partial<Record<ToolId, ToolCases>>;
