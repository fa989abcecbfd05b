// Expressions from text to result: parse, check, plan, evaluate.

import type { Checked } from "./checking/checked.ts";
import { checkExpression } from "./checking/checker.ts";
import { checkLiterals } from "./checking/literals.ts";
import type { CostEstimate, SizeOf } from "./cost/estimate.ts";
import { estimateCost } from "./cost/estimate.ts";
import type { Environment } from "./environment.ts";
import { CostLimitExceeded, createFrame } from "./evaluation/frame.ts";
import { EvaluationPanic } from "./values/panic.ts";
import type { Plan } from "./evaluation/planner.ts";
import { PlanError, planExpression } from "./evaluation/planner.ts";
import { parseExpression } from "./syntax/parser.ts";
import type { CelType } from "./types/type.ts";
import { dynType } from "./types/type.ts";
import type { Value } from "./values/value.ts";
import { CelError } from "./values/value.ts";
import { tooLong } from "./values/result-limits.ts";

/** A compiled expression, or the error as in kube-apiserver. */
export type Compilation =
  | { readonly kind: "compiled"; readonly program: Program }
  | {
      readonly kind: "failed";
      readonly cause: "syntax";
      readonly message: string;
    }
  | {
      /** The text is an expression, but a constant part of it always fails. */
      readonly kind: "failed";
      readonly cause: "constant";
      readonly message: string;
      readonly resultType: CelType;
    };

/** The result of an evaluation and what it cost. */
export interface Evaluation {
  /** The value, or the error. */
  readonly value: Value;
  readonly cost: number;
  /** The evaluation was cancelled because it cost more than allowed. */
  readonly isCancelled: boolean;
}

/** The limits of an evaluation. */
export interface EvaluateOptions {
  /** The highest cost. Default: none. */
  readonly costMax?: number;
  /** Called after every 100 iterations of loops, and before calls on long values. If it throws, the evaluation ends and throws the same. */
  readonly checkpoint?: (() => void) | undefined;
}

/** Compiles an expression for an environment. */
export function compileExpression(text: string, environment: Environment): Compilation {
  try {
    return compile(text, environment);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    return failed("ERROR: <input>:-1:0: expression recursion limit exceeded");
  }
}

// Macros inside each other can nest deeper than their text does, and deeper than the stack.
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

// The engine creates no string of more than 2^29 characters. A caller without a cost limit can get there.
function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("Invalid string length");
}

function compile(text: string, environment: Environment): Compilation {
  const parsed = parseExpression(text, environment);
  if (parsed.expression === undefined) return failed(parsed.source.format(parsed.issues));
  const checked = checkExpression(parsed.expression, parsed.offsets, environment);
  if (checked.issues.length > 0) return failed(parsed.source.format(checked.issues));
  if (environment.isStrict) {
    const issues = checkLiterals(checked, parsed.offsets);
    if (issues.length > 0) return failed(parsed.source.format(issues));
  }
  try {
    const names = Array.from(environment.variables.keys());
    const plan = planExpression(checked, { ...environment, variables: names });
    return { kind: "compiled", program: new Program(checked, plan, names) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { kind: "failed", cause: "constant", message: error.message, resultType: resultTypeOf(checked) };
  }
}

function failed(message: string): Compilation {
  return { kind: "failed", cause: "syntax", message };
}

function resultTypeOf({ expression, types }: Checked): CelType {
  return types.get(expression.id) ?? dynType;
}

/** An expression that can be evaluated any number of times. */
export class Program {
  readonly #checked: Checked;
  readonly #plan: Plan;
  readonly #names: readonly string[];

  constructor(checked: Checked, plan: Plan, names: readonly string[]) {
    this.#checked = checked;
    this.#plan = plan;
    this.#names = names;
  }

  /** The type of the result. */
  get resultType(): CelType {
    return resultTypeOf(this.#checked);
  }

  /** Whether the expression reads a variable. */
  uses(variable: string): boolean {
    for (const reference of this.#checked.references.values()) {
      if (reference.kind === "variable" && reference.name === variable) return true;
    }
    return false;
  }

  /** Evaluates the expression. A variable without a value gives an error when it is read. */
  evaluate(variables: Readonly<Record<string, Value>>, options: EvaluateOptions = {}): Evaluation {
    const slots: (Value | undefined)[] = [];
    for (const name of this.#names) slots.push(Object.hasOwn(variables, name) ? variables[name] : undefined);
    for (let slot = slots.length; slot < this.#plan.slotCount; slot++) slots.push(undefined);
    const { costMax = Number.POSITIVE_INFINITY, checkpoint } = options;
    const frame = createFrame(slots, { costMax, checkpoint });
    try {
      const value = this.#plan.evaluate(frame);
      return { value, cost: frame.cost, isCancelled: false };
    } catch (error) {
      if (isStackOverflow(error)) {
        return { value: new CelError("evaluation recursion limit exceeded"), cost: frame.cost, isCancelled: true };
      }
      if (isTooLong(error)) return { value: tooLong(), cost: frame.cost, isCancelled: true };
      if (!(error instanceof CostLimitExceeded || error instanceof EvaluationPanic)) throw error;
      const isCancelled = error instanceof CostLimitExceeded;
      return { value: new CelError(error.message), cost: frame.cost, isCancelled };
    }
  }

  /** Estimates the lowest and highest cost for values with the sizes that `sizeOf` returns. */
  estimateCost(sizeOf: SizeOf): CostEstimate {
    return estimateCost(this.#checked, sizeOf);
  }
}
