// The rules of a custom resource definition, checked when it is written: they compile, and their estimated costs stay within the limits of a
// kube-apiserver. https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions

import { append, field } from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema, RuleChecks, RulePlace, ValidationRule } from "@kubewright/schema";
import { internalRule } from "@kubewright/schema";
import { toFixedHalfEven } from "../libraries/format-values.ts";
import type { CompiledRule } from "./rule.ts";
import { compiledRules } from "./compiled-rules.ts";
import { createRuleValidator, objectCostMax } from "./rule-validator.ts";

/** The highest estimated cost of one expression. */
const expressionCostMax = 10_000_000n;
/** The highest estimated cost of all expressions of a schema. */
const schemaCostMax = 100_000_000n;
const uint64Max = 2n ** 64n - 1n;
/** How many rules an error about the total cost names. */
const namedRulesMax = 4;

/** Options of `createRuleChecks`. */
export interface RuleCheckOptions {
  /** Limits the estimated cost of each expression. Default: true. A kube-apiserver does not for a schema that an update leaves unchanged. */
  readonly limitsExpressions?: boolean;
}

/** The checks of one schema, for `checkStructural`. */
export function createRuleChecks({ limitsExpressions = true }: RuleCheckOptions = {}): RuleChecks {
  return new CostedRuleChecks(limitsExpressions);
}

class CostedRuleChecks implements RuleChecks {
  readonly #limitsExpressions: boolean;
  #defaultsBudget = objectCostMax;
  #total = 0n;
  #expensive: { readonly path: FieldPath; readonly cost: bigint }[] = [];

  constructor(limitsExpressions: boolean) {
    this.#limitsExpressions = limitsExpressions;
  }

  checkDefault(value: JsonValue, schema: JsonSchema, path: FieldPath): readonly FieldError[] {
    if (this.#defaultsBudget < 0) return [];
    const validator = createRuleValidator(schema, { isResource: schema["x-kubernetes-embedded-resource"] === true });
    if (validator === undefined) return [];
    const budget = this.#defaultsBudget;
    const unchanged = validator.validate(value, { path, budget, old: value });
    this.#defaultsBudget = unchanged.budget;
    if (unchanged.errors.length > 0) return unchanged.errors;
    // Rules for which `oldSelf` is optional can reject the default of a new object.
    const created = validator.validate(value, { path, budget });
    this.#defaultsBudget = Math.min(unchanged.budget, created.budget);
    return created.errors;
  }

  checkNode(schema: JsonSchema, path: FieldPath, place: RulePlace): readonly FieldError[] {
    const at = path.child("x-kubernetes-validations");
    const isResource = place.isRoot || schema["x-kubernetes-embedded-resource"] === true;
    const rules = compiledRules(schema, isResource);
    if (rules === undefined || place.hasUntypedParent) return [field.internal(at, noTypeMessage)];
    return rules.flatMap((compiled, index) => [
      ...this.#checkCosts(compiled, at.index(index), place),
      ...checkOldSelf(compiled.rule, compiled, at.index(index), place),
    ]);
  }

  checkTotal(path: FieldPath): readonly FieldError[] {
    if (this.#total <= schemaCostMax) return [];
    const text = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    return [
      ...this.#expensive.map((rule) => field.forbidden(rule.path, text)),
      field.forbidden(path, excessMessage(name, this.#total, schemaCostMax)),
    ];
  }

  #checkCosts(compiled: CompiledRule, path: FieldPath, { occurrencesMax }: RulePlace): readonly FieldError[] {
    const { rule, problem, messageProblem, costMax, messageCostMax, cardinalityMax } = compiled;
    const [rulePath, messagePath] = [path.child("rule"), path.child("messageExpression")];
    const cost = multiply(costMax, occurrencesMax ?? BigInt(cardinalityMax));
    const errors = [...this.#checkCost("estimated rule cost", cost, rulePath)];
    if (problem !== undefined) errors.push(field.invalid(rulePath, internalRule(rule), problem));
    if (messageProblem !== undefined) {
      errors.push(field.invalid(messagePath, internalRule(rule), messageProblem));
    }
    append(errors, this.#checkCost("estimated messageExpression cost", messageCostMax, messagePath));
    return errors;
  }

  #checkCost(name: string, cost: bigint, path: FieldPath): readonly FieldError[] {
    this.#total = this.#total + cost > uint64Max ? uint64Max : this.#total + cost;
    if (cost >= schemaCostMax / 100n) {
      this.#expensive = [...this.#expensive, { path, cost }]
        .toSorted((left, right) => (left.cost > right.cost ? -1 : left.cost < right.cost ? 1 : 0))
        .slice(0, namedRulesMax);
    }
    if (!this.#limitsExpressions || cost <= expressionCostMax) return [];
    return [field.forbidden(path, excessMessage(name, cost, expressionCostMax))];
  }
}

const noTypeMessage =
  "internal error: failed to construct type information for x-kubernetes-validations rules: " +
  "unable to convert structural schema to CEL declarations";

function checkOldSelf(
  rule: ValidationRule,
  { usesOldSelf }: CompiledRule,
  path: FieldPath,
  { uncorrelatable }: RulePlace,
): readonly FieldError[] {
  if (usesOldSelf && uncorrelatable !== undefined) {
    const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable.toString()}`;
    return [field.invalid(path.child("rule"), rule.rule, text)];
  }
  if (usesOldSelf || rule.optionalOldSelf === undefined) return [];
  const text = "may not be set if oldSelf is not used in rule";
  return [field.invalid(path.child("optionalOldSelf"), rule.optionalOldSelf, text)];
}

function multiply(cost: bigint, occurrences: bigint): bigint {
  const product = cost * occurrences;
  return product > uint64Max ? uint64Max : product;
}

function excessMessage(name: string, cost: bigint, costMax: bigint): string {
  const factor = Number(cost) / Number(costMax);
  const shown = factor > 100 ? "more than 100" : toFixedHalfEven(factor, factor < 1.5 ? 6 : 1);
  return (
    `${name} exceeds budget by factor of ${shown}x (try simplifying the rule, or adding maxItems, maxProperties, ` +
    "and maxLength where arrays, maps, and strings are declared)"
  );
}
