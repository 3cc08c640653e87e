import type { Duplex } from "node:stream";

/** The server's side of the handshake: version, the number of security types, the types, the result, the head of ServerInit. */
const VERSION_BYTES = 12;
const RESULT_BYTES = 4;
const INIT_HEAD_BYTES = 24;
const CLIENT_VERSION = "RFB 003.008\n";
const SECURITY_NONE = 1;
const SHARED = 1;

/**
 * Speaks RFB 3.8 with a desktop's VNC server up to where input may be written to the stream. No picture is ever asked for, so none
 * comes; what else the server says is read and dropped.
 * @throws Error when the stream ends first or wants a password
 */
export async function openForInput(vnc: Duplex): Promise<void> {
  const read = reader(vnc);
  await read(VERSION_BYTES);
  vnc.write(CLIENT_VERSION);
  const [types = 0] = await read(1);
  if (types === 0 || !(await read(types)).includes(SECURITY_NONE)) throw new Error("the VNC server wants a password");
  vnc.write(Buffer.from([SECURITY_NONE]));
  if ((await read(RESULT_BYTES)).readUInt32BE(0) !== 0) throw new Error("the VNC server refused");
  vnc.write(Buffer.from([SHARED]));
  await read((await read(INIT_HEAD_BYTES)).readUInt32BE(INIT_HEAD_BYTES - 4));
  vnc.resume();
}

function reader(stream: Duplex): (bytes: number) => Promise<Buffer> {
  return (bytes) =>
    new Promise((resolve, reject) => {
      if (bytes === 0) return resolve(Buffer.alloc(0));
      const done = (act: () => void) => {
        stream.off("readable", onReadable).off("end", onEnd).off("close", onEnd).off("error", onEnd);
        act();
      };
      const onEnd = (cause?: unknown) => done(() => reject(new Error("the VNC stream ended", { cause })));
      const onReadable = () => {
        const chunk: Buffer | null = stream.read(bytes);
        if (chunk?.length === bytes) done(() => resolve(chunk));
      };
      stream.on("readable", onReadable).on("end", onEnd).on("close", onEnd).on("error", onEnd);
      onReadable();
    });
}
