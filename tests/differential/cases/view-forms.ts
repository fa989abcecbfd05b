/** What the answers of subresources look like that are of another kind than their resource, in every form that may be asked for. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase, DifferentialStep } from "../case.ts";
import { deployment, deployments, one } from "./apply-requests.ts";
import { integer, string } from "./crd-good.ts";
import { object, served, widget, widgets } from "./custom-resource.ts";

const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const partial = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
const forms = [
  table,
  { accept: "application/json;as=Table;v=v1beta1;g=meta.k8s.io" },
  partial,
  { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" },
  { accept: "application/yaml" },
  { accept: "application/vnd.kubernetes.protobuf" },
];

const inEachForm = (path: string): readonly DifferentialStep[] => forms.map((form) => get(path, form));

const pods = "/api/v1/namespaces/{{namespace}}/pods";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [one] } };
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

const scaled = {
  subresources: { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
  additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a" }],
};

export const viewFormCases: readonly DifferentialCase[] = cases("view-form", {
  "scale-of-a-deployment": [
    post(deployments, deployment([one], { replicas: 2 })),
    ...inEachForm(`${deployments}/d/scale`),
    get(`${deployments}/d/scale?includeObject=None`, table),
    get(`${deployments}/d/scale?includeObject=Object`, table),
    get(`${deployments}/d/scale?includeObject=Some`, table),
    {
      ...put(`${deployments}/d/scale`, {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "d" },
        spec: { replicas: 3 },
      }),
      headers: table,
    },
    { ...patch("merge", `${deployments}/d/scale`, { spec: { replicas: 4 } }) },
  ],
  "scale-of-a-widget": [
    ...served({ replicas: integer, a: string }, { status: object({ replicas: integer }) }, scaled),
    post(widgets, widget({ replicas: 2, a: "x" })),
    ...inEachForm(`${widgets}/w/scale`),
  ],
  actions: [
    post(pods, pod),
    post(accounts, account),
    post(`${accounts}/a/token`, tokenRequest, table),
    post(
      `${pods}/p/binding`,
      { apiVersion: "v1", kind: "Binding", metadata: { name: "p" }, target: { name: "n" } },
      table,
    ),
    post(`${pods}/p/eviction?dryRun=All`, eviction, table),
    post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, table),
    post(`${accounts}/a/token`, tokenRequest, partial),
    post(`${pods}/p/binding`, binding, partial),
    post(`${pods}/p/eviction?dryRun=All`, eviction, partial),
    post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, partial),
    get(`${pods}/p/log`, table),
  ],
});
