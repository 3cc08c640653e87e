import path from "node:path";
import { RPC_ERRORS } from "@deskfleet/contracts";
import { RpcFailure } from "../bridge/rpc-failure.ts";

const ROOTS = ["/workspace", "/home/agent", "/tmp"];

/** A file tree in memory: directories are null. Paths outside the desktop's own directories are refused. */
export class FakeFiles {
  readonly #entries = new Map<string, Buffer | null>(ROOTS.map((root) => [root, null]));

  /** Absolute and without dots. @throws RpcFailure FORBIDDEN outside the allowed directories */
  real(given: string): string {
    const real = path.posix.resolve("/workspace", given);
    if (!ROOTS.some((root) => real === root || real.startsWith(`${root}/`)))
      throw new RpcFailure(RPC_ERRORS.FORBIDDEN, "the path is outside the allowed directories");
    return real;
  }

  has(given: string): boolean {
    return this.#entries.has(this.real(given));
  }

  isDirectory(given: string): boolean {
    return this.#entries.get(this.real(given)) === null;
  }

  read(given: string): Buffer {
    const content = this.#entries.get(this.real(given));
    if (content === undefined) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such file");
    if (content === null) throw conflict("is_directory");
    return content;
  }

  write(given: string, content: Buffer, mode: "overwrite" | "append" | "create"): number {
    const real = this.real(given);
    const current = this.#entries.get(real);
    if (current === null) throw conflict("is_directory");
    if (mode === "create" && current !== undefined) throw conflict("exists");
    if (this.#entries.get(path.posix.dirname(real)) !== null)
      throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such directory");
    this.#entries.set(real, mode === "append" && current ? Buffer.concat([current, content]) : content);
    return content.length;
  }

  makeDirectory(given: string): void {
    this.#entries.set(this.real(given), null);
  }

  /** Entries directly inside, sorted by name. */
  list(given: string): { name: string; path: string }[] {
    const real = this.real(given);
    if (!this.#entries.has(real)) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such directory");
    if (!this.isDirectory(real)) throw conflict("not_directory");
    return [...this.#entries.keys()]
      .filter((entry) => path.posix.dirname(entry) === real)
      .sort()
      .map((entry) => ({ name: path.posix.basename(entry), path: entry }));
  }

  delete(given: string, recursive: boolean): number {
    const real = this.real(given);
    if (!this.#entries.has(real)) throw new RpcFailure(RPC_ERRORS.NOT_FOUND, "there is no such file");
    const inside = [...this.#entries.keys()].filter((entry) => entry.startsWith(`${real}/`));
    if (inside.length > 0 && !recursive) throw conflict("not_empty");
    for (const entry of [real, ...inside]) this.#entries.delete(entry);
    return inside.length + 1;
  }

  copy(from: string, to: string): number {
    if (this.has(to)) throw conflict("exists");
    return this.write(to, this.read(from), "create");
  }

  move(from: string, to: string, overwrite: boolean): string {
    const content = this.read(from);
    if (this.has(to) && !overwrite) throw conflict("exists");
    this.write(to, content, "overwrite");
    this.delete(from, false);
    return this.real(to);
  }
}

function conflict(reason: string): RpcFailure {
  return new RpcFailure(RPC_ERRORS.CONFLICT, "the file is in the way", { reason });
}
