// Creates the nodes of a syntax tree: numbers them, remembers their positions, and expands macros.

import type { Value } from "../values/value.ts";
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  IdentExpression,
  ListExpression,
  MapEntry,
  StructField,
} from "./expression.ts";
import { accumulatorName, legacyAccumulatorName, unusedVariable } from "./expression.ts";
import { ParsingStopped } from "./recovery.ts";
import type { SyntaxIssue } from "./source.ts";

/** A call that is replaced by another expression while parsing. */
export interface Macro {
  readonly name: string;
  readonly argumentCount: number;
  /** `target.name(...)` rather than `name(...)`. */
  readonly isMember: boolean;
  /** Undefined if the call only looks like the macro. */
  readonly expand: (
    builder: MacroBuilder,
    args: readonly Expression[],
    target: Expression | undefined,
  ) => Expression | undefined;
}

/** A macro that is used in a wrong way. */
export class MacroError extends Error {
  override readonly name = "MacroError";
  readonly node: number;

  constructor(node: Expression, message: string) {
    super(message);
    this.node = node.id;
  }
}

/** The most nodes of an expression. Macros inside each other can double their target each time, so the length of its source is not a limit. */
const nodesMax = 200_000;

/** Numbers and places nodes. */
export class TreeBuilder {
  /** Where each node begins, by its number. Numbers begin with 1. */
  readonly offsets: number[] = [0];
  readonly #depths: number[] = [0];
  readonly #macros: ReadonlyMap<string, readonly Macro[]>;
  readonly #issues: SyntaxIssue[];
  /** The deepest nesting of calls and selections. */
  depth = 0;

  constructor(macros: readonly Macro[], issues: SyntaxIssue[]) {
    this.#macros = macrosByName(macros);
    this.#issues = issues;
  }

  /**
   * The number of a node at `offset`.
   *
   * @throws {ParsingStopped} above the limit of nodes.
   */
  id(offset: number): number {
    if (this.offsets.length > nodesMax) {
      const message = `expression node limit exceeded: ${nodesMax}`;
      this.#issues.push({ offset: undefined, message });
      throw new ParsingStopped(message);
    }
    this.#depths.push(0);
    return this.offsets.push(offset) - 1;
  }

  /** Records the nesting of a node that counts towards the limit. */
  nested<T extends Expression>(node: T, ...children: readonly Expression[]): T {
    const depth = 1 + this.depthOf(children);
    this.#depths[node.id] = depth;
    if (depth > this.depth) this.depth = depth;
    return node;
  }

  /** Records the nesting of a node that does not count itself. */
  flat<T extends Expression>(node: T, ...children: readonly Expression[]): T {
    this.#depths[node.id] = this.depthOf(children);
    return node;
  }

  depthOf(children: readonly Expression[]): number {
    let deepest = 0;
    for (const { id } of children) {
      const depth = this.#depths[id] ?? 0;
      if (depth > deepest) deepest = depth;
    }
    return deepest;
  }

  ident(offset: number, name: string): IdentExpression {
    return { kind: "ident", id: this.id(offset), name };
  }

  literal(offset: number, value: Value): Expression {
    return { kind: "literal", id: this.id(offset), value };
  }

  /** Reports a problem and returns a node in its place. */
  problem(offset: number, message: string): Expression {
    this.#issues.push({ offset, message });
    return this.literal(offset, null);
  }

  /** A call at `offset`, or the expansion of the macro of that name. */
  call(offset: number, name: string, args: readonly Expression[], target?: Expression): Expression {
    const isMember = target !== undefined;
    const macro = this.#macros
      .get(name)
      ?.find((candidate) => candidate.argumentCount === args.length && candidate.isMember === isMember);
    const children = target === undefined ? args : [target, ...args];
    if (macro !== undefined) {
      try {
        const expanded = macro.expand(new MacroBuilder(this, offset), args, target);
        if (expanded !== undefined) return this.flat(expanded, ...children);
      } catch (error) {
        if (!(error instanceof MacroError)) throw error;
        return this.problem(this.offsets[error.node] ?? offset, error.message);
      }
    }
    return this.flat({ kind: "call", id: this.id(offset), name, args, target }, ...children);
  }
}

// An environment has one list of macros for all of its expressions.
const knownMacros = new WeakMap<readonly Macro[], ReadonlyMap<string, readonly Macro[]>>();

