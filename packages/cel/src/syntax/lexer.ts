// The lexer: the longest match wins, and a character that begins no token is reported and skipped, as in the grammar of
// the reference.

import type { SyntaxIssue } from "./source.ts";
import type { Token, TokenKind } from "./token.ts";

const classes: readonly (readonly [TokenKind | undefined, RegExp])[] = [
  [undefined, /[\t \r\n\f]+/y],
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
const keywords: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

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
  let at = 0;
  let offset = 0;
  const advance = (length: number): void => {
    for (const end = at + length; at < end; offset++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  };
  while (at < text.length) {
    const { kind, length } = longestMatch(text, at);
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

function longestMatch(text: string, at: number): { readonly kind: TokenKind | undefined; readonly length: number } {
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
  // The set above holds exactly the keywords that are kinds.
  return candidate === "IDENTIFIER" && keywords.has(text) ? (text as TokenKind) : candidate;
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
