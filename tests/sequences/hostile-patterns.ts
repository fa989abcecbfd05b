/**
 * Patterns with catastrophic backtracking: a repeated part that can match in two ways,
 * and a text of only that part with an end that does not match.
 */

export interface HostilePattern {
  readonly pattern: string;
  readonly text: string;
}

/** More than two hundred patterns, each with a text of this number of characters. */
export function hostilePatterns(length: number): readonly HostilePattern[] {
  return shapes.flatMap((shape) =>
    units.flatMap(([unit, text]) =>
      ends.map((end) => ({
        pattern: `^${shape.replaceAll("U", unit)}${end}`,
        text: `${text.repeat(length / text.length)}!`,
      })),
    ),
  );
}

const shapes = [
  "(U+)+",
  "(U*)*",
  "(U+)*",
  "(U|U)*",
  "(U|UU)+",
  "(U|U?)+",
  "(U+U+)+",
  "(U*U*)*",
  "(?:U{1,5}){1,5}",
  "(?:(?:U+)+)+",
  "(U+|U+U)*",
  "(.*U){9}",
  "(.*U.*)*",
  "U*U*U*U*U*U*",
  "(?:U|U|U)+",
  "(?:U?){30}U{30}",
] as const;
const units = [
  ["a", "a"],
  ["\\d", "1"],
  ["[a-z]", "q"],
  ["\\s", " "],
  ["(?:ab|ab)", "ab"],
  ["[^x]", "-"],
  [".", "."],
] as const;
const ends = ["$", "X$"] as const;
