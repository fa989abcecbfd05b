// RBAC: decides by the stored roles and bindings. Each version of an entry is parsed once. A decision walks over the ClusterRoleBindings and the
// RoleBindings of one namespace.
import { formatErrorMessages, quoteGoString } from "@kubewright/apimachinery";
import type { Store } from "../storage/store.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { decodeEntry, entryKey } from "../storage/stored-entry.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { AccessRequest, Authorizer, Decision } from "./authorizer.ts";
import { mastersGroup } from "../authentication/user-info.ts";
import type { PolicyRule, RoleRef, Subject } from "./rules.ts";
import { roleRefOf, ruleAllows, rulesOf, subjectsOf } from "./rules.ts";

export interface RbacAuthorizer extends Authorizer {
  /** The rules for a user in a namespace, including those of ClusterRoleBindings. `""`: those of ClusterRoleBindings only. */
  readonly rightsFor: (user: UserInfo, namespace: string) => Rights;
  /** The rules of the role that a binding in a namespace references; `undefined` if the role does not exist. */
  readonly roleRules: (ref: RoleRef, namespace: string) => readonly PolicyRule[] | undefined;
}

export interface Rights {
  readonly rules: readonly PolicyRule[];
  /** The missing roles that the user is bound to. A binding may exist before and after its role. */
  readonly missingRoles: readonly RoleRef[];
}

/** The names of the tables that RBAC reads. */
export const rbacTables = {
  roles: "roles.rbac.authorization.k8s.io",
  roleBindings: "rolebindings.rbac.authorization.k8s.io",
  clusterRoles: "clusterroles.rbac.authorization.k8s.io",
  clusterRoleBindings: "clusterrolebindings.rbac.authorization.k8s.io",
} as const;

interface Binding {
  readonly subjects: readonly Subject[];
  readonly roleRef: RoleRef;
}

/** A binding that applies to the user. */
interface Grant {
  readonly roleRef: RoleRef;
  /** `undefined`: the role does not exist. */
  readonly rules: readonly PolicyRule[] | undefined;
  readonly describe: () => string;
}

/** An authorizer over the roles and bindings in a store. */
export function createRbacAuthorizer(store: Store): RbacAuthorizer {
  const bindings = new WeakMap<StoredEntry, Binding>();
  const roles = new WeakMap<StoredEntry, readonly PolicyRule[]>();

  function bindingOf(entry: StoredEntry): Binding {
    let binding = bindings.get(entry);
    if (binding === undefined) {
      const object = decodeEntry(entry);
      binding = { subjects: subjectsOf(object), roleRef: roleRefOf(object) };
      bindings.set(entry, binding);
    }
    return binding;
  }

  function roleRules(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const isCluster = ref.kind === "ClusterRole";
    const table = store.table(isCluster ? rbacTables.clusterRoles : rbacTables.roles);
    const entry = table.get(entryKey(isCluster ? "" : namespace, ref.name));
    if (entry === undefined) return undefined;
    let rules = roles.get(entry);
    if (rules === undefined) {
      rules = rulesOf(decodeEntry(entry));
      roles.set(entry, rules);
    }
    return rules;
  }

  /** The bindings that apply. The caller may stop early. */
  function* grantsFor(user: UserInfo, namespace: string): Generator<Grant, void, undefined> {
    for (const entry of store.table(rbacTables.clusterRoleBindings).current.valuesFrom("")) {
      const { subjects, roleRef } = bindingOf(entry);
      const subject = subjects.find((candidate) => appliesTo(candidate, user, ""));
      if (subject === undefined) continue;
      const describe = (): string =>
        `ClusterRoleBinding ${JSON.stringify(entry.name)} of ${describeRole(roleRef)} to ${describeSubject(subject, "")}`;
      yield { roleRef, rules: roleRules(roleRef, ""), describe };
    }
    if (namespace === "") return;
    const prefix = `${namespace}/`;
    for (const entry of store.table(rbacTables.roleBindings).current.valuesFrom(prefix)) {
      if (!entry.key.startsWith(prefix)) return;
      const { subjects, roleRef } = bindingOf(entry);
      const subject = subjects.find((candidate) => appliesTo(candidate, user, namespace));
      if (subject === undefined) continue;
      const binding = `${entry.name}/${namespace}`;
      const describe = (): string =>
        `RoleBinding ${JSON.stringify(binding)} of ${describeRole(roleRef)} to ${describeSubject(subject, namespace)}`;
      yield { roleRef, rules: roleRules(roleRef, namespace), describe };
    }
  }

  return {
    authorize(request: AccessRequest): Decision {
      const { user, target } = request;
      if (user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
      // Only ClusterRoleBindings grant access to paths.
      const namespace = target.type === "resource" ? target.namespace : "";
      return decide(grantsFor(user, namespace), request);
    },
    rightsFor(user, namespace) {
      const grants = [...grantsFor(user, namespace)];
      return {
        rules: grants.flatMap(({ rules = [] }) => rules),
        missingRoles: grants.flatMap(({ rules, roleRef }) => (rules === undefined ? [roleRef] : [])),
      };
    },
    roleRules,
  };
}

function appliesTo(subject: Subject, user: UserInfo, bindingNamespace: string): boolean {
  switch (subject.kind) {
    case "User":
      return subject.name === user.name;
    case "Group":
      return user.groups.includes(subject.name);
    case "ServiceAccount": {
      const namespace = subject.namespace === "" ? bindingNamespace : subject.namespace;
      return namespace !== "" && user.name === `system:serviceaccount:${namespace}:${subject.name}`;
    }
    default:
      return false;
  }
}

/** The first grant with a matching rule decides. A denial names the missing roles of the others. */
function decide(grants: Iterable<Grant>, request: AccessRequest): Decision {
  const missing: RoleRef[] = [];
  for (const { rules, roleRef, describe } of grants) {
    if (rules === undefined) missing.push(roleRef);
    const isAllowed = rules?.some((rule) => ruleAllows(rule, request)) === true;
    if (isAllowed) return { allowed: true, reason: `RBAC: allowed by ${describe()}` };
  }
  return { allowed: false, reason: missing.length === 0 ? "" : `RBAC: ${missingRolesText(missing)}` };
}

/** The errors of bindings to missing roles. */
export function missingRolesText(roles: readonly RoleRef[]): string {
  return formatErrorMessages(
    roles.map(({ kind, name }) => `${kind.toLowerCase()}.rbac.authorization.k8s.io ${quoteGoString(name)} not found`),
  );
}

function describeRole({ kind, name }: RoleRef): string {
  return `${kind} ${JSON.stringify(name)}`;
}

function describeSubject({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  const qualified = kind === "ServiceAccount" ? `${name}/${namespace === "" ? bindingNamespace : namespace}` : name;
  return `${kind} ${JSON.stringify(qualified)}`;
}
