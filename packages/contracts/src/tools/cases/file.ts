import type { ToolId } from "../registry.ts";
import type { SelfTestFacts, ToolCases } from "./tool-case.ts";

const FOLDER = "/workspace";
const MISSING = `${FOLDER}/self-test-missing`;
const denied = ["policy.denied"] as const;
/** A file of this case alone, with the note's text. */
const written = (name: string) => ({
  path: `${FOLDER}/self-test-${name}.txt`,
  before: ({ noteText }: SelfTestFacts) => [
    { tool: "computer_file_write", params: { path: `${FOLDER}/self-test-${name}.txt`, content: noteText } },
  ],
});
const moved = written("moved");
const copied = written("copied");
const deleted = written("deleted");
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

export const fileCases = {
  computer_file_read: {
    normal: {
      says: "answers a file's text",
      params: ({ notePath }) => ({ path: notePath }),
      isRight: ({ text }, { noteText }) => text === noteText,
    },
    forbidden: { says: "reads no file of the system", params: () => ({ path: "/etc/passwd" }), codes: denied },
    hygiene: { says: "a secret in a file is masked", params: ({ secretPath }) => ({ path: secretPath }) },
  },
  computer_file_write: {
    normal: {
      says: "writes a file",
      params: ({ noteText }) => ({ path: `${FOLDER}/self-test-written.txt`, content: noteText }),
      isRight: ({ bytes }, { noteText }) => bytes === bytesOf(noteText),
    },
    forbidden: {
      says: "writes nothing outside the allowed directories",
      params: () => ({ path: "/usr/local/bin/self-test", content: "no" }),
      codes: denied,
    },
    hygiene: {
      says: "a failure shows neither content nor the system's message",
      params: ({ secret }) => ({ path: `${MISSING}/a/b`, content: secret, mode: "create" }),
    },
  },
  computer_file_delete: {
    normal: {
      says: "asks before it removes a file",
      before: deleted.before,
      params: () => ({ path: deleted.path }),
      isRight: null,
    },
    forbidden: { says: "removes no file of the system", params: () => ({ path: "/usr/bin/env" }), codes: denied },
    hygiene: { says: "a missing file is no traceback", params: () => ({ path: MISSING }) },
  },
  computer_file_list: {
    normal: {
      says: "lists the working directory",
      params: () => ({ path: FOLDER }),
      isRight: ({ entries }, { notePath }) =>
        Array.isArray(entries) && entries.some(({ name }) => `${FOLDER}/${name}` === notePath),
    },
    forbidden: { says: "lists no directory of the system", params: () => ({ path: "/proc/self" }), codes: denied },
    hygiene: { says: "a missing directory is no traceback", params: () => ({ path: MISSING }) },
  },
  computer_file_move: {
    normal: {
      says: "renames a file",
      before: moved.before,
      params: () => ({ path: moved.path, destination: `${FOLDER}/self-test-renamed.txt`, overwrite: true }),
      isRight: ({ path }) => path === `${FOLDER}/self-test-renamed.txt`,
    },
    forbidden: {
      says: "moves nothing out of the allowed directories",
      params: ({ notePath }) => ({ path: notePath, destination: "/etc/self-test" }),
      codes: denied,
    },
    hygiene: {
      says: "a missing file is no traceback",
      params: () => ({ path: MISSING, destination: `${FOLDER}/self-test-b` }),
    },
  },
  computer_file_copy: {
    normal: {
      says: "copies a file",
      params: ({ notePath }) => ({ path: notePath, destination: copied.path, overwrite: true }),
      isRight: ({ bytes }, { noteText }) => bytes === bytesOf(noteText),
    },
    forbidden: {
      says: "copies nothing of the system",
      params: () => ({ path: "/etc/passwd", destination: copied.path }),
      codes: denied,
    },
    hygiene: { says: "a missing file is no traceback", params: () => ({ path: MISSING, destination: copied.path }) },
  },
  computer_file_info: {
    normal: {
      says: "answers a file's facts",
      params: ({ notePath }) => ({ path: notePath }),
      isRight: ({ type, bytes }, { noteText }) => type === "file" && bytes === bytesOf(noteText),
    },
    forbidden: { says: "knows nothing of other processes", params: () => ({ path: "/proc/1/environ" }), codes: denied },
    hygiene: { says: "a missing file is no traceback", params: () => ({ path: MISSING }) },
  },
} as const satisfies Partial<Record<ToolId, ToolCases>>;
