/**
 * Warnings about permissions that a program rarely needs and that help an attacker. The rules are still generated, because the author may
 * need them. See https://kubernetes.io/docs/concepts/security/rbac-good-practices/
 */
import type { PolicyRule, RoleRule } from "../markers/marker.ts";
import type { Problem } from "../problem.ts";

/** The warnings for the rules, in their order. */
export function warningsOf(rules: readonly RoleRule[]): readonly Problem[] {
  return rules.flatMap(({ rule, position }) =>
    dangers.filter(({ is }) => is(rule)).map(({ text }) => ({ position, message: text })),
  );
}

const changing = ["create", "update", "patch", "*"];
const reading = ["get", "list", "watch", "*"];
const anyOf = (values: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((each) => values.includes(each));

const dangers: readonly { readonly is: (rule: PolicyRule) => boolean; readonly text: string }[] = [
  {
    is: ({ groups, resources, verbs, urls }) => [...groups, ...resources, ...verbs, ...urls].includes("*"),
    text: 'the rule allows everything with "*", including resources added to the cluster later: list what is needed',
  },
  {
    is: ({ verbs }) => anyOf(verbs, ["escalate", "bind", "impersonate"]),
    text: "the rule lets the program extend its own permissions (escalate, bind, impersonate): leave the verb out",
  },
  {
    is: ({ resources, verbs }) =>
      anyOf(resources, ["pods/exec", "pods/attach", "pods/portforward"]) && anyOf(verbs, ["create", "get", "*"]),
    text: "the rule lets the program access the containers of all Pods (pods/exec, attach, portforward)",
  },
  {
    is: ({ groups, resources, resourceNames, verbs }) =>
      anyOf(groups, ["", "core"]) &&
      resources.includes("secrets") &&
      resourceNames.length === 0 &&
      anyOf(verbs, reading),
    text: 'the rule lets the program read every Secret: list the Secrets that are needed, "resourceNames=…"',
  },
  {
    is: ({ groups, resources, verbs }) =>
      groups.includes("rbac.authorization.k8s.io") &&
      anyOf(resources, ["roles", "clusterroles", "rolebindings", "clusterrolebindings"]) &&
      anyOf(verbs, changing),
    text: "the rule lets the program change permissions in the cluster",
  },
];
