// A rule of a custom resource definition, compiled: the expression, the expression of its message, and what both cost.

import type { JsonValue } from "@kubewright/apimachinery";
import type { ValidationRule } from "@kubewright/schema";
import type { Environment } from "../environment.ts";
import { extendEnvironment } from "../environment.ts";
import { kubernetesEnvironment } from "../kubernetes-environment.ts";
import type { Evaluation, Program } from "../program.ts";
import { compileExpression } from "../program.ts";
import type { CelType } from "../types/type.ts";
import { boolType, isSameType, optionalOf, stringType } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import { none, Optional } from "../values/value.ts";
import type { DeclaredSchema } from "../schemas/declared-schema.ts";

/** The highest cost of one evaluation. */
export const evaluationCostMax = 1_000_000;

/** A rule that can be evaluated, or why it cannot. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** The error of a rule that does not compile, as in kube-apiserver. */
  readonly problem: string | undefined;
  /** Why `messageExpression` does not compile. */
  readonly messageProblem: string | undefined;
  /** The rule compares with the old value. */
  readonly usesOldSelf: boolean;
  /** The highest cost for one value. */
  readonly costMax: bigint;
  readonly messageCostMax: bigint;
  /** How many values of the schema fit into one request. */
  readonly cardinalityMax: number;
  /** Evaluates the rule. `checkpoint` is called as `EvaluateOptions` describes. */
  evaluate(self: JsonValue, oldSelf?: JsonValue, checkpoint?: () => void): Evaluation;
  /** Evaluates `messageExpression`. Returns `undefined` if it is absent or does not compile. */
  evaluateMessage(self: JsonValue, oldSelf?: JsonValue, checkpoint?: () => void): Evaluation | undefined;
}

// Made at the first use, and never changed.
let defaultEnvironment: Environment | undefined;

/** Options of `compileRule`. */
export interface CompileRuleOptions {
  /** Default: the newest environment of Kubernetes. Variables are added to it. */
  readonly environment?: Environment;
}

/**
 * Compiles a rule on values of a schema. Problems are values.
 *
 * @throws {TypeError} for a schema whose values no expression can read.
 */
export function compileRule(
  rule: ValidationRule,
  schema: DeclaredSchema,
  options: CompileRuleOptions = {},
): CompiledRule {
  if (schema.type === undefined) throw new TypeError("failed to convert to declType for CEL validation rules");
  const isOptional = rule.optionalOldSelf === true;
  defaultEnvironment ??= kubernetesEnvironment();
  const environment = extendEnvironment(options.environment ?? defaultEnvironment, {
    variables: { self: schema.type, oldSelf: isOptional ? optionalOf(schema.type) : schema.type },
    structs: schema.structs,
  });
  const main = compilePart(rule.rule, environment, boolType, ruleTexts);
  const message =
    typeof main === "string" || rule.messageExpression === undefined || rule.messageExpression === ""
      ? undefined
      : compilePart(rule.messageExpression, environment, stringType, messageTexts);
  return new PlannedRule(rule, schema, main, message);
}

class PlannedRule implements CompiledRule {
  readonly rule: ValidationRule;
  readonly problem: string | undefined;
  readonly messageProblem: string | undefined;
  readonly usesOldSelf: boolean;
  readonly #schema: DeclaredSchema;
  readonly #program: Program | undefined;
  readonly #messageProgram: Program | undefined;

  constructor(
    rule: ValidationRule,
    schema: DeclaredSchema,
    main: Program | string,
    message: Program | string | undefined,
  ) {
    this.rule = rule;
    this.#schema = schema;
    this.problem = typeof main === "string" ? main : undefined;
    this.messageProblem = typeof message === "string" ? message : undefined;
    this.#program = typeof main === "string" ? undefined : main;
    this.#messageProgram = typeof message === "string" ? undefined : message;
    this.usesOldSelf = this.#program?.uses("oldSelf") ?? false;
  }

  // Only a check of the definition needs the estimates, so that they are made when they are read.
  get costMax(): bigint {
    return this.#costOf(this.#program);
  }

  get messageCostMax(): bigint {
    return this.#costOf(this.#messageProgram);
  }

  get cardinalityMax(): number {
    return this.#schema.cardinalityMax;
  }

  evaluate(self: JsonValue, oldSelf?: JsonValue, checkpoint?: () => void): Evaluation {
    if (this.#program === undefined) throw new TypeError("a rule with a problem cannot be evaluated");
    const variables = variablesOf(this.#schema, this.rule.optionalOldSelf === true, self, oldSelf);
    return this.#program.evaluate(variables, { costMax: evaluationCostMax, checkpoint });
  }

  evaluateMessage(self: JsonValue, oldSelf?: JsonValue, checkpoint?: () => void): Evaluation | undefined {
    if (this.#messageProgram === undefined) return undefined;
    // A kube-apiserver compiles the message for an optional `oldSelf`, and evaluates it with a plain one.
    const variables = variablesOf(this.#schema, false, self, oldSelf);
    return this.#messageProgram.evaluate(variables, { costMax: evaluationCostMax, checkpoint });
  }

  #costOf(program: Program | undefined): bigint {
    return program?.estimateCost((path) => this.#schema.sizeOf(path)).max ?? 0n;
  }
}

/** The texts around the problems of an expression. */
interface PartTexts {
  readonly compilation: string;
  readonly type: string;
  readonly instantiation: string;
}

const ruleTexts: PartTexts = {
  compilation: "compilation failed: ",
  type: "cel expression must evaluate to a bool",
  instantiation: "program instantiation failed: ",
};
const messageTexts: PartTexts = {
  compilation: "messageExpression compilation failed: ",
  type: "messageExpression must evaluate to a string",
  instantiation: "messageExpression instantiation failed: ",
};

function compilePart(text: string, environment: Environment, type: CelType, texts: PartTexts): Program | string {
  const compilation = compileExpression(text, environment);
  if (compilation.kind === "failed" && compilation.cause === "syntax") return texts.compilation + compilation.message;
  const { resultType } = compilation.kind === "compiled" ? compilation.program : compilation;
  if (!isSameType(resultType, type) || resultType.isWrapper) return texts.type;
  return compilation.kind === "compiled" ? compilation.program : texts.instantiation + compilation.message;
}

function variablesOf(
  schema: DeclaredSchema,
  isOptional: boolean,
  self: JsonValue,
  oldSelf: JsonValue | undefined,
): Record<string, Value> {
  const variables: Record<string, Value> = { self: schema.valueOf(self) };
  const old = oldSelf === undefined ? undefined : schema.valueOf(oldSelf);
  if (isOptional) variables["oldSelf"] = old === undefined ? none : new Optional(old);
  else if (old !== undefined) variables["oldSelf"] = old;
  return variables;
}
