/** Which requests validating admission policies and their bindings match. */
import { cases, get, patch, post, remove, until } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { configMaps, dry, create, enforced, policyCases, ruleWith, constraints } from "./enforced.ts";
import { binding, bindings, configMapRule, ownNamespace, policies, policy } from "./objects.ts";

const deployments = "/apis/apps/v1/namespaces/{{namespace}}/deployments";
const deployment = (replicas: number): object => ({
  metadata: { name: "d" },
  spec: {
    replicas,
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
});

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
    subresources: [
      post(
        policies,
        policy({
          ...constraints({
            resourceRules: [
              ruleWith({
                apiGroups: ["apps"],
                resources: ["deployments/scale", "deployments/status"],
                operations: ["*"],
              }),
              configMapRule,
            ],
          }),
          validations: [
            {
              expression:
                "request.resource.resource != 'configmaps' && (object.kind == 'Scale' ? object.spec.replicas < 5 : object.status.replicas < 5)",
              messageExpression:
                "string(object.kind) + ' ' + request.kind.kind + ' ' + request.subResource + ' ' + request.requestSubResource + ' ' + string(oldObject.kind) + ' ' + string(object.apiVersion)",
              message: "fixed",
            },
          ],
        }),
      ),
      post(bindings, binding()),
      until(422, dry(create("a"))),
      post(deployments, deployment(9)),
      patch("merge", `${deployments}/d/scale`, { spec: { replicas: 3 } }),
      patch("merge", `${deployments}/d/scale`, { spec: { replicas: 7 } }),
      patch("merge", `${deployments}/d/status`, { status: { replicas: 8 } }),
      patch("merge", `${deployments}/d/status`, { status: { replicas: 4 } }),
    ],
    "views-of-pods": [
      post(
        policies,
        policy({
          matchConstraints: {
            namespaceSelector: ownNamespace,
            resourceRules: [
              ruleWith({
                operations: ["*"],
                resources: [
                  "pods/exec",
                  "pods/attach",
                  "pods/portforward",
                  "pods/proxy",
                  "pods/log",
                  "pods/binding",
                  "pods/eviction",
                  "pods/ephemeralcontainers",
                  "bindings",
                ],
              }),
              ruleWith({ operations: ["*"], resources: ["serviceaccounts/token"] }),
              configMapRule,
            ],
          },
          validations: [
            {
              expression: "false",
              messageExpression:
                "[request.operation, request.kind.kind, request.resource.resource, has(request.subResource) ? request.subResource : '-', " +
                "object == null ? 'null' : string(object.kind), oldObject == null ? 'null' : string(oldObject.kind), " +
                "string(has(object.command) && object.command[0] == 'ls'), string(has(object.metadata)), " +
                "has(object.stdout) ? string(object.stdout) : '-', has(object.stderr) ? string(object.stderr) : '-', has(object.container) ? string(object.container) : '-', " +
                "has(object.path) ? string(object.path) : '-', has(object.ports) ? string(object.ports[0]) : '-', string(dyn(request.options) == null), " +
                "string(request.dryRun)].join(' ')",
            },
          ],
        }),
      ),
      post(bindings, binding()),
      until(422, dry(create("a"))),
      post("/api/v1/namespaces/{{namespace}}/serviceaccounts", { metadata: { name: "default" } }),
      post("/api/v1/namespaces/{{namespace}}/pods", {
        metadata: { name: "p" },
        spec: { containers: [{ name: "c", image: "i" }], automountServiceAccountToken: false },
      }),
      post("/api/v1/namespaces/{{namespace}}/pods/p/exec?command=ls&stdout=true", undefined),
      post("/api/v1/namespaces/{{namespace}}/pods/none/exec?stderr=true&container=c", undefined),
      post("/api/v1/namespaces/{{namespace}}/pods/p/attach?stdin=true", undefined),
      post("/api/v1/namespaces/{{namespace}}/pods/p/portforward?ports=80", undefined),
      get("/api/v1/namespaces/{{namespace}}/pods/http:p:80/proxy/a/b"),
      get("/api/v1/namespaces/{{namespace}}/pods/p/proxy"),
      get("/api/v1/namespaces/{{namespace}}/pods/p/proxy/"),
      get("/api/v1/namespaces/{{namespace}}/pods/p/log"),
      post("/api/v1/namespaces/{{namespace}}/pods/p/binding", {
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      }),
      post("/api/v1/namespaces/{{namespace}}/bindings", {
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      }),
      post("/api/v1/namespaces/{{namespace}}/pods/p/eviction", {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: "p" },
      }),
      patch("strategic", "/api/v1/namespaces/{{namespace}}/pods/p/ephemeralcontainers", {
        spec: { ephemeralContainers: [{ name: "e", image: "i" }] },
      }),
      post("/api/v1/namespaces/{{namespace}}/serviceaccounts/default/token", {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec: { audiences: [] },
      }),
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
        201,
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
