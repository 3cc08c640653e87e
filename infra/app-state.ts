import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseSnapshot, renderAppState, SnapshotFault } from "@deskfleet/app-state";
import { runMain } from "./setup/step.ts";

/** `npm run -s app-state -- render FILE.tree.json`: prints the text of an accessibility tree. Needs no services and no desktop. */
const USAGE = "usage: npm run -s app-state -- render FILE.tree.json";
/** A tree of the largest allowed size is far below; a wrong file should not fill the memory. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** A file that cannot be rendered. The message is one line for the person at the terminal. */
class FileFault extends Error {
  override readonly name = "FileFault";
}

function readTree(path: string): unknown {
  let text: string;
  try {
    if (statSync(path).size > FILE_BYTES_MAX) throw new FileFault(`is larger than ${FILE_BYTES_MAX} bytes`);
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof FileFault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const faults: Record<string, string> = {
      ENOENT: "does not exist",
      EISDIR: "is a directory",
      EACCES: "may not be read",
      ERR_ENCODING_INVALID_ENCODED_DATA: "is not UTF-8",
    };
    throw new FileFault(faults[code ?? ""] ?? `cannot be read (${code})`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileFault(`is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

await runMain(async () => {
  const [verb, file, ...others] = process.argv.slice(2);
  if (verb !== "render" || file === undefined || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  // npm changes to the checkout's root; a relative name is meant where the caller stands.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  try {
    process.stdout.write(`${renderAppState(parseSnapshot(readTree(path))).text}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileFault || error instanceof SnapshotFault)) throw error;
    process.stderr.write(
      error instanceof SnapshotFault
        ? `${file} is no accessibility tree: ${error.message}\n`
        : `${file} ${error.message}\n`,
    );
    return 1;
  }
});
