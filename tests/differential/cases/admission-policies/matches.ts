/** Which requests validating admission policies and their bindings match. */
import { cases, patch, post, remove, until } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { configMaps, dry, create, enforced, policyCases, ruleWith, constraints } from "./enforced.ts";
import { binding, bindings, configMapRule, policies, policy } from "./objects.ts";

export const policyMatchCases: readonly DifferentialCase[] = cases(
  "validating-policy-match",
  policyCases({
    "resource-names": [
      ...enforced({
        ...constraints({ resourceRules: [ruleWith({ resourceNames: ["denied", "b"] })] }),
        validations: [{ expression: "false" }],
      }),
      create("a"),
      create("b"),
    ],
    excluded: [
      ...enforced({
        ...constraints({
          resourceRules: [ruleWith({ resources: ["*"] })],
          excludeResourceRules: [ruleWith({ resources: ["secrets"] }), ruleWith({ resourceNames: ["free"] })],
        }),
        validations: [{ expression: "false" }],
      }),
      create("free"),
      post("/api/v1/namespaces/{{namespace}}/secrets", { metadata: { name: "a" } }),
      post("/api/v1/namespaces/{{namespace}}/services", { metadata: { name: "a" }, spec: { ports: [{ port: 1 }] } }),
    ],
    "object-selector": [
      ...enforced({
        ...constraints({ objectSelector: { matchExpressions: [{ key: "free", operator: "DoesNotExist" }] } }),
        validations: [{ expression: "false" }],
      }),
      post(configMaps, { metadata: { name: "a", labels: { free: "" } } }),
      patch("merge", `${configMaps}/a`, { metadata: { labels: { free: null } } }),
      patch("merge", `${configMaps}/a`, { data: { k: "v" } }),
    ],
    binding: [
      ...enforced(
        { validations: [{ expression: "false" }] },
        {
          matchResources: {
            objectSelector: { matchExpressions: [{ key: "free", operator: "DoesNotExist" }] },
            excludeResourceRules: [ruleWith({ resourceNames: ["named"] })],
          },
        },
      ),
      post(configMaps, { metadata: { name: "a", labels: { free: "" } } }),
      create("named"),
      create("b"),
    ],
    "binding-rules": [
      ...enforced(
        {
          ...constraints({ resourceRules: [ruleWith({ resources: ["*"] })] }),
          validations: [{ expression: "false" }],
        },
        { matchResources: { resourceRules: [configMapRule] } },
      ),
      post("/api/v1/namespaces/{{namespace}}/secrets", { metadata: { name: "a" } }),
    ],
    equivalent: [
      post(
        policies,
        policy({
          ...constraints({
            resourceRules: [
              ruleWith({ apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] }),
            ],
          }),
          validations: [
            {
              expression: "object.spec.targetCPUUtilizationPercentage < 50",
              messageExpression:
                "request.kind.version + request.requestKind.version + request.resource.version + request.requestResource.version + string(object.apiVersion)",
            },
          ],
        }),
      ),
      post(bindings, binding()),
      until(
        422,
        dry(
          post("/apis/autoscaling/v2/namespaces/{{namespace}}/horizontalpodautoscalers", {
            metadata: { name: "a" },
            spec: {
              maxReplicas: 2,
              scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" },
              metrics: [
                {
                  type: "Resource",
                  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
                },
              ],
            },
          }),
        ),
      ),
    ],
    exact: [
      post(
        policies,
        policy({
          ...constraints({
            matchPolicy: "Exact",
            resourceRules: [
              ruleWith({ apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] }),
              configMapRule,
            ],
          }),
          validations: [{ expression: "false" }],
        }),
      ),
      post(bindings, binding()),
      until(422, dry(create("a"))),
      dry(
        post("/apis/autoscaling/v2/namespaces/{{namespace}}/horizontalpodautoscalers", {
          metadata: { name: "a" },
          spec: { maxReplicas: 2, scaleTargetRef: { kind: "Deployment", name: "a", apiVersion: "apps/v1" } },
        }),
      ),
    ],
    "cluster-scoped": [
      post(
        policies,
        policy({
          matchConstraints: {
            namespaceSelector: {},
            objectSelector: { matchLabels: { "policy-case": "{{namespace}}" } },
            resourceRules: [
              {
                apiGroups: [""],
                apiVersions: ["v1"],
                operations: ["CREATE", "UPDATE", "DELETE"],
                resources: ["namespaces"],
              },
              {
                apiGroups: ["scheduling.k8s.io"],
                apiVersions: ["v1"],
                operations: ["CREATE"],
                resources: ["priorityclasses"],
              },
            ],
          },
          validations: [
            {
              expression: "false",
              messageExpression:
                "request.operation + ' ' + string(namespaceObject == null) + ' ' + (has(request.namespace) ? request.namespace : 'none')",
            },
          ],
        }),
      ),
      post(bindings, binding()),
      until(
        422,
        dry(
          post("/apis/scheduling.k8s.io/v1/priorityclasses", {
            metadata: { name: "{{namespace}}", labels: { "policy-case": "{{namespace}}" } },
            value: 1,
          }),
        ),
      ),
      dry(
        post("/api/v1/namespaces", {
          metadata: { name: "{{namespace}}-b", labels: { "policy-case": "{{namespace}}" } },
        }),
      ),
      patch("merge", "/api/v1/namespaces/{{namespace}}", { metadata: { labels: { "policy-case": "{{namespace}}" } } }),
    ],
    "unbound-and-policies": [
      ...enforced(
        {
          matchConstraints: {
            objectSelector: { matchLabels: { "policy-case": "{{namespace}}" } },
            resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }],
          },
          validations: [{ expression: "false" }],
        },
        {},
        { status: 201 },
      ),
      until(422, dry(post(configMaps, { metadata: { name: "a", labels: { "policy-case": "{{namespace}}" } } }))),
      dry(
        post(policies, {
          ...policy({ validations: [{ expression: "true" }] }, "{{namespace}}-b"),
          metadata: { name: "{{namespace}}-b", labels: { "policy-case": "{{namespace}}" } },
        }),
      ),
      dry(
        post(bindings, {
          ...binding({}, "{{namespace}}-b"),
          metadata: { name: "{{namespace}}-b", labels: { "policy-case": "{{namespace}}" } },
        }),
      ),
      dry(
        post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
          metadata: { name: "{{namespace}}-b", labels: { "policy-case": "{{namespace}}" } },
        }),
      ),
      post("/api/v1/namespaces/{{namespace}}/serviceaccounts", { metadata: { name: "free" } }),
      remove(`${bindings}/{{namespace}}`),
      until(201, dry(post(configMaps, { metadata: { name: "a", labels: { "policy-case": "{{namespace}}" } } }))),
    ],
  }),
);
