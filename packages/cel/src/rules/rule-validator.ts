// The rules of a schema, evaluated on an object: all of them with one budget, transition rules where there is an old value, and errors of
// unchanged parts as warnings. https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules

import {
  field,
  fieldPath,
  formatFieldError,
  getOwn,
  isJsonArray,
  isJsonObject,
  omittedValue,
  quoteGoString,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonValue } from "@kubewright/apimachinery";
import type { Correlation, JsonSchema, Type, ValidationRule } from "@kubewright/schema";
import { correlateField, isUnchanged, itemCorrelator } from "@kubewright/schema";
import type { Evaluation } from "../program.ts";
import { CelError } from "../values/value.ts";
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

  /** Evaluates the rules on a value that the schema allows. */
  validate(value: JsonValue, options: RuleValidateOptions = {}): RuleResult {
    const { path, old, ratchets = false, budget = objectCostMax, checkpoint } = options;
    const run = new RuleRun(budget, checkpoint);
    const current = ratchets && old !== undefined ? { old } : undefined;
    run.visit(this.#root, value, { path, old, current, continued: undefined });
    return run.result;
  }
}

/** Compiles the rules of a schema. Returns `undefined` if it has none. Do it once per schema. */
export function createRuleValidator(
  schema: JsonSchema,
  { isResource = false }: { readonly isResource?: boolean } = {},
): RuleValidator | undefined {
  const root = ruleTree(schema, isResource);
  return root && new RuleValidator(root);
}

/** Where a value is, and what was there before. */
interface Place {
  readonly path: FieldPath | undefined;
  /** The value that transition rules compare with. */
  readonly old: JsonValue | undefined;
  /** The stored value that the value continues; `undefined` if it continues none, and for objects that are not updated. */
  readonly current: Correlation | undefined;
  /** The value, or else the nearest value above it, that continues a stored one. */
  readonly continued: Continued | undefined;
}

/** A value that continues a stored one. The two are compared only once: each of its items can have an error. */
class Continued {
  readonly #type: Type;
  readonly #value: JsonValue;
  readonly #correlation: Correlation;
  #isUnchanged: boolean | undefined;

  constructor(type: Type, value: JsonValue, correlation: Correlation) {
    this.#type = type;
    this.#value = value;
    this.#correlation = correlation;
  }

  get isUnchanged(): boolean {
    return (this.#isUnchanged ??= isUnchanged(this.#type, this.#value, this.#correlation));
  }
}

class RuleRun {
  readonly #errors: FieldError[] = [];
  readonly #warnings: string[] = [];
  readonly #checkpoint: (() => void) | undefined;
  #budget: number;

  constructor(budget: number, checkpoint: (() => void) | undefined) {
    this.#budget = budget;
    this.#checkpoint = checkpoint;
  }

  get result(): RuleResult {
    return { errors: this.#errors, warnings: this.#warnings, budget: this.#budget };
  }

  visit(node: RuleNode, value: JsonValue, place: Place): void {
    // Rules of a nullable value are not evaluated on null.
    if (value === null || this.#budget < 0) return;
    const { current } = place;
    const here = current === undefined ? place : { ...place, continued: new Continued(node.type, value, current) };
    if (node.rules.length > 0) this.#evaluateRules(node, value, here);
    if (isJsonArray(value)) this.#visitItems(node, value, here);
    else if (isJsonObject(value)) this.#visitFields(node, value, here);
  }

  #visitItems(node: RuleNode, list: readonly JsonValue[], place: Place): void {
    const { items } = node;
    if (items === undefined) return;
    const oldOf = itemCorrelator(node.type, place.old === undefined ? undefined : { old: place.old });
    const correlate = itemCorrelator(node.type, place.current);
    for (const [index, item] of list.entries()) {
      const path = place.path === undefined ? fieldPath("").index(index) : place.path.index(index);
      this.visit(items, item, { ...place, path, old: oldOf(item)?.old, current: correlate(item) });
    }
  }

  #visitFields(node: RuleNode, object: { readonly [key: string]: JsonValue }, place: Place): void {
    const old = place.old !== undefined && isJsonObject(place.old) ? place.old : {};
    for (const key of Object.keys(object)) {
      const named = node.properties.get(key);
      const child = named ?? node.additional;
      if (child === undefined) continue;
      // apiVersion and kind of the old object are those of the new one, whatever was stored.
      const isHidden = place.path === undefined && (key === "apiVersion" || key === "kind");
      const path =
        named === undefined ? (place.path ?? fieldPath("")).key(key) : (place.path?.child(key) ?? fieldPath(key));
      this.visit(child, object[key] ?? null, {
        path,
        old: getOwn(old, key),
        current: isHidden ? undefined : correlateField(place.current, key),
        continued: isHidden ? undefined : place.continued,
      });
    }
  }

  #evaluateRules(node: RuleNode, value: JsonValue, place: Place): void {
    if (this.#budget <= 0) {
      this.#stop(field.invalid(place.path, typeName(node), outOfBudget));
      return;
    }
    for (const rule of node.rules) {
      this.#evaluateRule(node, rule, value, place);
      if (this.#budget < 0) return;
    }
  }

  #evaluateRule(node: RuleNode, placed: PlacedRule, value: JsonValue, place: Place): void {
    const { compiled } = placed;
    const { rule } = compiled;
    const invalid = (text: string): FieldError => field.invalid(place.path, typeName(node), text);
    if (compiled.problem !== undefined) {
      this.#errors.push(invalid(`rule compile error: ${compiled.problem}`));
      return;
    }
    const old = place.old ?? undefined; // Null counts as absent.
    if (compiled.usesOldSelf && old === undefined && rule.optionalOldSelf !== true) return;
    const { value: verdict, cost, isCancelled } = compiled.evaluate(value, old, this.#checkpoint);
    if (cost > this.#budget) {
      this.#stop(invalid(outOfBudget));
      return;
    }
    this.#budget -= cost;
    if (verdict === true) return;
    if (isCancelled) {
      const { message } = verdict as CelError; // The value of a cancelled evaluation.
      const text = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleName(rule)}`;
      this.#stop(invalid(text));
    } else if (verdict instanceof CelError) {
      this.#errors.push(invalid(failureMessage(verdict, rule)));
    } else {
      this.#report(node, placed, value, place);
    }
  }

  /** Adds the error of a rule that returned false. */
  #report(node: RuleNode, { compiled, field: relative }: PlacedRule, value: JsonValue, place: Place): void {
    const path = relative === "" ? place.path : (place.path?.child(relative) ?? fieldPath(relative));
    const message = this.#messageOf(
      compiled.evaluateMessage(value, node.usesOldSelf ? place.old : undefined, this.#checkpoint),
      compiled.rule,
    );
    const { type } = node.type.schema;
    const shown = type === "object" || type === "array" ? omittedValue : value;
    const error =
      typeof message === "string"
        ? errorForReason(path, shown, message, compiled.rule.reason)
        : field.invalid(path, typeName(node), message.problem);
    if (!compiled.usesOldSelf && place.continued?.isUnchanged === true) this.#warnings.push(formatFieldError(error));
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

function typeName({ type }: RuleNode): string {
  return type.schema.type ?? "";
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
