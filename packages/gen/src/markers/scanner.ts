/**
 * The notation of marker arguments, the same as in controller-gen: `a="quoted, text",b=bare text,c={1, 2},d=x;y,e={k: v}`.
 * A quoted string is in double quotes with backslash escapes, or in backticks without escapes. A bare string ends at a comma, a
 * semicolon or a closing brace outside of quotes; inside a map also at a colon.
 */

/** An error in the arguments of a marker; `offset` is its place in their text. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A position in the text of the arguments, which moves forward. */
export interface Scanner {
  readonly text: string;
  offset: number;
}

/** The next character that is not a space, or "" at the end. Moves to it. */
export function peek(scanner: Scanner): string {
  while (/^\s$/.test(scanner.text.charAt(scanner.offset))) scanner.offset++;
  return scanner.text.charAt(scanner.offset);
}

/** Moves past one character. */
export function expectCharacter(scanner: Scanner, wanted: string): void {
  const found = peek(scanner);
  if (found !== wanted) throw new ArgumentError(`expected "${wanted}", found ${describeRest(scanner)}`, scanner.offset);
  scanner.offset++;
}

/** Moves past the match of `sticky`, an expression with the flag `y`, and returns it; `undefined` if it does not match. */
export function take(scanner: Scanner, sticky: RegExp): string | undefined {
  peek(scanner);
  sticky.lastIndex = scanner.offset;
  const found = sticky.exec(scanner.text)?.[0];
  scanner.offset += found?.length ?? 0;
  return found;
}

/** A string, quoted or bare. */
export function scanText(scanner: Scanner, insideMap: boolean): string {
  const start = scanner.offset;
  const first = peek(scanner);
  if (first === '"' || first === "`") {
    const quoted = scanQuoted(scanner, first);
    if (isEndOfText(peek(scanner), insideMap)) return quoted;
    scanner.offset = start; // A string that only begins with quotes, such as "a"b, is bare.
  }
  return scanBare(scanner, insideMap);
}

/** The offset of a character in its source, by its offset in the string. The source includes the quotes. */
export function sourceOffset(source: string, offset: number): number {
  if (/^`[^`]*`$/.test(source)) return offset + 1;
  if (!/^"(?:[^"\\]|\\.)*"$/.test(source)) return offset;
  const scanner = { text: source, offset: 1 };
  for (let length = 0; length < offset;) {
    const character = source.charAt(scanner.offset);
    if (character === "") break;
    scanner.offset++;
    length += character === "\\" ? scanEscape(scanner).length : 1;
  }
  return scanner.offset;
}

/** The rest of the text, for a message. */
export function describeRest(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.offset);
  return rest === "" ? "the end" : `"${rest.length > 40 ? `${rest.slice(0, 40)}…` : rest}"`;
}

export function isEndOfText(character: string, insideMap: boolean): boolean {
  return character === "" || ",;}".includes(character) || (insideMap && character === ":");
}

function scanBare(scanner: Scanner, insideMap: boolean): string {
  peek(scanner);
  const start = scanner.offset;
  let end = start;
  while (!isEndOfText(peek(scanner), insideMap)) {
    const character = peek(scanner);
    if (character === '"' || character === "`") scanQuoted(scanner, character);
    else scanner.offset++;
    end = scanner.offset;
  }
  return scanner.text.slice(start, end);
}

function scanQuoted(scanner: Scanner, quote: string): string {
  const start = scanner.offset;
  scanner.offset++;
  let text = "";
  for (;;) {
    const character = scanner.text.charAt(scanner.offset);
    if (character === "") throw new ArgumentError(unendedText(quote), start);
    scanner.offset++;
    if (character === quote) return text;
    text += character === "\\" && quote === '"' ? scanEscape(scanner) : character;
  }
}

function unendedText(quote: string): string {
  const advice =
    quote === '"'
      ? 'add " at its end'
      : "add ` at its end; a marker is one line, so a rule cannot continue on the next line";
  return `has a string without an end: ${advice}`;
}

const simpleEscapes: Readonly<Record<string, string | undefined>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

function scanEscape(scanner: Scanner): string {
  const at = scanner.offset - 1;
  const rest = scanner.text.slice(scanner.offset);
  const code = /^(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8}))/.exec(rest);
  if (code !== null) {
    scanner.offset += code[0].length;
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16);
    if (point <= 0x10ffff) return String.fromCodePoint(point);
  }
  const simple = simpleEscapes[rest.charAt(0)];
  if (code !== null || simple === undefined) {
    throw new ArgumentError(`"\\${rest.charAt(0)}" is not an escape; use backticks for a string with backslashes`, at);
  }
  scanner.offset++;
  return simple;
}
