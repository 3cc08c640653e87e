import { normaliseHost } from "./domain.ts";

/** Options of curl that neither send anything, nor follow where the host points, nor name another way to it. */
const FLAGS = /^(?:-[sSfiIv46]+|--(?:silent|show-error|fail|include|head|verbose|compressed))$/;
/** One address as every reader of URLs takes it: no user part, no globs, no backslash, no second reading. */
const URL_OF_HOST = /^https?:\/\/([A-Za-z0-9.-]+)(?::[0-9]{1,5})?(?:[/?][\w./~%?&=+:,;@!$'()*-]*)?$/;

/**
 * The one host that a command reads from and does nothing else to; null for every other command. A consent for a host
 * covers these: what sends data, follows redirects or takes a proxy reaches more than the host that somebody consented to.
 */
export function hostOfCommand(words: readonly (string | null)[]): string | null {
  const [program, ...args] = words;
  if (program !== "curl") return null;
  const [url, ...more] = args.filter((word) => word === null || !FLAGS.test(word));
  const host = more.length === 0 && url != null ? URL_OF_HOST.exec(url)?.[1] : undefined;
  return host === undefined ? null : normaliseHost(host);
}
