/** Without blanks a verb stands before the name: `删除旧预算.xlsx`. `old-plan.txt` is another file than `plan.txt`. */
export const isSameFile = (longer: string, file: string): boolean =>
  longer.endsWith(file) &&
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u.test(
    longer.slice(0, longer.length - file.length),
  );
