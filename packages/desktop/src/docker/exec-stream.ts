import { Duplex } from "node:stream";
import type { Container } from "dockerode";

const HEADER_BYTES = 8;
const STDOUT = 1;
/** What a failing program said last; for the log. */
const STDERR_BYTES_KEPT = 4_096;

/**
 * stdin and stdout of one `docker exec` as a Duplex, with back-pressure both ways.
 *
 * Without a TTY the engine cuts the output into frames of one type byte, three zeros and a big-endian length. dockerode's
 * own demultiplexer ignores back-pressure and concatenates what it holds on every chunk, so it is not used.
 * @see https://docs.docker.com/reference/api/engine/version/v1.41/#tag/Container/operation/ContainerAttach
 */
export class ExecStream extends Duplex {
  readonly #socket: Duplex;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #frameBytesLeft = 0;
  #isStdout = true;
  #stderr = Buffer.alloc(0);

  constructor(socket: Duplex) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      if (!this.#demultiplex(chunk)) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("close", () => this.destroy());
    socket.on("error", (error) => this.destroy(error));
  }

  /** The last lines of stderr: the desktop's words, for the log only. */
  get stderrTail(): string {
    return this.#stderr.toString("utf8");
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  /** Returns false when the reader has enough for now. */
  #demultiplex(chunk: Buffer): boolean {
    let wantsMore = true;
    let at = 0;
    while (at < chunk.length) {
      if (this.#frameBytesLeft === 0) {
        const copied = chunk.copy(this.#header, this.#headerBytes, at);
        at += copied;
        this.#headerBytes += copied;
        if (this.#headerBytes < HEADER_BYTES) break;
        this.#headerBytes = 0;
        this.#isStdout = this.#header[0] === STDOUT;
        this.#frameBytesLeft = this.#header.readUInt32BE(4);
        continue;
      }
      const piece = chunk.subarray(at, at + this.#frameBytesLeft);
      at += piece.length;
      this.#frameBytesLeft -= piece.length;
      if (this.#isStdout) wantsMore = this.push(piece);
      else this.#stderr = Buffer.concat([this.#stderr, piece]).subarray(-STDERR_BYTES_KEPT);
    }
    return wantsMore;
  }
}

/** Runs a program in the container as the desktop's user. Rejects with the engine's error if the container is not running. */
export async function execStream(container: Container, argv: readonly string[]): Promise<ExecStream> {
  const exec = await container.exec({
    Cmd: [...argv],
    User: "1000:1000",
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
  });
  return new ExecStream(await exec.start({ hijack: true, stdin: true, Tty: false }));
}
