// The sets of tokens that decide between the alternatives of the grammar.

import type { Follow } from "./recovery.ts";
import { followedByOrEnd } from "./recovery.ts";
import type { TokenKind } from "./token.ts";

const primaryFirst: readonly TokenKind[] = [
  ...(["[", "{", "(", ".", "-", "true", "false", "null"] as const),
  ...(["NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES", "IDENTIFIER"] as const),
];
export const expressionFirst: ReadonlySet<TokenKind> = new Set([...primaryFirst, "!"]);
export const primaryFirstSet: ReadonlySet<TokenKind> = new Set(primaryFirst);
export const optionalFirst: ReadonlySet<TokenKind> = new Set([...expressionFirst, "?"]);
export const argumentsFirst: ReadonlySet<TokenKind> = new Set([...expressionFirst, ")"]);
export const fieldFirst: ReadonlySet<TokenKind> = new Set(["?", "IDENTIFIER", "ESC_IDENTIFIER"]);
export const end: Follow = followedByOrEnd();
export const beforeExpression: Follow = { kinds: expressionFirst, canEnd: false };
export const afterMember: Follow = followedByOrEnd(".", "[");
