/** Responses to actions, which are not stored: they have no tables, and objects among them have managedFields. */
import { cases, get, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { one } from "./apply-requests.ts";

const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const partial = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [one] } };
const bindings = "/api/v1/namespaces/{{namespace}}/bindings";
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "a" } };
const accounts = "/api/v1/namespaces/{{namespace}}/serviceaccounts";
const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p" } };
const tokenRequest = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: "p" }, target: { name: "n" } };
const review = {
  apiVersion: "authorization.k8s.io/v1",
  kind: "SelfSubjectAccessReview",
  spec: { resourceAttributes: { verb: "get", resource: "pods" } },
};

export const actionFormCases: readonly DifferentialCase[] = cases("action-form", {
  answers: [
    post(pods, pod),
    post(accounts, account),
    post(`${accounts}/a/token`, tokenRequest, table),
    post(`${pods}/p/binding`, binding, table),
    post(`${pods}/p/eviction?dryRun=All`, eviction, table),
    post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, table),
    post(`${accounts}/a/token`, tokenRequest, partial),
    post(`${pods}/p/binding`, binding, partial),
    post(`${pods}/p/eviction?dryRun=All`, eviction, partial),
    post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, partial),
    get(`${pods}/p/log`, table),
  ],
  "order-of-checks": [
    post(pods, pod),
    post(accounts, account),
    ...["p", "none"].flatMap((name) => [
      post(`${pods}/${name}/binding`, {}),
      post(`${pods}/${name}/binding`, { metadata: { name } }),
      post(`${pods}/${name}/binding`, { metadata: { name: "other" }, target: { name: "n" } }),
      post(`${pods}/${name}/binding`, { metadata: { name }, target: { kind: "Pod", name: "n" } }),
      post(`${pods}/${name}/binding`, { metadata: { name, namespace: "other" } }),
      post(`${pods}/${name}/eviction`, {}),
      post(`${pods}/${name}/eviction`, { metadata: { name: "other", namespace: "other" } }),
      post(`${pods}/${name}/eviction`, {
        metadata: { name },
        deleteOptions: { ignoreStoreReadErrorWithClusterBreakingPotential: true },
      }),
    ]),
    ...["a", "none"].flatMap((name) => [
      post(`${accounts}/${name}/token`, { metadata: { name: "other" } }),
      post(`${accounts}/${name}/token`, { metadata: { name, namespace: "other" } }),
      post(`${accounts}/${name}/token`, { metadata: { name, uid: "x" }, spec: { expirationSeconds: 1 } }),
      post(`${accounts}/${name}/token`, { spec: { expirationSeconds: 1 } }),
    ]),
    post(bindings, {}),
    post(bindings, { metadata: { name: "none" } }),
    post(bindings, { target: { name: "n" } }),
    post(bindings, { metadata: { name: "none" }, target: { name: "n" } }),
  ],
  "missing-namespace": [
    post("/api/v1/namespaces/none/pods/p/binding", { metadata: { name: "p" } }),
    post("/api/v1/namespaces/none/pods/p/binding", { metadata: { name: "other" } }),
    post("/api/v1/namespaces/none/pods/p/eviction", { metadata: { name: "other" } }),
    post("/api/v1/namespaces/none/serviceaccounts/a/token", { metadata: { name: "other" } }),
  ],
});
