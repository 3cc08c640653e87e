/** Keys of X11 for a text, in its order; what no key stands for (controls, half signs) is left out. */
export function keysymsOf(text: string): number[] {
  return Array.from(text.replaceAll("\r\n", "\n"), keysymOf).filter((keysym) => keysym !== null);
}

const NAMED: Readonly<Record<string, number>> = { "\n": 0xff0d, "\r": 0xff0d, "\t": 0xff09 };

/** Latin-1 has its own numbers, every other sign that of Unicode. @see https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#keysym_encoding */
function keysymOf(sign: string): number | null {
  const named = NAMED[sign];
  if (named !== undefined) return named;
  const code = sign.codePointAt(0) ?? 0;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isHalf = code >= 0xd800 && code < 0xe000;
  if (isControl || isHalf) return null;
  return code < 0x100 ? code : 0x0100_0000 + code;
}
