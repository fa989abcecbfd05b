/** Text of others as a terminal may have it: what is no letter, space or line break stands there as its number, and moves no cursor. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
