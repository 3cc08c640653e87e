import type { JsonObject } from "../../common.ts";
import type { ErrorCode } from "../../errors.ts";

/** What the self-test has put on its desktop before the cases run. Points are device pixels. */
export interface SelfTestFacts {
  readonly screen: { readonly width: number; readonly height: number };
  /** A text editor. `app`: as the app-state tools take it. */
  readonly editor: { readonly windowId: number; readonly app: string; readonly x: number; readonly y: number };
  /** A window that policy calls sensitive; in front for the cases that say so, gone for the others. */
  readonly sensitiveWindowId: number;
  /** The same, as the app-state tools take it. */
  readonly sensitiveApp: string;
  /** A process that carries the session. */
  readonly carrierPid: number;
  /** Looks like a token of a well-known issuer. Whatever leaves must not contain it. */
  readonly secret: string;
  /** A text file that holds the secret, and one that does not. */
  readonly secretPath: string;
  readonly notePath: string;
  readonly noteText: string;
}

/** One call and what has to come of it. Everything in it is data or a pure function: the worker runs it. */
interface ToolCase {
  /** What is shown; a sentence for the report. */
  readonly says: string;
  readonly isSensitiveInFront?: true;
  /** Calls before, all of which have to be done; their results are handed on. */
  readonly before?: (facts: SelfTestFacts) => readonly { readonly tool: string; readonly params: JsonObject }[];
  readonly params: (facts: SelfTestFacts, before: readonly JsonObject[]) => JsonObject;
}

/** Is done, and the result is right. */
export interface NormalCase extends ToolCase {
  /** Null: a person is always asked first, and the self-test has nobody to ask; the question is the normal answer. */
  readonly isRight: ((result: JsonObject, facts: SelfTestFacts) => boolean) | null;
}

/** Is not done, and one of these says why. */
export interface ForbiddenCase extends ToolCase {
  readonly codes: readonly ErrorCode[];
  /** Default: operator. */
  readonly role?: "viewer";
}

/**
 * Provokes an answer, done or not, that could show more than it may: whatever the case, no answer holds the secret, foreign
 * paths, process details, raw messages or tracebacks. `isClean` is what this tool has to keep to itself beside that.
 */
export interface HygieneCase extends ToolCase {
  readonly isClean?: (result: JsonObject) => boolean;
}

export interface ToolCases {
  readonly normal: NormalCase;
  readonly forbidden: ForbiddenCase;
  readonly hygiene: HygieneCase;
}
