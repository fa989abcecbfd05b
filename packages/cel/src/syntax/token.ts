// The kinds of tokens, in the order in which messages list them.

/** A kind of token: the text of a symbol or keyword, or the name of a class. */
export const tokenKinds = [
  "==",
  "!=",
  "in",
  "<",
  "<=",
  ">=",
  ">",
  "&&",
  "||",
  "[",
  "]",
  "{",
  "}",
  "(",
  ")",
  ".",
  ",",
  "-",
  "!",
  "?",
  ":",
  "+",
  "*",
  "/",
  "%",
  "true",
  "false",
  "null",
  "NUM_FLOAT",
  "NUM_INT",
  "NUM_UINT",
  "STRING",
  "BYTES",
  "IDENTIFIER",
  "ESC_IDENTIFIER",
  "EOF",
] as const;

/** A kind of token. */
export type TokenKind = (typeof tokenKinds)[number];

/** A token and where it begins, in code points. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly offset: number;
}

/** A set of kinds as messages list it: `{'[', NUM_INT}`. */
export function formatKinds(kinds: ReadonlySet<TokenKind>): string {
  const names = kinds.has("EOF") ? ["<EOF>"] : [];
  for (const kind of tokenKinds) {
    if (kind !== "EOF" && kinds.has(kind)) names.push(/^[A-Z_]+$/.test(kind) ? kind : `'${kind}'`);
  }
  return names.length === 1 ? (names[0] ?? "") : `{${names.join(", ")}}`;
}
