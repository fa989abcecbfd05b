/** The params of validating admission policies, and the rights that they need. */
import { cases, patch, post, remove, until } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { configMaps, dry, create, enforced, policyCases } from "./enforced.ts";
import { binding, bindings, policies, policy } from "./objects.ts";

const mydemos = "/apis/crddemo.k8s.io/v1/namespaces/{{namespace}}/mydemos";
const paramPolicy = (
  paramKind: object,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  paramKind,
  validations: [
    {
      expression: "params != null && object.metadata.name in params.data",
      messageExpression:
        "params == null ? 'no params' : params.apiVersion + ' ' + params.kind + ' ' + params.metadata.namespace + ' ' + params.metadata.name",
    },
  ],
  ...more,
});
const ofConfigMaps = { apiVersion: "v1", kind: "ConfigMap" };
const notParams = {
  matchResources: { objectSelector: { matchExpressions: [{ key: "param", operator: "DoesNotExist" }] } },
};
const noParams = "no params found";
const param = (
  name: string,
  data: Readonly<Record<string, string>>,
  namespace = "{{namespace}}",
): DifferentialRequest =>
  post(`/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name, labels: { param: "{{namespace}}" } },
    data,
  });

export const policyParamCases: readonly DifferentialCase[] = cases(
  "validating-policy-param",
  policyCases({
    "by-name": [
      param("limits", { allowed: "" }),
      ...enforced(
        paramPolicy(ofConfigMaps),
        { ...notParams, paramRef: { name: "limits", parameterNotFoundAction: "Deny" } },
        { message: "v1 ConfigMap {{namespace}} limits" },
      ),
      create("allowed"),
      patch("merge", `${configMaps}/limits`, { data: { denied: "" } }),
      until(201, dry(create("denied"))),
      remove(`${configMaps}/limits`),
      until(422, dry(create("allowed-2")), noParams),
    ],
    "by-name-elsewhere": [
      post("/api/v1/namespaces", { metadata: { name: "{{namespace}}-other" } }),
      param("limits", { allowed: "" }, "{{namespace}}-other"),
      ...enforced(
        paramPolicy(ofConfigMaps),
        {
          ...notParams,
          paramRef: { name: "limits", namespace: "{{namespace}}-other", parameterNotFoundAction: "Deny" },
        },
        { message: "v1 ConfigMap {{namespace}}-other limits" },
      ),
      create("allowed"),
    ],
    "not-found-allow": [
      ...enforced(
        { ...paramPolicy(ofConfigMaps), validations: [{ expression: "false" }] },
        { ...notParams, paramRef: { name: "limits", parameterNotFoundAction: "Allow" } },
        { status: 201 },
      ),
      param("limits", {}),
      until(422, dry(create("denied")), "failed expression"),
    ],
    "by-selector": [
      param("b", { allowed: "", both: "", "only-b": "" }),
      ...enforced(
        paramPolicy(ofConfigMaps),
        {
          ...notParams,
          paramRef: { selector: { matchLabels: { param: "{{namespace}}" } }, parameterNotFoundAction: "Deny" },
        },
        { message: "v1 ConfigMap {{namespace}} b" },
      ),
      create("allowed"),
      param("c", { both: "" }),
      until(422, dry(create("only-b")), "v1 ConfigMap {{namespace}} c"),
      create("both"),
    ],
    "selector-of-none": enforced(
      paramPolicy(ofConfigMaps),
      {
        ...notParams,
        paramRef: { selector: { matchLabels: { param: "none" } }, parameterNotFoundAction: "Deny" },
      },
      { message: noParams },
    ),
    "no-reference": enforced(paramPolicy(ofConfigMaps), notParams),
    "no-kind": enforced(
      { validations: [{ expression: "object.metadata.name != 'denied'" }] },
      { paramRef: { name: "ignored", parameterNotFoundAction: "Deny" } },
    ),
    "cluster-scoped-kind": [
      post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "{{namespace}}" }, value: 7 }),
      ...enforced(
        {
          paramKind: { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass" },
          validations: [
            {
              expression: "object.metadata.name != 'denied'",
              messageExpression: "params.kind + ' ' + params.metadata.name + ' ' + string(params.value)",
            },
          ],
        },
        { paramRef: { name: "{{namespace}}", parameterNotFoundAction: "Deny" } },
        { message: "PriorityClass {{namespace}} 7" },
      ),
      remove("/apis/scheduling.k8s.io/v1/priorityclasses/{{namespace}}"),
    ],
    "namespace-for-cluster-scoped-kind": enforced(
      {
        paramKind: { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass" },
        validations: [{ expression: "true" }],
      },
      { paramRef: { name: "a", namespace: "default", parameterNotFoundAction: "Allow" } },
      { message: "paramRef.namespace must not be provided" },
    ),
    "for-cluster-scoped": [
      post(
        policies,
        policy({
          paramKind: ofConfigMaps,
          matchConstraints: {
            objectSelector: { matchLabels: { "policy-case": "{{namespace}}" } },
            resourceRules: [
              {
                apiGroups: ["scheduling.k8s.io"],
                apiVersions: ["v1"],
                operations: ["CREATE"],
                resources: ["priorityclasses"],
              },
            ],
          },
          validations: [{ expression: "true" }],
        }),
      ),
      post(bindings, binding({ paramRef: { name: "a", parameterNotFoundAction: "Allow" } })),
      until(
        422,
        dry(
          post("/apis/scheduling.k8s.io/v1/priorityclasses", {
            metadata: { name: "{{namespace}}", labels: { "policy-case": "{{namespace}}" } },
            value: 1,
          }),
        ),
      ),
    ],
    "missing-kind": enforced(paramPolicy({ apiVersion: "params.example.com/v1", kind: "Missing" }), {
      paramRef: { name: "a", parameterNotFoundAction: "Allow" },
    }),
    "missing-core-kind": enforced(
      { ...paramPolicy({ apiVersion: "v1", kind: "Missing" }) },
      { paramRef: { name: "a", parameterNotFoundAction: "Deny" } },
    ),
    "custom-kind": [
      post(mydemos, { apiVersion: "crddemo.k8s.io/v1", kind: "Mydemo", metadata: { name: "a" }, spec: { port: 2 } }),
      ...enforced(
        {
          paramKind: { apiVersion: "crddemo.k8s.io/v1", kind: "Mydemo" },
          validations: [
            {
              expression: "has(object.data) && object.data.size() <= params.spec.port",
              messageExpression: "params.apiVersion + ' ' + params.kind + ' ' + string(params.spec.port)",
            },
          ],
        },
        { paramRef: { name: "a", parameterNotFoundAction: "Deny" } },
        { message: "crddemo.k8s.io/v1 Mydemo 2" },
      ),
      create("two", { a: "", b: "" }),
      create("three", { a: "", b: "", c: "" }),
      remove(`${mydemos}/a`),
      until(422, dry(create("two-again", { a: "", b: "" })), noParams),
    ],
    rights: [
      post("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
        metadata: { name: "{{namespace}}" },
        rules: [{ apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] }],
      }),
      post("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        metadata: { name: "{{namespace}}" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "{{namespace}}" },
        subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "{{namespace}}" }],
      }),
      until(422, asUser(post(policies, policy(paramPolicy(ofConfigMaps))))),
      asUser(post(policies, policy(paramPolicy({ apiVersion: "params.example.com/v1", kind: "Missing" })))),
      asUser(post(bindings, binding({ paramRef: { name: "a", parameterNotFoundAction: "Deny" } }))),
      post(policies, policy(paramPolicy(ofConfigMaps))),
      asUser(post(bindings, binding({ paramRef: { name: "a", namespace: "b", parameterNotFoundAction: "Deny" } }))),
      asUser(post(bindings, binding({ paramRef: { selector: {}, parameterNotFoundAction: "Deny" } }))),
      post(bindings, binding({ paramRef: { name: "a", parameterNotFoundAction: "Deny" } })),
      asUser(patch("merge", `${bindings}/{{namespace}}`, { metadata: { labels: { a: "b" } } })),
      asUser(patch("merge", `${policies}/{{namespace}}`, { spec: { failurePolicy: "Ignore" } })),
      asUser(patch("merge", `${policies}/{{namespace}}`, { spec: { paramKind: { kind: "Secret" } } })),
      patch("merge", `${policies}/{{namespace}}`, { spec: { paramKind: { kind: "Missing" } } }),
      asUser(patch("merge", `${bindings}/{{namespace}}`, { metadata: { labels: { a: "c" } } })),
      remove("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/{{namespace}}"),
      remove("/apis/rbac.authorization.k8s.io/v1/clusterroles/{{namespace}}"),
    ],
  }),
);

function asUser(request: DifferentialRequest): DifferentialRequest {
  return {
    ...request,
    headers: { ...request.headers, "impersonate-user": "{{namespace}}", "impersonate-group": "testers" },
  };
}
