import type { ToolReply } from "@deskfleet/contracts";
import type { LiveSession } from "../sessions/live-session.ts";

// What tests of real pages prepare on a desktop, beside the gates.

/** @throws Error the command ended with another code than 0 */
export async function runPlain(session: LiveSession, command: string): Promise<void> {
  const args = { command: `set -a; . /run/deskfleet/env; set +a; ${command}`, wait: true };
  const answer = await session.desktop.executor.call(
    "computer_process_start",
    { token: session.fencingToken, deadlineMs: 20_000, args },
    { timeoutMs: 20_000 },
  );
  const { exitCode, stderr } = (answer.result as ToolReply).result as { exitCode: number | null; stderr: string };
  if (exitCode !== 0) throw new Error(`${command}: ${stderr}`);
}

/** A page by its heading, in the workspace. */
export async function writePage(session: LiveSession, name: string, body: string): Promise<void> {
  const content = `<!doctype html><meta charset=utf-8><title>Page ${name}</title><body style="font:16px sans-serif"><h1>${name}</h1>${body}`;
  await session.desktop.executor.call(
    "computer_file_write",
    { token: session.fencingToken, deadlineMs: 20_000, args: { path: `${name}.html`, content } },
    { timeoutMs: 20_000 },
  );
}
