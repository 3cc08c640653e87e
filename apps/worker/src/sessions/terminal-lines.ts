import type { WindowInfo } from "@deskfleet/contracts";
import { isTerminal } from "@deskfleet/gates";

/** Characters. Nobody types such a line; what is longer is not remembered and so not known. */
const LINE_MAX = 65_536;

/**
 * What stands at the prompt of each terminal window of a session, typed and not sent: text, or null for not known.
 *
 * A window that turns up has an empty line, unless keys went somewhere since the screen was last looked at: they may have
 * gone there. Lines are known again after ctrl+c, which the gate always lets pass.
 */
export class TerminalLines {
  /** By window and process: the X server gives the number of a closed window to another one. */
  readonly #lines = new Map<string, string | null>();
  #isUnwatched = false;
  #changes = 0;

  /** Taken before windows are read and given to `look` with them: what happens in between is not overlooked. */
  get mark(): number {
    return this.#changes;
  }

  /** Meets what is on the screen. */
  look(windows: readonly WindowInfo[], mark: number): void {
    for (const window of windows) {
      if (!isTerminal(window.process.name) || this.#lines.has(keyOf(window))) continue;
      this.#lines.set(keyOf(window), this.#isUnwatched ? null : "");
    }
    if (mark === this.#changes) this.#isUnwatched = false;
  }

  lineOf(window: WindowInfo): string | null {
    return this.#lines.get(keyOf(window)) ?? null;
  }

  /** Keys went to the window that had the keyboard: `line` is what they left there, null for a window that is no terminal. */
  typed(window: WindowInfo | null, line: string | null): void {
    this.#unwatch();
    if (window !== null) this.#lines.set(keyOf(window), line !== null && line.length > LINE_MAX ? null : line);
  }

  /** A command runs in one of them, which may end the shells of others; an empty line stays empty whatever does so. */
  sent(window: WindowInfo): void {
    for (const [key, line] of this.#lines) if (key !== keyOf(window) && line !== "") this.#lines.set(key, null);
  }

  /** Nobody knows any more: a person had the keyboard, an action failed half way, the keyboard went elsewhere. */
  forget(): void {
    this.#unwatch();
    for (const key of this.#lines.keys()) this.#lines.set(key, null);
  }

  #unwatch(): void {
    this.#isUnwatched = true;
    this.#changes += 1;
  }
}

const keyOf = ({ id, process }: WindowInfo): string => `${id} ${process.pid}`;
