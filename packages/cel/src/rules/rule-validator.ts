// The rules of a schema, evaluated on an object: all of them with one budget, transition rules where there is an old value, and errors of
// unchanged parts as warnings. https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules

import {
  field,
  fieldPath,
  formatFieldError,
  IntegralFloat,
  omittedValue,
  quoteGoString,
  shouldYield,
  stepsOf,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonValue, Steps } from "@kubewright/apimachinery";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";
import type { Evaluation } from "../program.ts";
import { CelError } from "../values/value.ts";
import type { PlacedValue } from "./placed-values.ts";
import { placedValue, valuesIn } from "./placed-values.ts";
import type { PlacedRule, RuleNode } from "./rule-tree.ts";
import { ruleTree } from "./rule-tree.ts";

/** The highest cost of all evaluations for one object. */
export const objectCostMax = 10_000_000;
/** The most bytes of a message that an expression returns. */
const messageBytesMax = 5 * 1024;

/** How an object is validated. */
export interface RuleValidateOptions {
  /** Where the value is in the object, for the errors. Default: it is the object. */
  readonly path?: FieldPath;
  /** The old value, which transition rules compare with. */
  readonly old?: JsonValue | undefined;
  /** `old` is the stored value of an update: errors of unchanged parts become warnings. Default: false. */
  readonly ratchets?: boolean;
  /** The highest cost of all evaluations. Default: that of a kube-apiserver. */
  readonly budget?: number;
  /** Called while expressions loop. If it throws, `validate` throws the same error: for the deadline of a request. */
  readonly checkpoint?: () => void;
}

/** The verdict of the rules. */
export interface RuleResult {
  readonly errors: readonly FieldError[];
  /** The formatted errors of unchanged parts. */
  readonly warnings: readonly string[];
  /** The rest of the budget; negative if rules were skipped because nothing was left. */
  readonly budget: number;
}

/** The compiled rules of a schema. */
export class RuleValidator {
  readonly #root: RuleNode;

  /** Use `createRuleValidator`. */
  constructor(root: RuleNode) {
    this.#root = root;
  }

