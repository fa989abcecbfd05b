/**
 * Evaluates compiled expressions for a request. All expressions of one call share the values of `variables`, which are evaluated when an expression
 * reads them, and a cost budget.
 */
import type { JsonValue, NumberLiterals, Steps } from "@kubewright/apimachinery";
import { stepsOf, withIntegralFloats } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Program, Value } from "@kubewright/cel";
import { CelError, evaluationCostMax, formatValue, MapValue, unescapeName, valueOfJson } from "@kubewright/cel";
import type { JsonObject, ReadonlyObject } from "../objects/api-object.ts";
import { jsonOf } from "../objects/json-of.ts";
import type { CompiledExpression } from "./compiled-expression.ts";
import type { PolicyVariables } from "./policy-variables.ts";
import type { RequestAuthorizer } from "./request-authorizer.ts";

/** The cost budget of all match conditions of a webhook or policy. */
export const matchConditionsBudget = 2_500_000;
/** The cost budget of the expressions of a policy for one binding and param. */
export const policyBudget = 10_000_000;

/** The values that expressions read. */
export interface ExpressionInputs {
  /** Absent on DELETE. */
  readonly object: ReadonlyObject | undefined;
  readonly oldObject: ReadonlyObject | undefined;
  /** Of the numbers of `object`. Default: all are plain integers. */
  readonly literals: NumberLiterals | undefined;
  /** An `admissionRequest`. */
  readonly request: JsonObject;
  /** `undefined` for cluster-scoped objects, and in match conditions. */
  readonly namespaceObject: ReadonlyObject | JsonObject | undefined;
  /** Default: `null`. */
  readonly params?: ReadonlyObject | undefined;
  /** Absent where expressions have no authorizer. */
  readonly authorizer?: RequestAuthorizer | undefined;
  readonly variables?: PolicyVariables | undefined;
  /** Called after every 100 iterations of loops. If it throws, the evaluation throws the same. */
  readonly checkpoint?: () => void;
  /** Measures the evaluations. Default: all take 0 seconds. */
  readonly clock?: Pick<Clock, "now">;
}

/** The value of an expression, or the message of its error. */
export type ExpressionResult = (
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "error"; readonly message: string }
) & { readonly seconds: number };

export type EvaluationOutcome =
  | {
      readonly kind: "evaluated";
      /** One for each expression. */
      readonly results: readonly ExpressionResult[];
      readonly remainingBudget: number;
    }
  /** The expressions cost more than the budget. All results are discarded. */
  | { readonly kind: "failed"; readonly message: string };

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

/** Evaluates expressions in order. Each expression is one step. */
export function* evaluateExpressions(
  expressions: readonly CompiledExpression[],
  inputs: ExpressionInputs,
  budget: number,
): Steps<EvaluationOutcome> {
  const { object, literals } = inputs;
  const json = object && (yield* stepsOf(withIntegralFloats(jsonOf(object), literals)));
  const activation = new Activation(inputs, json);
  const results: ExpressionResult[] = [];
  let remainingBudget = budget;
  for (const { text, result } of expressions) {
    if (result.kind !== "compiled") {
      results.push({ kind: "error", message: `compilation error: ${result.message}`, seconds: 0 });
      continue;
    }
    const startedAt = inputs.clock?.now() ?? 0;
    const evaluated = activation.evaluate(result.program, remainingBudget);
    const seconds = inputs.clock === undefined ? 0 : (inputs.clock.now() - startedAt) / 1000;
    yield;
    if (evaluated === undefined) return { kind: "failed", message: outOfBudget };
    const { value, cost } = evaluated;
    remainingBudget -= cost;
    if (remainingBudget < 0) return { kind: "failed", message: outOfBudget };
    results.push(
      value instanceof CelError
        ? { kind: "error", message: `expression '${text}' resulted in error: ${value.message}`, seconds }
        : { kind: "value", value, seconds },
    );
  }
  return { kind: "evaluated", results, remainingBudget };
}

