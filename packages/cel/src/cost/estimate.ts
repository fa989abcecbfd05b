// Estimates what an expression costs before any value is known, from the largest sizes that its inputs can have. A server
// rejects rules whose estimate is too high, so the numbers are exactly those of a kube-apiserver.

import type { Checked } from "../checking/checked.ts";
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  ListExpression,
  MapExpression,
  SelectExpression,
} from "../syntax/expression.ts";
import { legacyAccumulatorName } from "../syntax/expression.ts";
import type { CelType } from "../types/type.ts";
import { dynType } from "../types/type.ts";
import { Path } from "./path.ts";
import { estimateCall } from "./estimate-call.ts";
import type { Range } from "./range.ts";
import { add, exactly, factor, multiply, unbounded, union } from "./range.ts";
import type { EntrySizes } from "./sizes.ts";
import type { CallEstimate, SizedNode } from "./sized-call.ts";
import { isBinding, isScalar, literalSize, unionEntries } from "./sizes.ts";

/** The lowest and highest cost. */
export type CostEstimate = Range;

/** The least and most elements of the value at a path, as `["self", "names", "@items"]`; `undefined` if unknown. */
export type SizeOf = (path: readonly string[]) => Range | undefined;

/** Estimates the cost of a checked expression. */
export function estimateCost(checked: Checked, sizeOf: SizeOf): CostEstimate {
  return new Estimator(checked, sizeOf).cost(checked.expression);
}

const one = exactly(1);
const zero = exactly(0);

interface Variable {
  readonly path: Path;
  readonly size: Range | undefined;
  readonly entries: EntrySizes | undefined;
}

class Estimator {
  readonly #checked: Checked;
  readonly #sizeOf: SizeOf;
  readonly #paths = new Map<number, Path>();
  readonly #sizes = new Map<number, Range>();
  readonly #entries = new Map<number, EntrySizes>();
  readonly #variables: { readonly name: string; readonly variable: Variable }[] = [];

  constructor(checked: Checked, sizeOf: SizeOf) {
    this.#checked = checked;
    this.#sizeOf = sizeOf;
  }

  cost(expression: Expression): Range {
    const reference = this.#checked.references.get(expression.id);
    if (expression.kind === "select" && reference !== undefined && reference.kind !== "function") {
      this.#paths.set(expression.id, Path.of(reference.name));
      return one;
    }
    switch (expression.kind) {
      case "literal":
        return zero;
      case "ident":
        this.#paths.set(expression.id, this.#variable(expression.name)?.path ?? Path.of(expression.name));
        return one;
      case "select":
        return this.#selection(expression);
      case "call":
        return this.#call(expression);
      case "list":
        return this.#list(expression);
      case "map":
        return this.#map(expression);
      case "struct":
        return expression.fields.reduce((sum, { value }) => add(sum, this.cost(value)), exactly(40));
      case "comprehension":
        return this.#comprehension(expression);
    }
  }

