import { z } from "zod";
import { defineTool } from "./definition.ts";

/** Absolute, or relative to /workspace. Gate 4 and the executor both confine it. */
const Path = z.string().min(1).max(4_096);
const FileType = z.enum(["file", "directory", "symlink", "other"]);
const FileInfo = z.strictObject({
  path: z.string(),
  type: FileType,
  bytes: z.number().int(),
  /** UTC, ISO 8601. */
  modifiedAt: z.string(),
  mode: z.string(),
});
const common = {
  category: "file",
  enabled: true,
  isReadOnly: false,
  isConcurrencySafe: false,
  outputBytesMax: 65_536,
  redactedParameters: [],
  timeoutMs: 20_000,
  role: "operator",
  exposure: "listed",
  prompt: "",
} as const;
const read = { ...common, isReadOnly: true, isConcurrencySafe: true, risk: "R0_READ", grant: null } as const;
const write = { ...common, risk: "R2_LOCAL_STATE", grant: "write" } as const;

export const fileTools = [
  defineTool({
    ...read,
    id: "computer_file_read",
    title: "Read a file",
    description: "Returns a file's content as text, or as base64 for binary files.",
    prompt: "For a large file give `offset` and `bytesMax`; `truncated` says that there is more.",
    parameters: z.strictObject({
      path: Path,
      offset: z.number().int().min(0).default(0),
      bytesMax: z.number().int().min(1).max(1_048_576).default(262_144),
      encoding: z.enum(["utf8", "base64"]).default("utf8"),
    }),
    result: z.strictObject({
      text: z.string(),
      encoding: z.enum(["utf8", "base64"]),
      /** Size of the whole file. */
      bytes: z.number().int(),
      truncated: z.boolean(),
    }),
    outputBytesMax: 2_097_152,
  }),
  defineTool({
    ...write,
    id: "computer_file_write",
    title: "Write a file",
    description: "Creates, replaces or extends a file.",
    prompt: "`create` refuses to replace a file, `append` extends it.",
    parameters: z.strictObject({
      path: Path,
      content: z.string().max(4_194_304),
      encoding: z.enum(["utf8", "base64"]).default("utf8"),
      mode: z.enum(["overwrite", "append", "create"]).default("overwrite"),
    }),
    result: z.strictObject({ bytes: z.number().int() }),
    redactedParameters: ["content"],
  }),
  defineTool({
    ...write,
    id: "computer_file_delete",
    title: "Delete a file",
    description: "Removes a file, or a directory (with `recursive` also when it is not empty).",
    prompt: "There is no undo.",
    parameters: z.strictObject({ path: Path, recursive: z.boolean().default(false) }),
    result: z.strictObject({ deleted: z.number().int() }),
  }),
  defineTool({
    ...read,
    id: "computer_file_list",
    title: "List a directory",
    description: "The entries of a directory, sorted by name, at most 1,000.",
    parameters: z.strictObject({ path: Path }),
    result: z.strictObject({
      entries: z.array(z.strictObject({ name: z.string(), type: FileType, bytes: z.number().int() })),
      truncated: z.boolean(),
    }),
    outputBytesMax: 262_144,
  }),
  defineTool({
    ...write,
    id: "computer_file_move",
    title: "Move a file",
    description: "Moves or renames a file or directory; refuses to replace unless `overwrite`.",
    exposure: "deferred",
    parameters: z.strictObject({ path: Path, destination: Path, overwrite: z.boolean().default(false) }),
    result: z.strictObject({ path: z.string() }),
  }),
  defineTool({
    ...write,
    id: "computer_file_copy",
    title: "Copy a file",
    description: "Copies a file; refuses to replace unless `overwrite`.",
    exposure: "deferred",
    parameters: z.strictObject({ path: Path, destination: Path, overwrite: z.boolean().default(false) }),
    result: z.strictObject({ path: z.string(), bytes: z.number().int() }),
  }),
  defineTool({
    ...read,
    id: "computer_file_info",
    title: "File facts",
    description: "Type, size, time and mode of a file.",
    exposure: "deferred",
    parameters: z.strictObject({ path: Path }),
    result: FileInfo,
  }),
] as const;
