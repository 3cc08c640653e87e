import type { Input } from "../shell/invocation.ts";
import { holdsSecret } from "../shell/secret-names.ts";
import { hasUnknown, textWord, type Word } from "../shell/word.ts";
import type { Finding } from "./finding.ts";
import { isStandardInput, judgeOperand } from "./judge-paths.ts";
import type { Facts, Judged, JudgeState } from "./judge-state.ts";
import { parsePeer, peerFault } from "./peer.ts";

/** One connection to another machine: asked, or denied for where it goes or what it takes along. */
export function judgeConnection(state: JudgeState, judged: Judged, peer: Word | null, sends: readonly Word[]): void {
  state.connects = true;
  state.changes = true;
  judged.facts.connects = true;
  state.connectors.add(judged.facts);
  const say = (verdict: Finding["verdict"], code: string, reason: string) =>
    state.add({ verdict, layer: "readonly", code, reason, changes: true, isOpenEnded: true }, judged.invocation.span);
  state.add(
    {
      verdict: "ask",
      layer: "readonly",
      code: "command.network",
      reason: "reaches another machine",
      changes: true,
      isOpenEnded: true,
      command: judged.canonical,
      variables: judged.variables,
      host: peer === null || hasUnknown(peer) ? null : parsePeer(addressText(peer)).host,
    },
    judged.invocation.span,
  );
  if (peer !== null) judgePeer(state, judged, peer, say);
  for (const word of sends) if (!isStandardInput(word)) judgeOperand(state, judged, word, "send");
  judgeInput(state, judged, say);
  if (judged.invocation.words.some(isComputedAddress))
    say("deny", "command.network_data", "an address is put together from data");
  if (judged.invocation.words.some(holdsSecret))
    say("deny", "command.exfiltration", "a variable that may hold a secret would leave");
}

function judgePeer(
  state: JudgeState,
  judged: Judged,
  peer: Word,
  say: (verdict: Finding["verdict"], code: string, reason: string) => void,
): void {
  if (hasUnknown(peer)) {
    say("deny", "command.network_data", "an address is put together from data");
    return;
  }
  const text = addressText(peer);
  // A repository or a module may as well be a directory here.
  if (/^(?:\/|\.{1,2}(?:\/|$))/.test(text)) {
    judgeOperand(state, judged, peer, "read");
    return;
  }
  const fault = peerFault(parsePeer(text));
  if (fault === "metadata") say("deny", "command.metadata", "an address that hands out credentials of the machine");
  if (fault === "control") say("deny", "command.control_port", "a port that controls containers or browsers");
  if (fault === "raw") say("deny", "command.raw_socket", "an address that opens a raw connection");
  if (fault === "file") judgeOperand(state, judged, textWord(text.slice("file://".length)), "send");
}

/** Patterns match no file here: `?` and `[…]` are parts of the URL. */
const addressText = (peer: Word): string =>
  peer.map((piece) => (piece.kind === "text" || piece.kind === "glob" ? piece.text : "")).join("");

/** `https://host/$(…)` wherever it stands. */
const isComputedAddress = (word: Word): boolean =>
  hasUnknown(word) && word.some((piece) => piece.kind === "text" && piece.text.includes("://"));

/** What comes down a pipe or out of a file may leave with the request. */
function judgeInput(
  state: JudgeState,
  judged: Judged,
  say: (verdict: Finding["verdict"], code: string, reason: string) => void,
): void {
  const { input } = judged.invocation;
  if (input.kind === "file") judgeOperand(state, judged, input.path, "send");
  if (sourcesOf(input, state).some(({ readsSecret }) => readsSecret))
    say("deny", "command.exfiltration", "secrets or the environment would leave");
}

/** All commands whose output may be in this input. */
function sourcesOf(input: Input, state: JudgeState, depth = 0): Facts[] {
  if ((input.kind !== "pipe" && input.kind !== "process") || depth > 32) return [];
  return input.from.flatMap((invocation) => [
    ...(state.factsOf.has(invocation) ? [state.factsOf.get(invocation) as Facts] : []),
    ...sourcesOf(invocation.input, state, depth + 1),
  ]);
}