  /** Evaluates the rules on a value that the schema allows. Its numbers may be an `IntegralFloat`. */
  validate(value: JsonValue, options: RuleValidateOptions = {}): RuleResult {
    const steps = this.validateInSteps(value, options);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** The same in steps: yields after each evaluation of a rule and may yield between values, so that the caller can do other work in between. The value must not change meanwhile. */
  validateInSteps(value: JsonValue, options: RuleValidateOptions = {}): Steps<RuleResult> {
    const { path, old, ratchets = false, budget = objectCostMax, checkpoint } = options;
    const current = ratchets && old !== undefined ? { old } : undefined;
    const root = placedValue({ node: this.#root, value, path, old, current }, undefined);
    return new RuleRun(budget, checkpoint).run(root);
  }
}

/** Compiles the rules of a schema. Returns `undefined` for a schema without rules. Call it once per schema. */
export function createRuleValidator(
  schema: JsonSchema,
  { isResource = false }: { readonly isResource?: boolean } = {},
): RuleValidator | undefined {
  const root = ruleTree(schema, isResource);
  return root && new RuleValidator(root);
}

/** One evaluation of all rules on an object. */
class RuleRun {
  readonly #errors: FieldError[] = [];
  readonly #warnings: string[] = [];
  readonly #checkpoint: (() => void) | undefined;
  #budget: number;

  constructor(budget: number, checkpoint: (() => void) | undefined) {
    this.#budget = budget;
    this.#checkpoint = checkpoint;
  }

  /** Evaluates the rules of each value before those of the values in it, while the budget lasts. Yields after each rule. */
  *run(root: PlacedValue): Steps<RuleResult> {
    const open: Iterator<PlacedValue>[] = [[root].values()];
    for (let values = open.at(-1); values !== undefined && this.#budget >= 0; values = open.at(-1)) {
      const next = values.next();
      if (next.done === true) {
        open.pop();
        continue;
      }
      const placed = next.value;
      if (placed.value === null) continue; // Rules of a nullable value are not evaluated on null.
      const { rules } = placed.node;
      if (rules.length > 0 && this.#budget === 0) this.#stop(invalidValue(placed, outOfBudget));
      for (const rule of rules) {
        if (this.#budget < 0) break;
        this.#evaluateRule(rule, placed);
        yield;
      }
      if (rules.length === 0 && shouldYield()) yield;
      const inner = yield* stepsOf(valuesIn(placed));
      if (inner !== undefined) open.push(inner);
    }
    return { errors: this.#errors, warnings: this.#warnings, budget: this.#budget };
  }

  #evaluateRule(placedRule: PlacedRule, placed: PlacedValue): void {
    const { compiled } = placedRule;
    const { rule } = compiled;
    if (compiled.problem !== undefined) {
      this.#errors.push(invalidValue(placed, `rule compile error: ${compiled.problem}`));
      return;
    }
    const old = placed.old ?? undefined; // Null counts as absent.
    if (compiled.usesOldSelf && old === undefined && rule.optionalOldSelf !== true) return;
    const { value: verdict, cost, isCancelled } = compiled.evaluate(placed.value, old, this.#checkpoint);
    if (cost > this.#budget) {
      this.#stop(invalidValue(placed, outOfBudget));
      return;
    }
    this.#budget -= cost;
    if (verdict === true) return;
    if (isCancelled) {
      const { message } = verdict as CelError; // The value of a cancelled evaluation.
      const text = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleName(rule)}`;
      this.#stop(invalidValue(placed, text));
    } else if (verdict instanceof CelError) {
      this.#errors.push(invalidValue(placed, failureMessage(verdict, rule)));
    } else {
      this.#report(placedRule, placed);
    }
  }

  /** Adds the error of a rule that returned false. */
  #report({ compiled, field: relative }: PlacedRule, placed: PlacedValue): void {
    const { node, value, path: place, old, continued } = placed;
    const path = relative === "" ? place : (place?.child(relative) ?? fieldPath(relative));
    const evaluation = compiled.evaluateMessage(value, node.usesOldSelf ? old : undefined, this.#checkpoint);
    const message = this.#messageOf(evaluation, compiled.rule);
    const type = typeName(placed);
    const number = value instanceof IntegralFloat ? value.value : value;
    const shown = type === "object" || type === "array" ? omittedValue : number;
    const error =
      typeof message === "string"
        ? errorForReason(path, shown, message, compiled.rule.reason)
        : field.invalid(path, type, message.problem);
    if (!compiled.usesOldSelf && continued?.isUnchanged === true) this.#warnings.push(formatFieldError(error));
    else this.#errors.push(error);
    if (typeof message === "object") this.#budget = -1;
  }

  /** The message of a rule: that of its expression, or else the fixed one. A problem ends the validation. */
  #messageOf(evaluation: Evaluation | undefined, rule: ValidationRule): string | { readonly problem: string } {
    const fixed = (rule.message ?? "") === "" ? `failed rule: ${ruleName(rule)}` : ruleName(rule);
    if (evaluation === undefined) return fixed;
    if (evaluation.cost > this.#budget) {
      const problem =
        "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
      return { problem };
    }
    if (evaluation.isCancelled) {
      const shown = quoteGoString(rule.messageExpression ?? "");
      return {
        problem: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${shown}`,
      };
    }
    this.#budget -= evaluation.cost;
    const text = typeof evaluation.value === "string" ? evaluation.value.trim() : "";
    const isUsable = text !== "" && !text.includes("\n") && Buffer.byteLength(text) <= messageBytesMax;
    return isUsable ? text : fixed;
  }

  #stop(error: FieldError): void {
    this.#errors.push(error);
    this.#budget = -1;
  }
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

function invalidValue(placed: PlacedValue, text: string): FieldError {
  return field.invalid(placed.path, typeName(placed), text);
}

function typeName({ node }: PlacedValue): string {
  return node.type.schema.type ?? "";
}

function ruleName({ rule, message = "" }: ValidationRule): string {
  return (message === "" ? rule : message).trim();
}

function failureMessage({ message }: CelError, rule: ValidationRule): string {
  if (!message.startsWith("no such overload")) return `${message} evaluating rule: ${ruleName(rule)}`;
  const text = "call arguments did not match a supported operator, function or macro signature for rule";
  return `'${message}': ${text}: ${ruleName(rule)}`;
}

function errorForReason(
  path: FieldPath | undefined,
  value: unknown,
  message: string,
  reason: string | undefined,
): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
      return field.forbidden(path, message);
    case "FieldValueRequired":
      return field.required(path, message);
    case "FieldValueDuplicate":
      return field.duplicate(path, value);
    default:
      return field.invalid(path, value, message);
  }
}
