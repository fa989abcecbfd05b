// Patterns that are one character or class of ASCII, such as `[a-z]+`: a scan finds their matches, which may be as many as the characters of a text, ten
// times as fast as the engine. A longer pattern needs the engine: a scan that tries it at each character takes quadratic time.

const syntax = /^(?:[\w ,:;@/=<>%&~"'#!-]|\\[dw]|\[(?:\w(?:-\w)?)+\])\+?$/u;
const classes: ReadonlyMap<string, string> = new Map([
  [String.raw`\d`, "0-9"],
  [String.raw`\w`, "0-9A-Z_a-z"],
]);

/** One character, which may be repeated. */
export interface SimplePattern {
  /** The characters: those whose code has a 1. */
  readonly set: Uint8Array;
  readonly isRepeated: boolean;
}

/** Returns the parts of a valid pattern, or `undefined` for a pattern that needs the engine. */
export function simplePattern(source: string): SimplePattern | undefined {
  if (!syntax.test(source)) return undefined;
  const isRepeated = source.length > 1 && source.endsWith("+");
  const part = isRepeated ? source.slice(0, -1) : source;
  return { set: setOf(classes.get(part) ?? part.replace(/^\[(.*)\]$/u, "$1")), isRepeated };
}

/** The codes of the characters and ranges of a class. */
function setOf(content: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const range of content.match(/.(?:-.)?/gu) ?? [])
    set.fill(1, range.charCodeAt(0), range.charCodeAt(range.length - 1) + 1);
  return set;
}

/** The matches from left to right, at most `limit`. */
export function findAllSimple({ set, isRepeated }: SimplePattern, text: string, limit: number): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length && found.length < limit;) {
    let end = start;
    while (set[text.charCodeAt(end)] === 1 && (isRepeated || end === start)) end++;
    if (end > start) found.push(text.slice(start, end));
    start = Math.max(end, start + 1);
  }
  return found;
}