  #type(expression: Expression): CelType {
    return this.#checked.types.get(expression.id) ?? dynType;
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.findLast((candidate) => candidate.name === name)?.variable;
  }

  #push(name: string, variable: Variable): void {
    this.#variables.push({ name, variable });
  }

  #pathOf(expression: Expression): Path {
    const variable = expression.kind === "ident" ? this.#variable(expression.name) : undefined;
    return variable?.path ?? this.#paths.get(expression.id) ?? Path.empty;
  }

  #selection(expression: SelectExpression): Range {
    const operand = this.cost(expression.operand);
    if (expression.isTest) return operand;
    this.#paths.set(expression.id, this.#pathOf(expression.operand).append(expression.field));
    const { kind } = this.#type(expression.operand);
    // Of a value without a known type, reading a field is not counted.
    return ["map", "struct", "typeParam"].includes(kind) ? add(operand, one) : operand;
  }

  #list(expression: ListExpression): Range {
    let cost = exactly(10);
    let value: Range | undefined;
    for (const element of expression.elements) {
      cost = add(cost, this.cost(element));
      value = union(value, this.#sizeOrUnbounded(element));
    }
    this.#entries.set(expression.id, { container: "list", key: one, value: value ?? zero });
    return cost;
  }

  #map(expression: MapExpression): Range {
    let cost = exactly(30);
    let key: Range | undefined;
    let value: Range | undefined;
    for (const entry of expression.entries) {
      cost = add(add(cost, this.cost(entry.key)), this.cost(entry.value));
      key = union(key, this.#sizeOrUnbounded(entry.key));
      value = union(value, this.#sizeOrUnbounded(entry.value));
    }
    this.#entries.set(expression.id, { container: "map", key: key ?? zero, value: value ?? zero });
    return cost;
  }

  #comprehension(expression: ComprehensionExpression): Range {
    const { accumulator, condition, initial, range, result, step, variable, variable2 } = expression;
    let cost = add(this.cost(range), this.cost(initial));
    this.#push(accumulator, {
      path: this.#pathOf(initial),
      size: this.#size(initial),
      entries: this.#entriesOf(initial),
    });
    if (isBinding(expression)) {
      cost = add(cost, this.cost(result));
      this.#variables.pop();
      this.#copySizes(expression, result);
      return cost;
    }
    const depth = this.#variables.length;
    this.#pushLoopVariables(range, variable, variable2);
    const conditionCost = this.cost(condition);
    const perItem = add(this.cost(step), conditionCost);
    this.#variables.length = depth;
    cost = add(cost, this.cost(result));
    this.#variables.pop();
    const count = this.#sizeOrUnbounded(range);
    if (initial.kind === "literal") this.#setSize(expression, this.#size(initial));
    if (initial.kind === "list" || initial.kind === "map") {
      this.#setSize(expression, count);
      const entries = this.#entriesOf(step);
      if (entries !== undefined) this.#entries.set(expression.id, entries);
    }
    return add(cost, multiply(count, perItem));
  }

  #pushLoopVariables(range: Expression, variable: string, variable2: string | undefined): void {
    const entries = this.#entriesOf(range);
    const path = this.#pathOf(range);
    const isList = (entries?.container ?? this.#type(range).kind) === "list";
    const pushKey = (name: string): void => {
      this.#push(name, { path: path.append(isList ? "@indices" : "@keys"), size: entries?.key, entries: undefined });
    };
    const pushValue = (name: string): void => {
      this.#push(name, { path: path.append(isList ? "@items" : "@values"), size: entries?.value, entries: undefined });
    };
    if (variable2 !== undefined) {
      pushKey(variable);
      pushValue(variable2);
    } else if (isList) pushValue(variable);
    else pushKey(variable);
  }

  #call(expression: CallExpression): Range {
    const { args, name, target } = expression;
    const [first] = args;
    if (name === "dyn" && first !== undefined) {
      const cost = add(one, this.cost(first));
      this.#copySizes(expression, first);
      return cost;
    }
    const argCosts: Range[] = [];
    const nodes: SizedNode[] = [];
    for (const arg of args) {
      argCosts.push(this.cost(arg));
      // The size is read before the next argument can change the path.
      nodes.push(this.#node(arg));
    }
    const reference = this.#checked.references.get(expression.id);
    if (reference?.kind !== "function" || reference.overloads.length === 0) return zero;
    const isMember = target !== undefined && !reference.isQualified;
    const targetCost = isMember ? this.cost(target) : zero;
    const targetNode = isMember ? this.#node(target) : undefined;
    let cost: Range | undefined;
    let size: Range | undefined;
    for (const { id } of reference.overloads) {
      const estimate = this.#overload(expression, reference.declaration.name, id, targetNode, nodes, argCosts);
      cost = union(cost, estimate.cost);
      if (estimate.size !== undefined) size = union(size, estimate.size);
      if ((id === "index_list" || id === "index_map") && first !== undefined) {
        size = this.#entriesOf(first)?.value;
        this.#paths.set(expression.id, this.#pathOf(first).append(id === "index_list" ? "@items" : "@values"));
      }
      size ??= this.#size(expression);
    }
    this.#setSize(expression, size);
    return add(targetCost, cost ?? zero);
  }

  #overload(
    expression: CallExpression,
    name: string,
    id: string,
    target: SizedNode | undefined,
    args: readonly SizedNode[],
    argCosts: readonly Range[],
  ): CallEstimate {
    const [first = zero, second = zero, third = zero] = argCosts;
    if (id === "logical_and" || id === "logical_or") {
      return { cost: { min: first.min, max: add(first, second).max } };
    }
    if (id === "conditional") return this.#conditional(expression, add(first, union(second, third)));
    const sum = argCosts.reduce(add, zero);
    if (id === "add_string" || id === "add_bytes" || id === "add_list") {
      return this.#addition(expression, id, sum);
    }
    const estimate = estimateCall({ name, id, target, args, sizeOf: this.#sizeOf });
    return { ...estimate, cost: add(estimate.cost, sum) };
  }

  #conditional({ id, args }: CallExpression, cost: Range): CallEstimate {
    const [, whenTrue, whenFalse] = args;
    if (whenTrue === undefined || whenFalse === undefined) return { cost };
    this.#setEntries(id, unionEntries(this.#entriesOf(whenTrue), this.#entriesOf(whenFalse)));
    return { cost, size: union(this.#sizeOrUnbounded(whenTrue), this.#sizeOrUnbounded(whenFalse)) };
  }

  #addition({ id, args }: CallExpression, overload: string, argCost: Range): CallEstimate {
    const [left, right] = args;
    if (left === undefined || right === undefined) return { cost: argCost };
    const size = add(this.#sizeOrUnbounded(left), this.#sizeOrUnbounded(right));
    this.#setEntries(id, unionEntries(this.#entriesOf(left), this.#entriesOf(right)));
    return { cost: add(overload === "add_list" ? one : factor(size, 0.1), argCost), size };
  }

  #node(expression: Expression): SizedNode {
    const path = this.#pathOf(expression);
    const isAccumulator = ["@result", legacyAccumulatorName].includes(path.steps[0] ?? "");
    return {
      path: isAccumulator ? Path.empty : path,
      type: this.#type(expression),
      size: this.#size(expression),
      expression,
    };
  }

  #sizeOrUnbounded(expression: Expression): Range {
    return this.#size(expression) ?? unbounded;
  }

  #size(expression: Expression): Range | undefined {
    const known = this.#sizes.get(expression.id) ?? literalSize(expression);
    if (known !== undefined) return known;
    const path = this.#pathOf(expression);
    const size = path.length === 0 ? undefined : this.#sizeOf(path.steps);
    if (size !== undefined) {
      this.#sizes.set(expression.id, size);
      return size;
    }
    if (isScalar(this.#type(expression))) return one;
    return expression.kind === "ident" ? this.#variable(expression.name)?.size : undefined;
  }

  #setSize({ id }: Expression, size: Range | undefined): void {
    if (size !== undefined) this.#sizes.set(id, size);
  }

  #entriesOf(expression: Expression): EntrySizes | undefined {
    const known = this.#entries.get(expression.id);
    if (known !== undefined || expression.kind !== "ident") return known;
    return this.#variable(expression.name)?.entries;
  }

  #setEntries(id: number, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.#entries.set(id, entries);
  }

  #copySizes(to: Expression, from: Expression): void {
    this.#setSize(to, this.#size(from));
    this.#setEntries(to.id, this.#entriesOf(from));
  }
}
