/** Errors of a rule, which selects the writes that a webhook reviews. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { RuleView } from "./webhook.ts";

const operations: readonly string[] = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const scopes: readonly string[] = ["*", "Cluster", "Namespaced"];

/** Errors of a rule at `path`. */
export function checkRule(rule: RuleView, path: FieldPath): readonly FieldError[] {
  const versions = rule.apiVersions ?? [];
  return [
    ...checkList(rule.operations ?? [], "operations", path.child("operations")),
    ...(rule.operations ?? []).flatMap((operation, index) =>
      operations.includes(operation)
        ? []
        : [field.notSupported(path.child("operations").index(index), operation, operations)],
    ),
    ...checkList(rule.apiGroups ?? [], "API groups", path.child("apiGroups")),
    ...checkList(versions, "API versions", path.child("apiVersions")),
    ...versions.flatMap((version, index) =>
      version === "" ? [field.required(path.child("apiVersions").index(index), "")] : [],
    ),
    ...checkResources(rule.resources ?? [], path.child("resources")),
    ...(rule.scope === undefined || scopes.includes(rule.scope)
      ? []
      : [field.notSupported(path.child("scope"), rule.scope, scopes)]),
  ];
}

/** Errors of a list that must not be empty, and in which `*` must be the only item. */
function checkList(values: readonly string[], what: string, path: FieldPath): readonly FieldError[] {
  if (values.length === 0) return [field.required(path, "")];
  if (values.length === 1 || !values.includes("*")) return [];
  return [field.invalid(path, values, `if '*' is present, must not specify other ${what}`)];
}

/** Resources and subresources: `pods`, `pods/status`, `pods/*`, each part may be a wildcard. An item must not cover another one. */
function checkResources(resources: readonly string[], path: FieldPath): readonly FieldError[] {
  if (resources.length === 0) return [field.required(path, "")];
  const errors: FieldError[] = [];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  let hasPlainResource = false;
  for (const [index, each] of resources.entries()) {
    if (each === "") {
      errors.push(field.required(path.index(index), ""));
      continue;
    }
    const slash = each.indexOf("/");
    if (slash === -1) {
      // The last one decides, as in the reference.
      hasPlainResource = each !== "*";
      continue;
    }
    const [resource, subresource] = [each.slice(0, slash), each.slice(slash + 1)];
    const present = [
      ...(wholeResources.has(resource) ? [`${resource}/*`] : []),
      ...(wholeSubresources.has(subresource) ? [`*/${subresource}`] : []),
    ];
    for (const covering of present) {
      errors.push(field.invalid(path.index(index), each, `if '${covering}' is present, must not specify ${each}`));
    }
    if (subresource === "*") wholeResources.add(resource);
    if (resource === "*") wholeSubresources.add(subresource);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(field.invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes("*") && hasPlainResource) {
    const text = "if '*' is present, must not specify other resources without subresources";
    errors.push(field.invalid(path, resources, text));
  }
  return errors;
}
