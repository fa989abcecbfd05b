/** Access reviews with selectors and with bindings to missing roles, and requests for tokens. */
import { cases, post, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const reviews = "/apis/authorization.k8s.io/v1";
const core = "/api/v1/namespaces/{{namespace}}";

const selectors: Readonly<Record<string, unknown>> = {
  empty: {},
  raw: { rawSelector: "a=b" },
  "raw-invalid": { rawSelector: "a in (" },
  "raw-empty": { rawSelector: "" },
  both: { rawSelector: "a=b", requirements: [{ key: "a", operator: "In", values: ["b"] }] },
  "no-requirements": { requirements: [] },
  "empty-requirement": { requirements: [{}] },
  "no-operator": { requirements: [{ key: "a" }] },
  "no-values": { requirements: [{ key: "a", operator: "In" }] },
  "no-key": { requirements: [{ key: "", operator: "In", values: ["x"] }] },
  "two-values": { requirements: [{ key: "a", operator: "In", values: ["b", "c"] }] },
  exists: { requirements: [{ key: "a", operator: "Exists" }] },
  "exists-with-values": { requirements: [{ key: "a", operator: "Exists", values: ["x"] }] },
  "unknown-operator": { requirements: [{ key: "a", operator: "Nope" }] },
  partly: {
    requirements: [
      { key: "a", operator: "Nope" },
      { key: "b", operator: "NotIn", values: ["c"] },
    ],
  },
  "bad-key-and-value": { requirements: [{ key: "A b", operator: "In", values: ["ö ü"] }] },
};

function review(resourceAttributes: object): DifferentialRequest {
  return post(`${reviews}/subjectaccessreviews`, { spec: { user: "u", resourceAttributes } });
}

const asU = { "impersonate-user": "{{namespace}}" };

function bound(kind: string, name: string): DifferentialRequest {
  return post(`/apis/rbac.authorization.k8s.io/v1/namespaces/{{namespace}}/rolebindings`, {
    metadata: { name: kind.toLowerCase() },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "{{namespace}}" }],
  });
}

export const accessReviewCases: readonly DifferentialCase[] = cases("access-review", {
  ...Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [
      `selector-${name}`,
      [
        review({ verb: "list", resource: "pods", fieldSelector: selector }),
        review({ verb: "list", resource: "pods", labelSelector: selector }),
        review({ verb: "list", resource: "pods", labelSelector: selector, fieldSelector: selector }),
      ],
    ]),
  ),
  "own-selectors": [
    post(`${reviews}/selfsubjectaccessreviews`, {
      spec: { resourceAttributes: { verb: "list", fieldSelector: { rawSelector: "(" } } },
    }),
    post(`${reviews}/namespaces/{{namespace}}/localsubjectaccessreviews`, {
      metadata: { labels: { a: "b" } },
      spec: { user: "u", resourceAttributes: { namespace: "{{namespace}}", labelSelector: {} } },
    }),
  ],
  "missing-roles": [
    bound("Role", "none"),
    until(
      201,
      post(
        `${reviews}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: { verb: "get", namespace: "{{namespace}}", resource: "pods" } } },
        asU,
      ),
      "not found",
    ),
  ],
});

const account = post(`${core}/serviceaccounts`, { metadata: { name: "s" } });
const token = `${core}/serviceaccounts/s/token`;

function pod(name: string, serviceAccountName: string): DifferentialRequest {
  const spec = { serviceAccountName, containers: [{ name: "c", image: "x" }] };
  return post(`${core}/pods`, { metadata: { name }, spec });
}

/** Requests that fail. Issued tokens differ from run to run. */
function requests(...specs: readonly object[]): readonly DifferentialRequest[] {
  return specs.map((spec) => post(token, { spec }));
}

function bindings(...references: readonly object[]): readonly DifferentialRequest[] {
  return requests(...references.map((boundObjectRef) => ({ boundObjectRef })));
}

export const tokenRequestCases: readonly DifferentialCase[] = cases("token-request", {
  "bound-names": [
    account,
    pod("own", "s"),
    pod("other", "t"),
    ...bindings(
      {},
      { kind: "Pod" },
      { kind: "Pod", apiVersion: "v1" },
      { kind: "Pod", apiVersion: "v1", name: "a/b" },
      { kind: "Secret", apiVersion: "v1", name: "" },
      { kind: "Node", apiVersion: "v1", name: ".." },
      { kind: "Node", apiVersion: "v1", name: "none" },
      { kind: "Pod", apiVersion: "v1", name: "none" },
      { kind: "Pod", apiVersion: "v1", name: "other" },
      { kind: "Pod", apiVersion: "v1", name: "own", uid: "x" },
      { kind: "Pod", apiVersion: "a/b/c", name: "none" },
      { kind: "Pod", apiVersion: "apps/v1", name: "own" },
      { kind: "ConfigMap", apiVersion: "v1", name: "own" },
      { kind: "pod", apiVersion: "v1", name: "own" },
    ),
  ],
  fields: [
    account,
    ...requests(
      { expirationSeconds: 0 },
      { expirationSeconds: 599 },
      { expirationSeconds: 4_294_967_297 },
      { expirationSeconds: "1" },
      { audiences: "a" },
      { expirationSeconds: 599, boundObjectRef: { kind: "X" } },
    ),
    post(token, { metadata: { name: "x" }, spec: {} }),
    post(token, { metadata: { namespace: "x" }, spec: {} }),
    post(token, { metadata: { uid: "x" }, spec: {} }),
    post(token, { metadata: { uid: "x", name: "x" }, spec: {} }),
    post(`${core}/serviceaccounts/none/token`, { spec: {} }),
  ],
});
