/** An option as a program's help text has it: `--width=COLS` takes a value, `-a` and `--colour[=WHEN]` do without. */
export interface HelpOption {
  readonly name: string;
  /** What the text calls the value; null where there is none. */
  readonly value: string | null;
}

/** The options that lines such as `  -w, --width=COLS  set the width` name. */
export function optionsFromHelp(text: string): readonly HelpOption[] {
  const found = new Map<string, HelpOption>();
  for (const line of text.split("\n")) {
    // The first words of a line, up to two blanks, are the option and its spellings.
    const head = /^\s{0,12}(-{1,2}[^\s].*?)(?: {2,}|\t|$)/.exec(line)?.[1];
    if (head === undefined) continue;
    const spellings = [
      ...head.matchAll(/(?<![\w-])(--?[A-Za-z0-9?][\w-]*)(?:(?:\[?=|[ ]|\[)<?([A-Za-z][\w.]*)[>\]]*)?/g),
    ];
    // `-w, --width=COLS`: the value belongs to both.
    const value = spellings.map(([, , name]) => name).find((name) => name !== undefined) ?? null;
    for (const [, name] of spellings) if (name !== undefined) found.set(name, { name, value });
  }
  return [...found.values()];
}
