// Checks `"...".format([...])` where both are literals: each clause must fit its argument.

import type { FormatClauses } from "./format-clauses.ts";
import { formatClauses, FormatError } from "./format-clauses.ts";
import type { CallExpression, Expression } from "../syntax/expression.ts";
import { dynType } from "../types/type.ts";
import type { CelType, TypeKind } from "../types/type.ts";
import type { Checked, Report } from "./checked.ts";

/** Reports the problems of a call of `format`. */
export function checkFormat(call: CallExpression, { references, types }: Checked, report: Report): void {
  const [list] = call.args;
  const format = call.target;
  if (format?.kind !== "literal" || typeof format.value !== "string" || list?.kind !== "list") return;
  const reference = references.get(call.id);
  if (reference?.kind === "function" && !reference.overloads.some(({ id }) => id === "string_format")) return;
  const checker = new ClauseChecker((node) => types.get(node.id) ?? dynType);
  try {
    const used = formatClauses(format.value, list.elements, checker);
    if (list.elements.length > used.count) {
      const given = `(expected ${used.count}, got ${list.elements.length})`;
      report(call.id, `too many arguments supplied to string.format ${given}`);
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report(checker.failed?.id ?? call.id, error.message);
  }
}

class ClauseChecker implements FormatClauses<Expression> {
  readonly #typeOf: (node: Expression) => CelType;
  /** The argument that does not fit. */
  failed: Expression | undefined;

  constructor(typeOf: (node: Expression) => CelType) {
    this.#typeOf = typeOf;
  }

  typeName(node: Expression): string {
    return this.#typeOf(this.failed ?? node).name;
  }

  format(clause: string, node: Expression): string | undefined {
    if (clause === "s" ? this.#isPrintable(node) : this.#is(node, kindsOf(clause))) return "";
    this.failed ??= node;
    return undefined;
  }

  #is(node: Expression, kinds: readonly TypeKind[]): boolean {
    const { kind } = this.#typeOf(node);
    return kind === "dyn" || kinds.includes(kind);
  }

  #isPrintable(node: Expression): boolean {
    if (!this.#is(node, printable)) {
      this.failed = node;
      return false;
    }
    if (node.kind === "list") return node.elements.every((element) => this.#isPrintable(element));
    if (node.kind !== "map") return true;
    return node.entries.every(({ key, value }) => this.#isPrintable(key) && this.#isPrintable(value));
  }
}

const printable: readonly TypeKind[] = [
  ...(["list", "map", "int", "uint", "double", "bool", "string"] as const),
  ...(["timestamp", "bytes", "duration", "type", "null"] as const),
];

function kindsOf(clause: string): readonly TypeKind[] {
  switch (clause) {
    case "d":
    case "o":
      return ["int", "uint"];
    case "f":
    case "e":
      return ["double", "string"];
    case "b":
      return ["int", "uint", "bool"];
    default:
      return ["int", "uint", "string", "bytes"];
  }
}
