// Compiles a checked expression to closures. The plan charges costs where the reference does: one for each name and each
// step of a path, base costs for literals that are not constant, and the cost of each call.

import type { Checked, Reference } from "../checking/checked.ts";
import type { StructResolver } from "../checking/scope.ts";
import type {
  CallExpression,
  ComprehensionExpression,
  Expression,
  ListExpression,
  MapExpression,
  SelectExpression,
  StructExpression,
} from "../syntax/expression.ts";
import type { CelType } from "../types/type.ts";
import { CelError, ListValue, noSuchOverload } from "../values/value.ts";
import { Attribute, invalidKeyMessage, isKey } from "./attribute.ts";
import { alternative, callEvaluator, equality, intOrdering } from "./calls.ts";
import { accumulatorOf, runLoop } from "./comprehension.ts";
import { constantMembership } from "./membership.ts";
import type { Evaluate } from "./frame.ts";
import { createList, createMap, createStruct, literalCosts } from "./literals.ts";
import { macroBody } from "./macro-steps.ts";
import type { LoopBody } from "./macro-steps.ts";
import { operationOf } from "./operation.ts";
import { constantPattern } from "./patterns.ts";
import type { Planned } from "./planned.ts";
import { charged, computed, evaluatorOf, literalOf } from "./planned.ts";

/** A compiled expression. */
export interface Plan {
  readonly evaluate: Evaluate;
  readonly slotCount: number;
}

/** A constant part of the expression fails, so the expression can never be evaluated. The message is the reference's. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

/** What the planner looks up. */
export interface PlanningEnvironment {
  /** The slots of variables, in the order of their declaration. */
  readonly variables: readonly string[];
  readonly types: ReadonlyMap<string, CelType>;
  readonly structs: StructResolver;
}

/**
 * Compiles a checked expression.
 *
 * @throws {PlanError} when a constant conversion or a constant pattern is wrong.
 */
export function planExpression(checked: Checked, environment: PlanningEnvironment): Plan {
  const planner = new Planner(checked, environment);
  return { evaluate: evaluatorOf(planner.plan(checked.expression)), slotCount: planner.slotCount };
}

const conversions: ReadonlySet<string> = new Set(
  ["bool", "bytes", "double", "duration", "dyn"].concat(["int", "string", "timestamp", "type", "uint"]),
);

class Planner {
  readonly #references: ReadonlyMap<number, Reference>;
  readonly #environment: PlanningEnvironment;
  /** The reader of each variable that is visible, the innermost last. */
  readonly #readers: { readonly name: string; readonly read: Evaluate }[] = [];
  slotCount: number;

  constructor({ references }: Checked, environment: PlanningEnvironment) {
    this.#references = references;
    this.#environment = environment;
    this.slotCount = environment.variables.length;
    environment.variables.forEach((name, slot) => {
      const missing = new CelError(`no such attribute(s): ${name}`);
      const read: Evaluate = ({ slots }) => {
        const value = slots[slot];
        return value === undefined ? missing : value;
      };
      this.#readers.push({ name, read });
    });
  }

  plan(expression: Expression): Planned {
    const reference = this.#references.get(expression.id);
    if (expression.kind !== "struct") {
      if (reference?.kind === "type") return this.#typeValue(reference);
      if (reference?.kind === "constant") return { kind: "constant", value: reference.value };
      if (reference?.kind === "variable") return this.#variable(reference.name);
    }
    switch (expression.kind) {
      case "literal":
        return { kind: "constant", value: expression.value };
      case "ident":
        return this.#variable(expression.name);
      case "select":
        return this.#selection(expression);
      case "call":
        return this.#call(expression);
      case "list":
        return this.#list(expression);
      case "map":
        return this.#map(expression);
      case "struct":
        return this.#struct(expression);
      case "comprehension":
        return this.#comprehension(expression);
    }
  }

