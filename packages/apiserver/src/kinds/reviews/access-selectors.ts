/** The selectors of access reviews. Authorizers may read them; RBAC does not. */
import type { FieldError, FieldPath, JsonObject } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  isJsonArray,
  isJsonObject,
  isLabelValue,
  parseFieldSelector,
  parseLabelSelector,
  SelectorSyntaxError,
  validateLabelKey,
} from "@kubewright/apimachinery";
import { stringOf } from "../../objects/api-object.ts";

interface SelectorKind {
  readonly name: "fieldSelector" | "labelSelector";
  readonly parse: (selector: string) => unknown;
  readonly check: (key: string, values: readonly string[], path: FieldPath) => readonly FieldError[];
  /** Whether the authorizer can use the requirement. */
  readonly isUsable: (operator: string, values: readonly string[]) => boolean;
}

const withValues: ReadonlySet<string> = new Set(["In", "NotIn"]);
const withoutValues: ReadonlySet<string> = new Set(["Exists", "DoesNotExist"]);

const fieldSelector: SelectorKind = {
  name: "fieldSelector",
  parse: parseFieldSelector,
  check: () => [],
  isUsable: (operator, values) => withValues.has(operator) && values.length === 1,
};

const labelSelector: SelectorKind = {
  name: "labelSelector",
  parse: parseLabelSelector,
  check: (key, values, path) => [
    ...validateLabelKey(key, path.child("key")),
    ...values.flatMap((value, index) =>
      isLabelValue(value).map((message) => field.invalid(path.child("values").index(index), value, message)),
    ),
  ],
  isUsable: (operator) => withValues.has(operator) || withoutValues.has(operator),
};

const kinds = [fieldSelector, labelSelector];

/** Errors of the selectors in the attributes of a review. Unknown operators are accepted, because clients may be newer than the server. */
export function checkSelectors(attributes: unknown): readonly FieldError[] {
  return kinds.flatMap((kind) => {
    const selector = selectorIn(attributes, kind);
    return selector === undefined ? [] : checkSelector(kind, selector);
  });
}

/** The `evaluationError` of a review whose selectors cannot be parsed; `""` without an error. */
export function selectorProblems(attributes: unknown): string {
  const problems = kinds.map((kind) => {
    const selector = selectorIn(attributes, kind);
    const ignored = selector === undefined ? "none" : ignoredPart(kind, selector);
    const path = `spec.resourceAttributes.${kind.name}`;
    return ignored === "none" ? "" : `${path} ${ignored === "all" ? "" : "partially "}ignored due to parse error`;
  });
  return problems.filter((problem) => problem !== "").join("; ");
}

function selectorIn(attributes: unknown, { name }: SelectorKind): JsonObject | undefined {
  const selector = isJsonObject(attributes) ? attributes[name] : undefined;
  return isJsonObject(selector) ? selector : undefined;
}

function checkSelector(kind: SelectorKind, selector: JsonObject): readonly FieldError[] {
  const path = fieldPath("spec", "resourceAttributes", kind.name);
  const raw = stringOf(selector["rawSelector"]);
  const requirements = requirementsOf(selector);
  const errors: FieldError[] = [];
  if (raw !== "" && requirements.length > 0) {
    errors.push(field.invalid(path.child("rawSelector"), raw, "may not specified at the same time as requirements"));
  }
  if (raw === "" && requirements.length === 0) {
    const text = `when spec.resourceAttributes.${kind.name} is specified, requirements or rawSelector is required`;
    errors.push(field.required(path.child("requirements"), text));
  }
  return [
    ...errors,
    ...requirements.flatMap((requirement, index) =>
      checkRequirement(kind, requirement, path.child("requirements").index(index)),
    ),
  ];
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function checkRequirement(
  { name, check }: SelectorKind,
  { key, operator, values }: Requirement,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (name === "fieldSelector" && key === "") errors.push(field.required(path.child("key"), "must be specified"));
  if (withValues.has(operator) && values.length === 0) {
    errors.push(field.required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"));
  }
  if (withoutValues.has(operator) && values.length > 0) {
    const text = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    errors.push(field.forbidden(path.child("values"), text));
  }
  return [...errors, ...check(key, values, path)];
}

/** What an authorizer ignores of a valid selector. */
function ignoredPart({ parse, isUsable }: SelectorKind, selector: JsonObject): "none" | "some" | "all" {
  const requirements = requirementsOf(selector);
  if (requirements.length === 0) return parses(parse, stringOf(selector["rawSelector"])) ? "none" : "all";
  const usable = requirements.filter(({ operator, values }) => isUsable(operator, values));
  if (usable.length === requirements.length) return "none";
  return usable.length === 0 ? "all" : "some";
}

function parses(parse: SelectorKind["parse"], selector: string): boolean {
  try {
    parse(selector);
    return true;
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return false;
    throw error;
  }
}

function requirementsOf({ requirements }: JsonObject): readonly Requirement[] {
  if (!isJsonArray(requirements)) return [];
  return requirements.filter(isJsonObject).map(({ key, operator, values }) => ({
    key: stringOf(key),
    operator: stringOf(operator),
    values: isJsonArray(values) ? values.map(stringOf) : [],
  }));
}
