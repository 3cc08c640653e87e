/** RFC 3492 section 6.2, for one label without its `xn--`. Null when it is not valid. */
export function decodePunycode(label: string): string | null {
  const points: number[] = [];
  const split = label.lastIndexOf("-");
  for (const sign of label.slice(0, Math.max(0, split))) points.push(sign.charCodeAt(0));
  let [code, bias, index] = [128, 72, 0];
  for (let at = split + 1; at < label.length; ) {
    const before = index;
    for (let [weight, base] = [1, 36]; ; base += 36) {
      const digit = digitOf(label.charAt(at++));
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(26, Math.max(1, base - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const count = points.length + 1;
    bias = adapt(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return null;
    points.splice(index++, 0, code);
  }
  return String.fromCodePoint(...points);
}

function digitOf(sign: string): number | null {
  if (/^[a-z]$/.test(sign)) return sign.charCodeAt(0) - 97;
  return /^[0-9]$/.test(sign) ? sign.charCodeAt(0) - 22 : null;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let base = 0;
  for (; rest > 455; base += 36) rest = Math.floor(rest / 35);
  return base + Math.floor((36 * rest) / (rest + 38));
}