  #typeValue({ name, type }: Extract<Reference, { readonly kind: "type" }>): Planned {
    const isNamed = this.#environment.types.has(name) || type.kind === "struct";
    if (!isNamed) throw new PlanError(`reference to undefined type: ${name}`);
    return { kind: "constant", value: type };
  }

  #evaluator(expression: Expression): Evaluate {
    return evaluatorOf(this.plan(expression));
  }

  #variable(name: string): Planned {
    const reader = this.#readers.findLast((candidate) => candidate.name === name);
    const evaluate = reader?.read ?? (() => new CelError(`no such attribute(s): ${name}`));
    return { kind: "path", attribute: new Attribute({ kind: "variable", name, evaluate }), isTest: false };
  }

  #attribute(planned: Planned): Attribute {
    if (planned.kind === "path" && !planned.isTest) return planned.attribute;
    return new Attribute({ kind: "operand", evaluate: evaluatorOf(planned) });
  }

  #selection({ operand, field, isTest }: SelectExpression): Planned {
    const attribute = this.#attribute(this.plan(operand));
    attribute.add({ key: { value: field }, isOptional: false, isTest });
    return { kind: "path", attribute, isTest };
  }

  #call(expression: CallExpression): Planned {
    const { name, args } = expression;
    switch (name) {
      case "_&&_":
        return computed(this.#logical(args, false));
      case "_||_":
        return computed(this.#logical(args, true));
      case "_?_:_":
        return this.#conditional(args);
      case "_[_]":
        return this.#index(args, false);
      case "_?._":
      case "_[?_]":
        return this.#index(args, true);
      default:
        return this.#operation(expression);
    }
  }

  /** `&&` and `||`: an operand that decides wins over errors of the other. */
  #logical(args: readonly Expression[], decisive: boolean): Evaluate {
    const [left, right] = args.map((arg) => this.#evaluator(arg));
    if (left === undefined || right === undefined) throw new PlanError("a logical operator needs two operands");
    return (frame) => {
      const first = left(frame);
      if (first === decisive) return decisive;
      const second = right(frame);
      if (second === decisive) return decisive;
      if (typeof first !== "boolean") return first instanceof CelError ? first : noSuchOverload();
      if (typeof second !== "boolean") return second instanceof CelError ? second : noSuchOverload();
      return !decisive;
    };
  }

  #conditional(args: readonly Expression[]): Planned {
    const [condition, whenTrue, whenFalse] = args.map((arg) => this.plan(arg));
    if (condition === undefined || whenTrue === undefined || whenFalse === undefined) {
      throw new PlanError("a conditional needs three operands");
    }
    const attribute = new Attribute({
      kind: "conditional",
      condition: evaluatorOf(condition),
      whenTrue: this.#attribute(whenTrue),
      whenFalse: this.#attribute(whenFalse),
    });
    return { kind: "path", attribute, isTest: false };
  }

  #index(args: readonly Expression[], isOptional: boolean): Planned {
    const [operand, index] = args.map((arg) => this.plan(arg));
    if (operand === undefined || index === undefined) throw new PlanError("an index needs two operands");
    const attribute = this.#attribute(operand);
    if (index.kind === "constant") {
      if (!isKey(index.value)) throw new PlanError(invalidKeyMessage(index.value));
      attribute.add({ key: { value: index.value }, isOptional, isTest: false });
    } else attribute.add({ key: { evaluate: this.#attribute(index).resolver() }, isOptional, isTest: false });
    return { kind: "path", attribute, isTest: false };
  }

  #operation(expression: CallExpression): Planned {
    const reference = this.#references.get(expression.id);
    if (reference?.kind !== "function") throw new PlanError(`no such overload: ${expression.name}`);
    const { declaration, overloads, isQualified } = reference;
    const hasTarget = expression.target !== undefined && !isQualified;
    const planned = (hasTarget ? [expression.target, ...expression.args] : expression.args).map((arg) =>
      this.plan(arg),
    );
    const { name } = declaration;
    const id = overloads.length === 1 ? (overloads[0]?.id ?? "") : "";
    const special = this.#special(name, id, planned);
    if (special !== undefined) return special;
    const { call, isStrict } = operationOf(declaration, overloads, planned.length);
    const [only] = planned;
    if (planned.length === 1 && only?.kind === "constant" && conversions.has(name)) {
      const value = call(only.value);
      if (value instanceof CelError) throw new PlanError(value.message);
      return { kind: "constant", value };
    }
    const evaluators = planned.map(evaluatorOf);
    const plannedCall = { name, id, call, isStrict };
    return computed(intOrdering(plannedCall, evaluators) ?? callEvaluator(plannedCall, evaluators));
  }

  /** Calls that are not computed by a function, or in a faster way. */
  #special(name: string, id: string, planned: readonly Planned[]): Planned | undefined {
    const [first, second] = planned;
    if (first === undefined || second === undefined) return undefined;
    if (name === "_==_" || name === "_!=_") {
      return computed(equality(name, evaluatorOf(first), evaluatorOf(second)));
    }
    if (name === "or" || name === "orValue") {
      return computed(alternative(name === "orValue", evaluatorOf(first), evaluatorOf(second)));
    }
    if (id === "in_list" && second.kind === "constant" && second.value instanceof ListValue) {
      if (second.value.size === 0) return { kind: "constant", value: false };
      const contains = constantMembership(second.value);
      if (contains === undefined) return undefined;
      const item = evaluatorOf(first);
      return computed((frame) => contains(item(frame)));
    }
    if (second.kind === "constant" && typeof second.value === "string") {
      const call = constantPattern(name, second.value);
      if (call instanceof CelError) throw new PlanError(call.message);
      if (call !== undefined) {
        return computed(callEvaluator({ name, id, call, isStrict: true }, planned.map(evaluatorOf), true));
      }
    }
    return undefined;
  }

  #list({ elements, optionals }: ListExpression): Planned {
    const planned = elements.map((element) => this.plan(element));
    return literalOf(planned, createList(planned.map(evaluatorOf), optionals), literalCosts.list);
  }

  #map({ entries }: MapExpression): Planned {
    const planned = entries.map(({ key, value }) => [this.plan(key), this.plan(value)] as const);
    const parts = planned.map(([key, value], index) => ({
      key: evaluatorOf(key),
      value: evaluatorOf(value),
      isOptional: entries[index]?.isOptional ?? false,
    }));
    return literalOf(planned.flat(), createMap(parts), literalCosts.map);
  }

  #struct({ id, fields, name }: StructExpression): Planned {
    const reference = this.#references.get(id);
    const struct = this.#environment.structs(reference?.kind === "type" ? reference.name : name);
    if (struct?.create === undefined) {
      const unknown = new CelError(`unknown type '${name}'`);
      return computed(() => unknown);
    }
    const parts = fields.map((field) => ({ ...field, evaluate: this.#evaluator(field.value) }));
    return computed(charged(createStruct(parts, struct.create), literalCosts.struct));
  }

  #comprehension(expression: ComprehensionExpression): Planned {
    const range = this.#evaluator(expression.range);
    const initial = this.#evaluator(expression.initial);
    const accumulator = this.slotCount++;
    const variable = this.slotCount++;
    const variable2 = expression.variable2 === undefined ? undefined : this.slotCount++;
    const depth = this.#readers.length;
    this.#readers.push({ name: expression.accumulator, read: accumulatorOf(accumulator, initial) });
    this.#readers.push({ name: expression.variable, read: (frame) => frame.slots[variable] ?? null });
    if (expression.variable2 !== undefined && variable2 !== undefined) {
      this.#readers.push({ name: expression.variable2, read: (frame) => frame.slots[variable2] ?? null });
    }
    const { condition, step } = this.#loopBody(expression, accumulator);
    this.#readers.length = depth + 1;
    const result = this.#evaluator(expression.result);
    this.#readers.length = depth;
    return computed(runLoop({ range, variable, variable2, accumulator, condition, step, result }));
  }

  #loopBody(expression: ComprehensionExpression, accumulator: number): LoopBody {
    const ofMacro = macroBody(expression, { accumulator, plan: (inner) => this.plan(inner) });
    if (ofMacro !== undefined) return ofMacro;
    return { condition: this.#evaluator(expression.condition), step: this.#evaluator(expression.step) };
  }
}
