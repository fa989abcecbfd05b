// The lexer: the longest match wins, and a character that begins no token is reported and skipped, as in the grammar of
// the reference. Plain tokens are recognized by their first characters; patterns of the grammar decide about the others.

import type { SyntaxIssue } from "./source.ts";
import type { Token, TokenKind } from "./token.ts";

const classes: readonly (readonly [TokenKind | undefined, RegExp])[] = [
  [undefined, /\/\/[^\n]*/y],
  ["NUM_FLOAT", /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ["NUM_UINT", /(?:0x[0-9a-fA-F]+|\d+)[uU]/y],
  ["NUM_INT", /0x[0-9a-fA-F]+|\d+/y],
  [
    "STRING",
    /[bB]?"""(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\])*?"""/uy,
  ],
  [
    "STRING",
    /[bB]?'''(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\])*?'''/uy,
  ],
  [
    "STRING",
    /[bB]?"(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\"\n\r])*"/uy,
  ],
  [
    "STRING",
    /[bB]?'(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\'\n\r])*'/uy,
  ],
  ["STRING", /[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/uy],
  ["IDENTIFIER", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["ESC_IDENTIFIER", /`[A-Za-z0-9_.\-/ ]+`/y],
];
const symbols: readonly TokenKind[] = [
  ...(["==", "!=", "<=", ">=", "&&", "||"] as const),
  ...(["<", ">", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%"] as const),
];
const keywords: ReadonlyMap<string, TokenKind> = new Map(
  (["in", "true", "false", "null"] as const).map((word) => [word, word] as const),
);

/** The tokens of a text, the last of kind EOF. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly issues: readonly SyntaxIssue[];
  /** The offsets of characters that begin no token. */
  readonly skipped: ReadonlySet<number>;
}

/** Splits a text into tokens. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const issues: SyntaxIssue[] = [];
  const skipped = new Set<number>();
  const isNarrow = !/[\ud800-\udfff]/.test(text);
  let at = 0;
  let offset = 0;
  const advance = (length: number): void => {
    if (isNarrow) offset = at += length;
    else for (const end = at + length; at < end; offset++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  };
  while (at < text.length) {
    const blank = blankEnd(text, at) - at;
    if (blank > 0) {
      advance(blank);
      continue;
    }
    const plain = plainToken(text, at);
    const { kind, length } = plain ?? longestMatch(text, at);
    if (length === 0) {
      const wrong = unrecognized(text, at);
      issues.push({ offset, message: `Syntax error: token recognition error at: '${wrong}'` });
      const from = offset;
      advance(wrong.length);
      for (let index = from; index < offset; index++) skipped.add(index);
      continue;
    }
    if (kind !== undefined) tokens.push({ kind, text: text.slice(at, at + length), offset });
    advance(length);
  }
  tokens.push({ kind: "EOF", text: "<EOF>", offset });
  return { tokens, issues, skipped };
}

/** A token: its kind, undefined for what separates tokens, and its length. */
interface Match {
  readonly kind: TokenKind | undefined;
  readonly length: number;
}

function blankEnd(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** The token at a place if its first characters determine it; undefined where the patterns decide. */
function plainToken(text: string, at: number): Match | undefined {
  const code = text.charCodeAt(at);
  if (isLetter(code)) {
    let end = at + 1;
    while (isLetter(text.charCodeAt(end)) || isDigit(text.charCodeAt(end))) end++;
    // A quote begins a raw string or bytes.
    if (isQuote(text.charCodeAt(end))) return undefined;
    return { kind: keywords.get(text.slice(at, end)) ?? "IDENTIFIER", length: end - at };
  }
  if (isDigit(code)) {
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    // A letter or a point can continue the number.
    const next = text.charCodeAt(end);
    return isLetter(next) || next === point ? undefined : { kind: "NUM_INT", length: end - at };
  }
  if (isQuote(code)) return plainString(text, at, code);
  if (code === point && isDigit(text.charCodeAt(at + 1))) return undefined;
  if (code === slash && text.charCodeAt(at + 1) === slash) return undefined;
  return matchesOf.get(text.slice(at, at + 2)) ?? matchesOf.get(text.charAt(at));
}

/** A string without escapes that is closed on its line. */
function plainString(text: string, at: number, quote: number): Match | undefined {
  // Two quotes can begin a string of several lines.
  if (text.charCodeAt(at + 1) === quote) return undefined;
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === quote) return { kind: "STRING", length: end + 1 - at };
    if (code === backslash || code === lineFeed || code === carriageReturn) return undefined;
  }
  return undefined;
}

const [lineFeed, formFeed, carriageReturn, backslash, point, slash] = [0x0a, 0x0c, 0x0d, 0x5c, 0x2e, 0x2f];
const matchesOf: ReadonlyMap<string, Match> = new Map(
  symbols.map((kind) => [kind, { kind, length: kind.length }] as const),
);

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === lineFeed || code === formFeed || code === carriageReturn;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

function longestMatch(text: string, at: number): Match {
  let kind: TokenKind | undefined;
  let length = 0;
  for (const symbol of symbols) {
    if (symbol.length > length && text.startsWith(symbol, at)) [kind, length] = [symbol, symbol.length];
  }
  for (const [candidate, pattern] of classes) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && found.length > length) {
      length = found.length;
      kind = candidate === undefined ? undefined : kindOf(candidate, found);
    }
  }
  return { kind, length };
}

function kindOf(candidate: TokenKind, text: string): TokenKind {
  if (candidate === "STRING" && /^[bB]/.test(text)) return "BYTES";
  return candidate === "IDENTIFIER" ? (keywords.get(text) ?? candidate) : candidate;
}

// The lexer of the reference reads as far as a token could still follow, and names everything read with the character
// that ended it.
function unrecognized(text: string, at: number): string {
  const begun = unfinished(text, at);
  const next = text.codePointAt(at + begun);
  return text.slice(at, at + begun + (next === undefined ? 0 : String.fromCodePoint(next).length));
}

const unfinishedTokens: readonly RegExp[] = [
  /[bB]?"(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\"\n\r])*(?:\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?)?/uy,
  /[bB]?'(?:\\(?:[abfnrtv"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})|[^\\'\n\r])*(?:\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?)?/uy,
  /`[A-Za-z0-9_.\-/ ]*|[=&|]/y,
];

function unfinished(text: string, at: number): number {
  const lengths = unfinishedTokens.map((pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
  });
  return Math.max(...lengths);
}
