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
  const objects = new RbacObjects(store);
  return {
    authorize(request: AccessRequest): Decision {
      const { user, target } = request;
      if (user.groups.includes(mastersGroup)) return { allowed: true, reason: "" };
      // Only ClusterRoleBindings grant access to paths.
      const namespace = target.type === "resource" ? target.namespace : "";
      return decide(objects.grantsFor(user, namespace), request);
    },
    rightsFor(user, namespace) {
      const grants = [...objects.grantsFor(user, namespace)];
      return {
        rules: grants.flatMap(({ rules = [] }) => rules),
        missingRoles: grants.flatMap(({ rules, roleRef }) => (rules === undefined ? [roleRef] : [])),
      };
    },
    roleRules: (ref, namespace) => objects.roleRules(ref, namespace),
  };
}

/** The parsed roles and bindings. */
class RbacObjects {
  readonly #store: Store;
  readonly #bindings = new WeakMap<StoredEntry, Binding>();
  readonly #roles = new WeakMap<StoredEntry, readonly PolicyRule[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  roleRules(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const isCluster = ref.kind === "ClusterRole";
    const table = this.#store.table(isCluster ? rbacTables.clusterRoles : rbacTables.roles);
    const entry = table.get(entryKey(isCluster ? "" : namespace, ref.name));
    return entry && memoized(this.#roles, entry, () => rulesOf(decodeEntry(entry)));
  }

  /** The bindings that apply. The caller may stop early. */
  *grantsFor(user: UserInfo, namespace: string): Generator<Grant, void, undefined> {
    for (const entry of this.#store.table(rbacTables.clusterRoleBindings).current.valuesFrom("")) {
      const grant = this.#grantOf(entry, user, "");
      if (grant !== undefined) yield grant;
    }
    if (namespace === "") return;
    const prefix = `${namespace}/`;
    for (const entry of this.#store.table(rbacTables.roleBindings).current.valuesFrom(prefix)) {
      if (!entry.key.startsWith(prefix)) return;
      const grant = this.#grantOf(entry, user, namespace);
      if (grant !== undefined) yield grant;
    }
  }

  /** The grant of a binding in a namespace, or of a ClusterRoleBinding, if it applies to the user. */
  #grantOf(entry: StoredEntry, user: UserInfo, namespace: string): Grant | undefined {
    const { subjects, roleRef } = memoized(this.#bindings, entry, () => {
      const object = decodeEntry(entry);
      return { subjects: subjectsOf(object), roleRef: roleRefOf(object) };
    });
    const subject = subjects.find((candidate) => appliesTo(candidate, user, namespace));
    if (subject === undefined) return undefined;
    const kind = namespace === "" ? "ClusterRoleBinding" : "RoleBinding";
    const name = namespace === "" ? entry.name : `${entry.name}/${namespace}`;
    const describe = (): string =>
      `${kind} ${JSON.stringify(name)} of ${describeRole(roleRef)} to ${describeSubject(subject, namespace)}`;
    return { roleRef, rules: this.roleRules(roleRef, namespace), describe };
  }
}

function memoized<T>(values: WeakMap<StoredEntry, T>, entry: StoredEntry, parse: () => T): T {
  let value = values.get(entry);
  if (value === undefined) {
    value = parse();
    values.set(entry, value);
  }
  return value;
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
