import { once } from "node:events";
import { createInterface } from "node:readline";
import { readCommandLine, USAGE } from "./command-line.ts";
import { StdioBridge } from "./mcp/stdio-bridge.ts";

const WRONG_USAGE = 2;
const log = (line: string) => process.stderr.write(`deskfleet: ${line}\n`);

const command = readCommandLine(process.argv.slice(2), process.env);
if (command.kind === "help") process.stdout.write(USAGE);
else if (command.kind === "wrong") {
  process.stderr.write(`deskfleet: ${command.reason}\n\n${USAGE}`);
  process.exitCode = WRONG_USAGE;
} else await bridge(command);

/** Until stdin ends, or a signal: then the session ends on the server too. Stdout is protocol only. */
async function bridge({ url, key }: { url: URL; key: string }): Promise<void> {
  const write = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const stdio = new StdioBridge({ url, key, write, log });
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  // In the order of arrival as far as they are sent; answers come as they come.
  lines.on("line", (line) => void stdio.accept(line));
  const gone = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
    // The client closed its end: nobody is left to answer.
    process.stdout.on("error", () => resolve());
  });
  await Promise.race([once(lines, "close"), gone]);
  lines.close();
  await stdio.end();
  process.exit(0);
}