interface Evaluated {
  readonly value: Value;
  readonly cost: number;
}

/** The variables of an expression cost more than the budget. */
class BudgetExceeded extends Error {
  override readonly name = "BudgetExceeded";
}

/** The values of variables for one call. */
class Activation {
  readonly #values: Readonly<Record<string, Value>>;
  readonly #checkpoint: (() => void) | undefined;
  /** The cost of the variables that were evaluated since the last expression. */
  #variablesCost = 0;
  /** The budget of the expression that is evaluated. */
  #budget = 0;

  constructor(inputs: ExpressionInputs, object: JsonValue | undefined) {
    const { authorizer, variables } = inputs;
    this.#checkpoint = inputs.checkpoint;
    this.#values = {
      object: valueOfJson(object),
      oldObject: valueOfObject(inputs.oldObject),
      request: valueOfObject(inputs.request),
      namespaceObject: valueOfObject(inputs.namespaceObject),
      params: valueOfObject(inputs.params),
      ...(authorizer === undefined
        ? {}
        : { authorizer: authorizer.authorizer, "authorizer.requestResource": authorizer.requestResource }),
      ...(variables === undefined
        ? {}
        : { variables: new LazyVariables(variables, (name, variable) => this.#variable(name, variable)) }),
    };
  }

  /**
   * The value and the cost of an expression, with the cost of the variables that it evaluates. `undefined` if the variables cost more than the budget:
   * the evaluation ends there.
   */
  evaluate(program: Program, budget: number): Evaluated | undefined {
    this.#budget = budget;
    let evaluated: Evaluated;
    try {
      evaluated = this.#run(program);
    } catch (error) {
      if (error instanceof BudgetExceeded) return undefined;
      throw error;
    }
    const { value, cost } = evaluated;
    const total = cost + this.#variablesCost;
    this.#variablesCost = 0;
    return { value, cost: total };
  }

  #variable(name: string, { result }: CompiledExpression): Value {
    if (result.kind !== "compiled") {
      return new CelError(`composited variable ${JSON.stringify(name)} fails to compile: ${result.message}`);
    }
    const { value, cost } = this.#run(result.program);
    this.#variablesCost += cost;
    if (this.#variablesCost > this.#budget) throw new BudgetExceeded();
    if (!(value instanceof CelError)) return value;
    return new CelError(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`);
  }

  #run(program: Program): Evaluated {
    return program.evaluate(this.#values, { costMax: evaluationCostMax, checkpoint: this.#checkpoint });
  }
}

function valueOfObject(object: JsonObject | ReadonlyObject | undefined): Value {
  return valueOfJson(object as JsonValue | undefined); // Objects of the server are JSON.
}

/** The variables of a policy by name. */
class LazyVariables extends MapValue {
  readonly #variables: PolicyVariables;
  readonly #evaluate: (name: string, variable: CompiledExpression) => Value;
  readonly #known = new Map<string, Value>();

  constructor(variables: PolicyVariables, evaluate: (name: string, variable: CompiledExpression) => Value) {
    super();
    this.#variables = variables;
    this.#evaluate = evaluate;
  }

  override get size(): number {
    return this.#variables.names.length;
  }

  override find(key: Value): Value | undefined {
    const name = unescapeName(formatValue(key));
    const variable = name === undefined ? undefined : this.#variables.get(name);
    if (name === undefined || variable === undefined) return undefined;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A variable that reads itself, which is possible with two variables of one name, fails instead of recurring.
    this.#known.set(name, new CelError(`variable ${JSON.stringify(name)} reads itself`));
    const value = this.#evaluate(name, variable);
    this.#known.set(name, value);
    return value;
  }

  override keys(): readonly Value[] {
    return this.#variables.names;
  }

  override equals(other: Value): boolean {
    return this === other;
  }
}
