/**
 * Bash evaluates the subscript in a name like `a[…]` as arithmetic, after expanding it: wherever a builtin takes a name
 * or a number, a quoted `$(…)` inside brackets runs. Text after the bracket counts as inside: the brackets of a hostile
 * subscript need not match.
 */
export function hasCommandSubscript(text: string): boolean {
  const open = text.indexOf("[");
  return open !== -1 && holdsCommand(text.slice(open));
}

/** Commands in a value that arithmetic reads: no number and no plain expression holds one. */
export const holdsCommand = (text: string): boolean => /\$\(|`|\$\{|[<>]\(/.test(text);

/** Like `hasCommandSubscript`, for source text of arithmetic: only what stands between a bracket and its partner. */
export function hasSubscriptedCommand(source: string): boolean {
  let depth = 0;
  for (let index = 0; index < source.length; index++) {
    const character = source[index];
    if (character === "[") depth++;
    else if (character === "]" && depth > 0) depth--;
    else if (
      depth > 0 &&
      (character === "`" || (character === "$" && source[index + 1] === "(" && source[index + 2] !== "("))
    )
      return true;
  }
  return false;
}
