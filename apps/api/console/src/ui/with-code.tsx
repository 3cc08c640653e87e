/** Text of ours in which names stand between backticks. */
export function WithCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text that does not change
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
