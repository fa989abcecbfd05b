/** LimitRanges: https://kubernetes.io/docs/concepts/policy/limit-range/. The admission plugin LimitRanger enforces them. */
import type { LimitRange, LimitRangeItem } from "@kubewright/api/core/v1";
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  afterPause,
  append,
  eachInSteps,
  field,
  fieldPath,
  flatMapInSteps,
  isQualifiedName,
  joinedInSteps,
  repeatedIndexes,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { invalidFor } from "../field-checks.ts";
import { compareQuantities, ratioOf } from "../quantities.ts";
import { canBeOvercommitted, checkContainerResourceName, checkResourceName } from "../resource-names.ts";

export const limitRangeKind: BuiltinKind = builtinKind<LimitRange>({
  group: "",
  plural: "limitranges",
  allowCreateOnUpdate: true,
  nullsEmptyLists: true,
  // The only kind that generates a name for an object without a name and a generateName.
  prepareForCreate: (draft, { random }) => {
    draft.metadata.name ??= random.uuid();
  },
  validate: (object) => checkLimitRange(object),
  defaults: (draft) => eachInSteps(draft.spec?.limits ?? [], setDefaults),
});

/** The default limit is the maximum. The default request is the default limit, or the minimum. */
function setDefaults(limit: Draft<LimitRangeItem>): Work<void> {
  if (limit.type !== "Container") return undefined;
  return afterPause(merged(limit.max, limit.default), (limits) => {
    if (Object.keys(limits).length > 0) limit.default = limits;
    return afterPause(merged(limit.min, limits, limit.defaultRequest), (requests) => {
      if (Object.keys(requests).length > 0) limit.defaultRequest = requests;
    });
  });
}

type Quantities = Record<string, string | number>;

/** Of each resource, the quantity in the last list that has it. */
function merged(...lists: readonly (Quantities | undefined)[]): Work<Quantities> {
  const quantities: Quantities = {};
  const merging = eachInSteps(lists, (list = {}) =>
    eachInSteps(Object.entries(list), ([name, quantity]) => setOwn(quantities, name, quantity)),
  );
  return whenDone(merging, () => quantities);
}

const types: readonly string[] = ["Pod", "Container", "PersistentVolumeClaim"];

/** In steps. */
export function checkLimitRange({ spec }: View<LimitRange>): Work<readonly FieldError[]> {
  // An empty list prints as null.
  const limits = spec?.limits ?? [];
  const path = fieldPath("spec", "limits");
  const repeated = repeatedIndexes(limits.map(({ type = "" }) => type));
  return flatMapInSteps(limits, (limit, index) => {
    const { type = "" } = limit;
    const at = path.index(index);
    return joinedInSteps([
      () => [
        ...checkType(type, at.child("type")),
        ...(repeated.has(index) ? [field.duplicate(at.child("type"), type)] : []),
      ],
      () => checkNames(limit, at),
      () => flatMapInSteps(namesOf(limit), (name) => checkSizes(limit, name, at)),
    ]);
  });
}

function checkType(type: string, path: FieldPath): readonly FieldError[] {
  const messages = isQualifiedName(type);
  if (messages.length > 0) return invalidFor(path, type, messages);
  if (type.includes("/") || types.includes(type)) return [];
  return [field.invalid(path, type, "must be a standard limit type or fully qualified")];
}

/** The additional fields of types other than Pod. */
const defaults = ["default", "defaultRequest"] as const;

function checkNames(limit: View<LimitRangeItem>, path: FieldPath): Work<readonly FieldError[]> {
  const { type } = limit;
  const checkName = type === "Pod" || type === "Container" ? checkContainerResourceName : checkResourceName;
  const namesIn = (
    list: "max" | "min" | "maxLimitRequestRatio" | (typeof defaults)[number],
  ): Work<readonly FieldError[]> =>
    flatMapInSteps(Object.keys(limit[list] ?? {}), (name) => checkName(name, path.child(list).key(name)));
  const forbidden = defaults
    .filter((list) => Object.keys(limit[list] ?? {}).length > 0)
    .map((list) => field.forbidden(path.child(list), "may not be specified when `type` is 'Pod'"));
  const isUnlimited = limit.min?.["storage"] === undefined && limit.max?.["storage"] === undefined;
  const text = "either minimum or maximum storage value is required, but neither was provided";
  return joinedInSteps([
    () => namesIn("max"),
    () => namesIn("min"),
    () => (type === "Pod" ? forbidden : flatMapInSteps(defaults, namesIn)),
    () => (type === "PersistentVolumeClaim" && isUnlimited ? [field.required(path.child("limits"), text)] : []),
    () => namesIn("maxLimitRequestRatio"),
  ]);
}

function namesOf(limit: View<LimitRangeItem>): readonly string[] {
  const { max, min, default: byDefault, defaultRequest, maxLimitRequestRatio } = limit;
  const lists = [max, min, byDefault, defaultRequest, maxLimitRequestRatio];
  return [...new Set(lists.flatMap((list = {}) => Object.keys(list)))];
}

/** Errors of the limits of one resource, which must be in order. */
function checkSizes(limit: View<LimitRangeItem>, name: string, path: FieldPath): readonly FieldError[] {
  const isPod = limit.type === "Pod";
  const [min, max, ratio] = [limit.min?.[name], limit.max?.[name], limit.maxLimitRequestRatio?.[name]];
  const request = isPod ? undefined : limit.defaultRequest?.[name];
  const byDefault = isPod ? undefined : limit.default?.[name];
  const errors: FieldError[] = [];
  type Size = string | number | undefined;
  const inOrder = (
    list: string,
    [low, lowName]: [Size, string],
    [high, highName]: [Size, string],
    shown: Size,
  ): void => {
    if (low === undefined || high === undefined || compareQuantities(low, high) <= 0) return;
    const text = `${lowName} value ${low} is greater than ${highName} value ${high}`;
    errors.push(field.invalid(path.child(list).key(name), shown ?? "", text));
  };
  inOrder("min", [min, "min"], [max, "max"], min);
  inOrder("defaultRequest", [min, "min"], [request, "default request"], request);
  inOrder("defaultRequest", [request, "default request"], [max, "max"], request);
  inOrder("defaultRequest", [request, "default request"], [byDefault, "default limit"], request);
  // Here kube-apiserver prints the other value.
  inOrder("default", [min, "min"], [byDefault, "default"], min);
  inOrder("default", [byDefault, "default"], [max, "max"], max);
  if (ratio !== undefined) append(errors, checkRatio(ratio, min, max, path.child("maxLimitRequestRatio").key(name)));
  if (canBeOvercommitted(name) || byDefault === undefined || request === undefined) return errors;
  if (compareQuantities(byDefault, request) === 0) return errors;
  const text = `default value ${byDefault} must equal to defaultRequest value ${request} in ${name}`;
  return [...errors, field.invalid(path.child("defaultRequest").key(name), request, text)];
}

function checkRatio(
  ratio: string | number,
  min: string | number | undefined,
  max: string | number | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const errors = compareQuantities(ratio, 1) < 0 ? [field.invalid(path, ratio, `ratio ${ratio} is less than 1`)] : [];
  if (min === undefined || max === undefined) return errors;
  const most = ratioOf(max, min);
  if (ratioOf(ratio, 1) <= most) return errors;
  return [...errors, field.invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`)];
}
