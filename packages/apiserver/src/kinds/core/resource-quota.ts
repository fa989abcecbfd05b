/** ResourceQuotas: https://kubernetes.io/docs/concepts/policy/resource-quotas/. The admission plugin ResourceQuota enforces them. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type { ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { compareQuantities, isIntegerQuantity, isNegativeQuantity } from "../quantities.ts";
import { checkQuotaResourceName, isOfQuotas, isWhole } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

const spec = fieldPath("spec");
const status = fieldPath("status");

export const resourceQuotaKind: BuiltinKind = builtinKind<ResourceQuota>({
  group: "",
  plural: "resourcequotas",
  deletion: { returnsObject: true },
  validate: (object) => checkSpec(object.spec ?? {}),
  validateUpdate: (object, old) => {
    const [next, before] = [object.spec ?? {}, old.spec ?? {}];
    return joinedInSteps([() => checkSpec(next), () => checkSameScopes(next.scopes, before.scopes)]);
  },
  warningsOnCreate: requestWarnings,
  status: {
    validateUpdate: (object) => {
      const { hard, used } = object.status ?? {};
      return joinedInSteps([
        () => checkQuantities(hard, status.child("hard")),
        () => checkQuantities(used, status.child("used")),
      ]);
    },
  },
  cells: (object) => {
    const { hard = {}, used = {} } = object.status ?? {};
    const text = (isLimit: boolean): string =>
      Object.entries(hard)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .filter(([resource]) => resource.startsWith("limits.") === isLimit)
        .map(([resource, most]) => `${resource}: ${used[resource] ?? "0"}/${most}`)
        .join(", ");
    return { Request: text(false), Limit: text(true) };
  },
});

type Quantities = { readonly [name: string]: string | number };

function checkSpec(quota: View<ResourceQuotaSpec>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkQuantities(quota.hard, spec.child("hard")),
    () => checkScopes(quota, spec.child("scopes")),
    () => checkSelector(quota, spec.child("scopeSelector", "matchExpressions")),
  ]);
}

function checkQuantities(quantities: Quantities | undefined, path: FieldPath): Work<readonly FieldError[]> {
  return flatMapInSteps(Object.entries(quantities ?? {}), ([name, quantity]) => {
    const at = path.key(name);
    const invalid = (text: string): FieldError => field.invalid(at, quantity, text);
    return [
      ...checkQuotaResourceName(name, at),
      ...(isNegativeQuantity(quantity) ? [invalid("must be greater than or equal to 0")] : []),
      ...(isWhole(name) && !isIntegerQuantity(quantity) ? [invalid("must be an integer")] : []),
    ];
  });
}

const ofPods: readonly string[] = ["requests.cpu", "requests.memory", "limits.cpu", "limits.memory", "cpu", "memory"];

/** The resources that can be counted in each scope. */
const scopes: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...["Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity"].map(
    (scope) => [scope, ["pods", ...ofPods]] as const,
  ),
  ["BestEffort", ["pods"]],
  ["VolumeAttributesClass", ["persistentvolumeclaims", "requests.storage"]],
]);

const opposites = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
] as const;

/** One error for each unknown scope, and for each resource that does not fit a scope. */
function checkScopes(quota: View<ResourceQuotaSpec>, path: FieldPath): readonly FieldError[] {
  const all = quota.scopes ?? [];
  const invalid = (text: string): FieldError => field.invalid(path, all, text);
  return [
    ...all.flatMap((scope) => [
      ...(scopes.has(scope) ? [] : [invalid("unsupported scope")]),
      ...unsupportedResources(quota, scope).map(() => invalid("unsupported scope applied to resource")),
    ]),
    ...conflictsOf(all).map(() => invalid("conflicting scopes")),
  ];
}

/** The counted resources that do not fit a scope. */
function unsupportedResources({ hard }: View<ResourceQuotaSpec>, scope: string): readonly string[] {
  const fit = scopes.get(scope);
  return fit === undefined ? [] : Object.keys(hard ?? {}).filter((name) => isOfQuotas(name) && !fit.includes(name));
}

function conflictsOf(all: readonly string[]): readonly unknown[] {
  return opposites.filter((pair) => pair.every((scope) => all.includes(scope)));
}

function checkSelector(quota: View<ResourceQuotaSpec>, path: FieldPath): readonly FieldError[] {
  const requirements = quota.scopeSelector?.matchExpressions ?? [];
  const inGo = {
    MatchExpressions: requirements.map(({ scopeName = "", operator = "", values }) => ({
      ScopeName: scopeName,
      Operator: operator,
      Values: values ?? null,
    })),
  };
  const named = requirements.map(({ scopeName = "" }) => scopeName);
  return [
    ...requirements.flatMap((requirement) => {
      const { scopeName = "" } = requirement;
      return [
        ...(scopes.has(scopeName) ? [] : [field.invalid(path.child("scopeName"), scopeName, "unsupported scope")]),
        ...unsupportedResources(quota, scopeName).map(() =>
          field.invalid(path, inGo, "unsupported scope applied to resource"),
        ),
        ...checkRequirement(requirement, path),
      ];
    }),
    // kube-apiserver prints the other list of scopes here.
    ...conflictsOf(named).map(() => field.invalid(path, quota.scopes ?? null, "conflicting scopes")),
  ];
}

/** Scopes with values. All others only support `Exists`. */
const withValues: readonly string[] = ["PriorityClass", "VolumeAttributesClass"];

function checkRequirement(
  requirement: View<ScopedResourceSelectorRequirement>,
  path: FieldPath,
): readonly FieldError[] {
  const {
    scopeName = "",
    operator = "",
    values = [],
  }: Partial<Record<"scopeName" | "operator", string>> & {
    readonly values?: readonly string[];
  } = requirement;
  const [operatorPath, valuesPath] = [path.child("operator"), path.child("values")];
  const errors: FieldError[] = [];
  if (scopes.has(scopeName) && !withValues.includes(scopeName) && operator !== "Exists") {
    const text =
      "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
      "ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
    errors.push(field.invalid(operatorPath, operator, text));
  }
  if (operator === "In" || operator === "NotIn") {
    const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (values.length === 0) errors.push(field.required(valuesPath, text));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    const text = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    if (values.length > 0) errors.push(field.invalid(valuesPath, values, text));
  } else errors.push(field.invalid(operatorPath, operator, "not a valid selector operator"));
  return errors;
}

function checkSameScopes(next: readonly string[] = [], before: readonly string[] = []): readonly FieldError[] {
  const isSame = new Set(next).symmetricDifference(new Set(before)).size === 0;
  return isSame ? [] : [field.invalid(spec.child("scopes"), next.length === 0 ? null : next, "field is immutable")];
}

/** Warns if requests exceed limits: they cannot be used completely. */
function requestWarnings(object: ReadonlyObject): readonly string[] {
  const hard: Quantities = viewOf<ResourceQuota>(object).spec?.hard ?? {};
  return ["cpu", "memory", "ephemeral-storage"].flatMap((name) => {
    const hasShortName = name !== "ephemeral-storage" && hard[`requests.${name}`] === undefined;
    const requestName = hasShortName ? name : `requests.${name}`;
    const [request, limit] = [hard[requestName], hard[`limits.${name}`]];
    if (request === undefined || limit === undefined || compareQuantities(request, limit) <= 0) return [];
    const [requested, most] = [`${requestName} (${request})`, `limits.${name} (${limit})`];
    return [`ResourceQuota ${requested} should be less than ${most}`];
  });
}
