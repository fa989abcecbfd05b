/** Validating admission policies on subresources and connections. */
import { cases, get, patch, post, until } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { constraints, create, dry, policyCases, ruleWith } from "./enforced.ts";
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

export const policySubresourceCases: readonly DifferentialCase[] = cases(
  "validating-policy-match",
  policyCases({
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
  }),
);
