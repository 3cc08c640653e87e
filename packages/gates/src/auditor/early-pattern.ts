/**
 * A pattern that runs over whole pages, compiled here rather than when it is first needed. V8 compiles a pattern once for texts of
 * one byte a sign and once for wider ones, interprets it the first time, and optimises none any more when more than 16 MB of code
 * are in use (`TooMuchRegExpCode` in its regexp.cc), which the patterns of all rules together can be: then the same pattern takes
 * twenty times as long.
 */
export function early(pattern: RegExp): RegExp {
  for (const text of ["a text of one byte a sign", "and a wider one →"])
    for (let times = 0; times < 3; times++) pattern.test(text);
  return pattern;
}
