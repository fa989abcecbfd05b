/**
 * The params of mutating admission policies, and the expressions that read them. tests/contract/mutating-policies.test.ts has params of a custom kind: a
 * kube-apiserver looks for new kinds every 30 seconds.
 */
import { cases, post, remove, until } from "../../case.ts";
import type { DifferentialCase, DifferentialStep } from "../../case.ts";
import { apply, configMapRule, configMaps, create, enforced, ownNamespace, removed } from "./objects.ts";

const priorityClasses = "/apis/scheduling.k8s.io/v1/priorityclasses";
const ofConfigMaps = { apiVersion: "v1", kind: "ConfigMap" };
const ofPriorityClasses = { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass" };

/** A policy on the ConfigMap `x` that sets the data `v`, and its binding. */
function reading(
  paramKind: object,
  value: string,
  paramRef: object | undefined,
  more: Readonly<Record<string, unknown>> = {},
): readonly DifferentialStep[] {
  return enforced(
    {
      a: {
        paramKind,
        mutations: [apply(`Object{data: {'v': ${value}}}`)],
        matchConstraints: {
          namespaceSelector: ownNamespace,
          resourceRules: [{ ...configMapRule, resourceNames: ["x", "y"] }],
        },
        ...more,
      },
    },
    paramRef === undefined ? {} : { paramRef },
  );
}

const named = (name: string, parameterNotFoundAction = "Deny"): object => ({ name, parameterNotFoundAction });
const limits = post(configMaps, { metadata: { name: "limits" }, data: { v: "one" } });
const noParams = "no params found";

export const mutatingPolicyParamCases: readonly DifferentialCase[] = cases("mutating-policy-param", {
  "by-name": [
    limits,
    ...reading(ofConfigMaps, "params.data.v", named("limits")),
    until(201, create("x"), '"v":"one"'),
    remove(`${configMaps}/limits`),
    until(403, create("x"), noParams),
    ...removed("a"),
  ],
  "not-found-allow": [
    ...reading(ofConfigMaps, "params == null ? 'none' : params.data.v", named("limits", "Allow")),
    create("x"),
    limits,
    until(201, create("x"), '"v":"one"'),
    remove(`${configMaps}/limits`),
    ...removed("a"),
  ],
  "not-found-ignored": [
    ...reading(ofConfigMaps, "params.data.v", named("limits"), { failurePolicy: "Ignore" }),
    create("x"),
    ...removed("a"),
  ],
  "conditions-and-variables": [
    limits,
    ...reading(ofConfigMaps, "variables.value", named("limits"), {
      variables: [{ name: "value", expression: "params.metadata.name + ' ' + params.data.v" }],
      matchConditions: [{ name: "c", expression: "request.name == 'x' && params.data.v == 'one'" }],
    }),
    until(201, create("x"), '"v":"limits one"'),
    create("y"),
    remove(`${configMaps}/limits`),
    ...removed("a"),
  ],
  "cluster-scoped-kind": [
    post(priorityClasses, { metadata: { name: "{{namespace}}" }, value: 7 }),
    ...reading(ofPriorityClasses, "string(params.value)", named("{{namespace}}")),
    until(201, create("x"), '"v":"7"'),
    remove(`${priorityClasses}/{{namespace}}`),
    ...removed("a"),
  ],
  "namespace-for-cluster-scoped-kind": [
    ...reading(ofPriorityClasses, "string(params.value)", { ...named("a", "Allow"), namespace: "default" }),
    until(403, create("x"), "paramRef.namespace must not be provided"),
    ...removed("a"),
  ],
  "missing-kind": [
    ...reading({ apiVersion: "params.example.com/v1", kind: "Missing" }, "'a'", named("a", "Allow")),
    until(403, create("x"), "failed to find resource"),
    ...removed("a"),
  ],
  "no-reference": [
    ...reading(ofConfigMaps, "params == null ? 'none' : 'some'", undefined),
    create("x"),
    ...removed("a"),
  ],
});
