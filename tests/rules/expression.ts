// An expression as a tree of strings and typed parts, so that a failing expression can be shrunk.

import type { Type } from "./types.ts";

/** An expression, with the type for which it was generated. */
export interface Expression {
  readonly type: Type;
  readonly parts: readonly (string | Expression)[];
}

/** The source of an expression. */
export function textOf({ parts }: Expression): string {
  return parts.map((part) => (typeof part === "string" ? part : textOf(part))).join("");
}

/** An expression without parts. */
export function atom(type: Type, text: string): Expression {
  return { type, parts: [text] };
}

const simplest: Readonly<Record<string, string>> = {
  bool: "true",
  int: "1",
  string: "'a'",
  double: "1.0",
  list: "[]",
  map: "{}",
};

/** The expressions in which one part is replaced by a smaller one of the same type, larger parts first. */
export function* smallerExpressions(expression: Expression): Generator<Expression> {
  const { type, parts } = expression;
  for (const inner of innerOf(expression)) if (inner.type.text === type.text) yield inner;
  const literal = simplest[type.name];
  if (literal !== undefined && textOf(expression).length > literal.length) yield atom(type, literal);
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") continue;
    for (const smaller of smallerExpressions(part)) yield { type, parts: parts.with(index, smaller) };
  }
}

function* innerOf({ parts }: Expression): Generator<Expression> {
  for (const part of parts) {
    if (typeof part === "string") continue;
    yield part;
    yield* innerOf(part);
  }
}
