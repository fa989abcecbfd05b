// The syntax tree. Every node has a number, by which types, references and positions are found. Macros are expanded while
// parsing, so the tree has only calls and comprehensions.

import type { Value } from "../values/value.ts";

/** A node of the tree. */
export type Expression =
  | LiteralExpression
  | IdentExpression
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | StructExpression
  | ComprehensionExpression;

interface Node {
  readonly id: number;
}

/** A constant. */
export interface LiteralExpression extends Node {
  readonly kind: "literal";
  readonly value: Value;
}

/** A name. */
export interface IdentExpression extends Node {
  readonly kind: "ident";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)` if it is a presence test. */
export interface SelectExpression extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** `name(arguments)` or `target.name(arguments)`. Operators are calls of functions such as `_+_`. */
export interface CallExpression extends Node {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

/** `[a, ?b]`. */
export interface ListExpression extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** The indexes of elements with a question mark. */
  readonly optionals: ReadonlySet<number>;
}

/** `{a: b, ?c: d}`. */
export interface MapExpression extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

/** An entry of a map literal. */
export interface MapEntry extends Node {
  readonly key: Expression;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** `Type{field: value}`. */
export interface StructExpression extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** A field of a struct literal. */
export interface StructField extends Node {
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** The loop that `all`, `map` and the other macros expand to. */
export interface ComprehensionExpression extends Node {
  readonly kind: "comprehension";
  readonly range: Expression;
  readonly variable: string;
  /** The second variable of the forms with index or key and value. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** The name of the accumulator of macros; no expression can write it. */
export const accumulatorName = "@result";
/** A reserved name, the accumulator of older versions. */
export const legacyAccumulatorName = "__result__";
/** The variable of a comprehension that only binds a name. */
export const unusedVariable = "#unused";

/** Calls `visit` for the node and everything below it, parents first. */
export function walk(expression: Expression, visit: (node: Expression) => void): void {
  visit(expression);
  for (const child of childrenOf(expression)) walk(child, visit);
}

/** The expressions directly below a node. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "ident":
      return [];
    case "select":
      return [expression.operand];
    case "call":
      return expression.target === undefined ? expression.args : [expression.target, ...expression.args];
    case "list":
      return expression.elements;
    case "map":
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expression.fields.map(({ value }) => value);
    case "comprehension": {
      const { range, initial, condition, step, result } = expression;
      return [range, initial, condition, step, result];
    }
  }
}
