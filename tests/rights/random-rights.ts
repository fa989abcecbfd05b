/** Random roles and bindings: aggregated roles, missing roles, resource names, non-resource URLs, and the verbs of impersonation. */
import type { Random } from "@kubewright/async";
import type { TestRequest } from "../http.ts";
import { oneIn, pick, someOf } from "./draw.ts";
import { extraKey, rbacGroup, rbacPath } from "./place.ts";
import type { Place } from "./place.ts";

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface ResourceRule extends Rule {
  readonly resources: readonly string[];
}

const modes = ["user-info", "serviceaccount", "arbitrary-node"];
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "proxy", "*"];
const actingVerbs = [
  "impersonate",
  "impersonate",
  ...modes.flatMap((mode) => [
    `impersonate:${mode}`,
    `impersonate:${mode}`,
    ...["get", "list", "create"].map((verb) => `impersonate-on:${mode}:${verb}`),
  ]),
];
const apiGroups = ["", "", "", "*", "apps", "authentication.k8s.io"];
const served =
  "configmaps pods pods/exec pods/log pods/* */exec */status * nodes namespaces deployments deployments/scale";
const impersonated = `users groups serviceaccounts uids userextras/${extraKey}`;
const resources = `${served} ${impersonated}`.split(" ");
const resourceNames = ["one", "two", "", "x", "n1", "*"];
const urls = ["/healthz", "/healthz/*", "/version", "/x*", "*", "/livez", "/api*", "//healthz"];

const clusterRolesCount = 6;
const clusterBindingsCount = 14;
const rolesCount = 3;
const bindingsCount = 9;

/** The requests of an administrator that create the roles and bindings. */
export function randomRights(random: Random, place: Place): readonly TestRequest[] {
  const { prefix, namespaces } = place;
  const clusterRoles = Array.from({ length: clusterRolesCount }, (_, number) =>
    create("clusterroles", clusterRole(random, place, number)),
  );
  const clusterBindings = Array.from({ length: clusterBindingsCount }, (_, number) =>
    create("clusterrolebindings", binding(random, place, { name: `${prefix}-b${number}`, kind: "ClusterRole" })),
  );
  const inNamespaces = namespaces.flatMap((namespace) => [
    ...Array.from({ length: rolesCount }, (_, number) =>
      create(`namespaces/${namespace}/roles`, {
        metadata: { name: `r${number}` },
        rules: someOf(random, 5, () => resourceRule(random, place)),
      }),
    ),
    ...Array.from({ length: bindingsCount }, (_, number) =>
      create(
        `namespaces/${namespace}/rolebindings`,
        binding(random, place, { name: `b${number}`, kind: oneIn(random, 2) ? "Role" : "ClusterRole" }),
      ),
    ),
  ]);
  return [...clusterRoles, ...inNamespaces, ...clusterBindings];
}

/** The rules about resources in the roles of these requests. */
export function resourceRulesIn(rights: readonly TestRequest[]): readonly ResourceRule[] {
  const rules = rights.flatMap(({ body }) => (body as { readonly rules?: readonly Rule[] }).rules ?? []);
  return rules.filter((rule): rule is ResourceRule => rule.resources !== undefined);
}

/** A cluster role with random rules. */
export function clusterRole(random: Random, place: Place, number: number): object {
  const { prefix } = place;
  const labels = oneIn(random, 2) ? { labels: { aggregated: prefix } } : {};
  const metadata = { name: `${prefix}-c${number}`, ...labels };
  if (number === clusterRolesCount - 1) {
    return { metadata, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { aggregated: prefix } }] } };
  }
  return { metadata, rules: someOf(random, 8, () => clusterRule(random, place)) };
}

interface NamedBinding {
  readonly name: string;
  readonly kind: "Role" | "ClusterRole";
}

/** Some bindings reference a missing role. */
function binding(random: Random, place: Place, { name, kind }: NamedBinding): object {
  const number = random.int(clusterRolesCount);
  const existing = kind === "Role" ? `r${number % rolesCount}` : `${place.prefix}-c${number}`;
  return {
    metadata: { name },
    roleRef: { apiGroup: rbacGroup, kind, name: oneIn(random, 8) ? "none" : existing },
    subjects: someOf(random, 4, () => randomSubject(random, place)),
  };
}

export function randomSubject(random: Random, { users, groups, accounts, namespaces }: Place): object {
  switch (random.int(4)) {
    case 0:
      return { kind: "User", apiGroup: rbacGroup, name: pick(random, users) };
    case 1:
      return { kind: "Group", apiGroup: rbacGroup, name: pick(random, groups) };
    default:
      return { kind: "ServiceAccount", name: pick(random, accounts), namespace: namespaces[0] };
  }
}

function clusterRule(random: Random, place: Place): Rule {
  if (!oneIn(random, 4)) return resourceRule(random, place);
  return { verbs: randomVerbs(random), nonResourceURLs: someOf(random, 2, () => pick(random, urls)) };
}

/** Half of the rules are about a requester's own work, half about impersonation. */
function resourceRule(random: Random, place: Place): Rule {
  return {
    verbs: randomVerbs(random),
    apiGroups: someOf(random, 5, () => pick(random, apiGroups)),
    resources: someOf(random, 8, () => pick(random, resources)),
    ...(oneIn(random, 3) ? { resourceNames: someOf(random, 3, () => nameOrUser(random, place)) } : {}),
  };
}

function randomVerbs(random: Random): readonly string[] {
  const acting = oneIn(random, 2);
  return someOf(random, 10, () => pick(random, acting ? [...verbs, ...actingVerbs] : verbs));
}

function nameOrUser(random: Random, { users, groups }: Place): string {
  return oneIn(random, 3) ? pick(random, [...users, ...groups]) : pick(random, resourceNames);
}

function create(path: string, body: object): TestRequest {
  return { method: "POST", path: `${rbacPath}/${path}`, body };
}