/** The macros by name. Of two that take the same calls, the last one comes first. */
function macrosByName(macros: readonly Macro[]): ReadonlyMap<string, readonly Macro[]> {
  const known = knownMacros.get(macros);
  if (known !== undefined) return known;
  const byName = Map.groupBy(macros.toReversed(), ({ name }) => name);
  knownMacros.set(macros, byName);
  return byName;
}

/** Creates the nodes of one macro, all at the place of its call. */
export class MacroBuilder {
  readonly #tree: TreeBuilder;
  readonly #offset: number;

  constructor(tree: TreeBuilder, offset: number) {
    this.#tree = tree;
    this.#offset = offset;
  }

  ident(name: string): IdentExpression {
    return this.#tree.ident(this.#offset, name);
  }

  accumulator(): IdentExpression {
    return this.ident(accumulatorName);
  }

  literal(value: Value): Expression {
    return this.#tree.literal(this.#offset, value);
  }

  call(name: string, ...args: readonly Expression[]): CallExpression {
    return { kind: "call", id: this.#id(), name, target: undefined, args };
  }

  memberCall(name: string, target: Expression, ...args: readonly Expression[]): CallExpression {
    return { kind: "call", id: this.#id(), name, target, args };
  }

  list(...elements: readonly Expression[]): ListExpression {
    return { kind: "list", id: this.#id(), elements, optionals: new Set() };
  }

  map(): Expression {
    return { kind: "map", id: this.#id(), entries: [] };
  }

  presenceTest(operand: Expression, field: string): Expression {
    return { kind: "select", id: this.#id(), operand, field, isTest: true };
  }

  /** A loop over `range` into the accumulator. */
  fold(loop: {
    readonly range: Expression;
    readonly variable: string;
    readonly variable2?: string;
    readonly initial: Expression;
    readonly condition: Expression;
    readonly step: Expression;
    readonly result: Expression;
  }): ComprehensionExpression {
    const { variable2, ...rest } = loop;
    return { kind: "comprehension", id: this.#id(), ...rest, variable2, accumulator: accumulatorName };
  }

  /** `result` with `name` bound to `value`, which is evaluated at its first use. */
  bind(name: string, value: Expression, result: Expression): ComprehensionExpression {
    return {
      kind: "comprehension",
      id: this.#id(),
      range: this.list(),
      variable: unusedVariable,
      variable2: undefined,
      accumulator: name,
      initial: value,
      condition: this.literal(false),
      step: this.ident(name),
      result,
    };
  }

  /** Copies an expression with new ids. */
  copy(expression: Expression): Expression {
    const id = this.#tree.id(this.#tree.offsets[expression.id] ?? this.#offset);
    const copyAll = (nodes: readonly Expression[]): Expression[] => nodes.map((node) => this.copy(node));
    switch (expression.kind) {
      case "literal":
      case "ident":
        return { ...expression, id };
      case "select":
        return { ...expression, id, operand: this.copy(expression.operand) };
      case "call": {
        const target = expression.target === undefined ? undefined : this.copy(expression.target);
        return { ...expression, id, target, args: copyAll(expression.args) };
      }
      case "list":
        return { ...expression, id, elements: copyAll(expression.elements) };
      case "map":
        return { ...expression, id, entries: expression.entries.map((entry) => this.#copyEntry(entry)) };
      case "struct":
        return { ...expression, id, fields: expression.fields.map((field) => this.#copyField(field)) };
      case "comprehension":
        return {
          ...expression,
          id,
          range: this.copy(expression.range),
          initial: this.copy(expression.initial),
          condition: this.copy(expression.condition),
          step: this.copy(expression.step),
          result: this.copy(expression.result),
        };
    }
  }

  #copyEntry(entry: MapEntry): MapEntry {
    const id = this.#tree.id(this.#tree.offsets[entry.id] ?? this.#offset);
    return { ...entry, id, key: this.copy(entry.key), value: this.copy(entry.value) };
  }

  #copyField(field: StructField): StructField {
    const id = this.#tree.id(this.#tree.offsets[field.id] ?? this.#offset);
    return { ...field, id, value: this.copy(field.value) };
  }

  #id(): number {
    return this.#tree.id(this.#offset);
  }
}

/** The name that an argument declares. */
export function variableName(argument: Expression, message: string): string {
  if (argument.kind !== "ident") throw new MacroError(argument, message);
  if (argument.name === accumulatorName || argument.name === legacyAccumulatorName) {
    throw new MacroError(argument, "iteration variable overwrites accumulator variable");
  }
  return argument.name;
}
