/** Errors of the rules of a FlowSchema: subjects, resource rules and non-resource rules. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, flatMapInSteps, joinedInSteps } from "@kubewright/apimachinery";
import type {
  Subject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  ServiceAccountSubject,
} from "@kubewright/api/flowcontrol.apiserver.k8s.io/v1";
import { checkDnsLabel, checkDnsSubdomain, checkRequired } from "../field-checks.ts";
import type { View } from "../typed.ts";

const verbs: readonly string[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "proxy",
  "update",
  "watch",
];

/** In steps, the errors of one entry of `spec.rules`. */
export function checkPolicyRules(rule: View<PolicyRulesWithSubjects>, path: FieldPath): Work<readonly FieldError[]> {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rule;
  const isEmpty = resourceRules.length === 0 && nonResourceRules.length === 0;
  return joinedInSteps([
    () =>
      // A required list that is empty prints null.
      (subjects ?? []).length === 0
        ? [field.required(path.child("subjects"), "subjects must contain at least one value")]
        : flatMapInSteps(subjects, (subject, index) => checkSubject(subject, path.child("subjects").index(index))),
    () =>
      isEmpty ? [field.required(path, "at least one of resourceRules and nonResourceRules has to be non-empty")] : [],
    () =>
      flatMapInSteps(resourceRules, (entry, index) =>
        checkResourceRule(entry, path.child("resourceRules").index(index)),
      ),
    () =>
      flatMapInSteps(nonResourceRules, (entry, index) =>
        checkNonResourceRule(entry, path.child("nonResourceRules").index(index)),
      ),
  ]);
}

/** Subject kinds with the field that each one needs, in the order in which surplus fields are reported. */
const subjectFields = [
  ["ServiceAccount", "serviceAccount"],
  ["User", "user"],
  ["Group", "group"],
] as const;

function checkSubject(subject: View<Subject>, path: FieldPath): readonly FieldError[] {
  const { kind = "" } = subject;
  const own = subjectFields.find(([known]) => known === kind);
  if (own === undefined) return [field.notSupported(path.child("kind"), kind, ["Group", "ServiceAccount", "User"])];
  const [, name] = own;
  const surplus = subjectFields.filter(([, other]) => other !== name && subject[other] !== undefined);
  return [
    ...checkSubjectField(subject, kind, name, path.child(name)),
    ...surplus.map(([otherKind, other]) =>
      field.forbidden(path.child(other), `${other} is forbidden when subject kind is not '${otherKind}'`),
    ),
  ];
}

function checkSubjectField(
  subject: View<Subject>,
  kind: string,
  name: "group" | "serviceAccount" | "user",
  path: FieldPath,
): readonly FieldError[] {
  const value = subject[name];
  if (value === undefined) return [field.required(path, `${name} is required when subject kind is '${kind}'`)];
  return name === "serviceAccount" ? checkServiceAccount(value, path) : checkRequired(value.name, path.child("name"));
}

function checkServiceAccount(
  { name = "", namespace = "" }: View<ServiceAccountSubject>,
  path: FieldPath,
): readonly FieldError[] {
  const namePath = path.child("name");
  const namespacePath = path.child("namespace");
  const nameErrors = name === "*" ? [] : checkDnsSubdomain(name, namePath);
  return [
    ...(name === "" ? [field.required(namePath, "")] : nameErrors),
    ...(namespace === ""
      ? [field.required(namespacePath, "must specify namespace for service account")]
      : checkDnsLabel(namespace, namespacePath)),
  ];
}

function checkResourceRule(rule: View<ResourcePolicyRule>, path: FieldPath): readonly FieldError[] {
  // Required lists print null when they are empty.
  const [apiGroups, resources, namespaces] = [rule.apiGroups ?? [], rule.resources ?? [], rule.namespaces ?? []];
  return [
    ...checkVerbs(rule.verbs ?? [], path.child("verbs")),
    ...checkWildcardList(apiGroups, path.child("apiGroups"), {
      empty: "resource rules must supply at least one api group",
      others: "api groups",
    }),
    ...checkWildcardList(resources, path.child("resources"), {
      empty: "resource rules must supply at least one resource",
      others: "resources",
    }),
    ...checkNamespaces(namespaces, rule.clusterScope === true, path.child("namespaces")),
  ];
}

function checkNamespaces(
  namespaces: readonly string[],
  isClusterScope: boolean,
  path: FieldPath,
): readonly FieldError[] {
  if (namespaces.length === 0 && isClusterScope) return [];
  if (namespaces.length === 0 || namespaces.includes("*")) {
    return checkWildcardList(namespaces, path, {
      empty: "resource rules that are not cluster scoped must supply at least one namespace",
      others: "namespaces",
    });
  }
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return namespaces.flatMap((namespace, index) =>
    checkDnsLabel(namespace, path.index(index)).map((error) => ({ ...error, detail: `${intro}${error.detail}` })),
  );
}

function checkNonResourceRule(rule: View<NonResourcePolicyRule>, path: FieldPath): readonly FieldError[] {
  const urls = rule.nonResourceURLs ?? [];
  const urlsPath = path.child("nonResourceURLs");
  const isPlain = urls.length > 0 && !urls.includes("*");
  return [
    ...checkVerbs(rule.verbs ?? [], path.child("verbs")),
    ...checkWildcardList(urls, urlsPath, {
      empty: "nonResourceURLs must contain at least one value",
      others: "non-resource URLs",
    }),
    ...(isPlain ? urls.flatMap((url, index) => checkUrlPath(url, urlsPath.index(index))) : []),
  ];
}

function checkVerbs(list: readonly string[], path: FieldPath): readonly FieldError[] {
  if (list.length === 0 || list.includes("*")) {
    return checkWildcardList(list, path, { empty: "verbs must contain at least one value", others: "verbs" });
  }
  return list.every((verb) => verbs.includes(verb)) ? [] : [field.notSupported(path, list, verbs)];
}

function checkWildcardList(
  list: readonly string[],
  path: FieldPath,
  { empty, others }: { readonly empty: string; readonly others: string },
): readonly FieldError[] {
  if (list.length === 0) return [field.required(path, empty)];
  if (list.length === 1 || !list.includes("*")) return [];
  return [field.invalid(path, list, `if '*' is present, must not specify other ${others}`)];
}

function checkUrlPath(url: string, path: FieldPath): readonly FieldError[] {
  const problem = urlPathProblem(url);
  return problem === undefined ? [] : [field.invalid(path, url, problem)];
}

function urlPathProblem(url: string): string | undefined {
  if (url === "") return "must not be empty";
  if (!url.startsWith("/")) return "must start with slash";
  if (url.includes(" ")) return "must not contain white-space";
  if (url.includes("//")) return "must not contain double slash";
  const wildcards = url.split("*").length - 1;
  const isSuffix = wildcards === 1 && url.endsWith("/*");
  return wildcards === 0 || isSuffix ? undefined : "wildcard can only do suffix matching";
}
