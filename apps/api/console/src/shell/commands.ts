export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  run(): void;
}

/** Commands that have all the words, those that begin with the text first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const first = words.join(" ");
  return commands
    .filter(({ id, label, hint }) => words.every((word) => `${label} ${hint} ${id}`.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a, first) - rank(b, first));
}

const rank = ({ label }: Command, text: string) => (label.toLowerCase().startsWith(text) ? 0 : 1);
