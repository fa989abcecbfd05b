// RBAC: the stored roles and bindings decide. Bindings and roles are parsed once per version of their entry; asking again costs a walk over the
// bindings of the cluster and of one namespace.
import type { Store } from "../storage/store.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { decodeEntry, entryKey } from "../storage/stored-entry.ts";
import type { UserInfo } from "../registry/server-context.ts";
import type { AccessRequest, Authorizer, Decision } from "./authorizer.ts";
import { mastersGroup } from "./authorizer.ts";
import type { PolicyRule, RoleRef, Subject } from "./rules.ts";
import { roleRefOf, ruleAllows, rulesOf, subjectsOf } from "./rules.ts";

export interface RbacAuthorizer extends Authorizer {
  /** All rules that apply to a user in a namespace, with those of the cluster. */
  readonly rulesFor: (user: UserInfo, namespace: string) => readonly PolicyRule[];
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

  function roleRules(ref: RoleRef, namespace: string): readonly PolicyRule[] {
    const isCluster = ref.kind === "ClusterRole";
    const table = store.table(isCluster ? rbacTables.clusterRoles : rbacTables.roles);
    const entry = table.get(entryKey(isCluster ? "" : namespace, ref.name));
    if (entry === undefined) return []; // A binding may come before its role, or outlive it.
    let rules = roles.get(entry);
    if (rules === undefined) {
      rules = rulesOf(decodeEntry(entry));
      roles.set(entry, rules);
    }
    return rules;
  }

  /** Every rule that applies, and what grants it, until the caller has seen enough. */
  function* applying(
    user: UserInfo,
    namespace: string,
  ): Generator<{ rule: PolicyRule; grant: () => string }, void, undefined> {
    for (const entry of store.table(rbacTables.clusterRoleBindings).current.valuesFrom("")) {
      const { subjects, roleRef } = bindingOf(entry);
      const subject = subjects.find((candidate) => appliesTo(candidate, user, ""));
      if (subject === undefined) continue;
      const grant = (): string =>
        `ClusterRoleBinding ${JSON.stringify(entry.name)} of ${describe(roleRef)} to ${describeSubject(subject, "")}`;
      for (const rule of roleRules(roleRef, "")) yield { rule, grant };
    }
    if (namespace === "") return;
    const prefix = `${namespace}/`;
    for (const entry of store.table(rbacTables.roleBindings).current.valuesFrom(prefix)) {
      if (!entry.key.startsWith(prefix)) return;
      const { subjects, roleRef } = bindingOf(entry);
      const subject = subjects.find((candidate) => appliesTo(candidate, user, namespace));
      if (subject === undefined) continue;
      const binding = `${entry.name}/${namespace}`;
      const grant = (): string =>
        `RoleBinding ${JSON.stringify(binding)} of ${describe(roleRef)} to ${describeSubject(subject, namespace)}`;
      for (const rule of roleRules(roleRef, namespace)) yield { rule, grant };
    }
  }

  return {
    authorize(request: AccessRequest): Decision {
      const { user, target } = request;
      if (user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
      // Rules about paths only come from bindings of the cluster.
      const namespace = target.type === "resource" ? target.namespace : "";
      for (const { rule, grant } of applying(user, namespace)) {
        if (ruleAllows(rule, request)) return { allowed: true, reason: `RBAC: allowed by ${grant()}` };
      }
      return { allowed: false, reason: "" };
    },
    rulesFor: (user, namespace) => [...applying(user, namespace)].map(({ rule }) => rule),
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

function describe({ kind, name }: RoleRef): string {
  return `${kind} ${JSON.stringify(name)}`;
}

function describeSubject({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  const qualified = kind === "ServiceAccount" ? `${name}/${namespace === "" ? bindingNamespace : namespace}` : name;
  return `${kind} ${JSON.stringify(qualified)}`;
}
