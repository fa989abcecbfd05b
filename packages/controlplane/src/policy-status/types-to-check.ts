/** The kinds of the rules of a policy. Rules with wildcards have no kinds. */
import type { ValidatingAdmissionPolicySpec } from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { GroupVersionKind } from "@kubewright/apimachinery";

/** A resource that the server has. */
export interface KnownResource extends GroupVersionKind {
  readonly plural: string;
  readonly singular?: string;
}

type Rule = NonNullable<NonNullable<ValidatingAdmissionPolicySpec["matchConstraints"]>["resourceRules"]>[number];

/** A rule that names more kinds ends the search. */
const kindsMax = 10;

/** Returns the kinds to check, each once, ordered by group, version and kind. */
export function typesToCheck(
  { matchConstraints }: ValidatingAdmissionPolicySpec,
  resources: readonly KnownResource[],
): readonly GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of matchConstraints?.resourceRules ?? []) {
    const kinds = kindsOf(rule, resources);
    for (const { group, version, kind } of kinds.slice(0, kindsMax)) {
      found.set(`${group} ${version} ${kind}`, { group, version, kind });
    }
    if (kinds.length >= kindsMax) break;
  }
  return Array.from(found.values()).toSorted(compareKinds);
}

function kindsOf(
  { apiGroups = [], apiVersions = [], resources: named = [] }: Rule,
  resources: readonly KnownResource[],
): readonly GroupVersionKind[] {
  const hasWildcard = (names: readonly string[]): boolean => names.some((name) => name.includes("*"));
  if (hasWildcard(apiGroups) || hasWildcard(apiVersions)) return [];
  const names = named.filter((name) => !/[*/]/.test(name));
  return apiGroups.toSorted().flatMap((group) =>
    apiVersions.toSorted().flatMap((version) =>
      names.toSorted().flatMap((name) =>
        resources.filter(
          (each) =>
            // The REST mapper of kube-controller-manager takes the core group for any group.
            (group === "" || each.group === group) &&
            each.version === version &&
            (each.plural === name || each.singular === name),
        ),
      ),
    ),
  );
}

function compareKinds(left: GroupVersionKind, right: GroupVersionKind): number {
  return compare(left.group, right.group) || compare(left.version, right.version) || compare(left.kind, right.kind);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
