/** Valid requests to all verbs and subresources, which the fuzzer mutates. */
export interface FuzzRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

const core = "/api/v1/namespaces/default";
const container = { name: "c", image: "x", ports: [{ containerPort: 80 }], env: [{ name: "A", value: "1" }] };
const template = { metadata: { labels: { app: "a" } }, spec: { containers: [container] } };

function json(method: string, path: string, body: unknown, contentType = "application/json"): FuzzRequest {
  return { method, path, headers: { "content-type": contentType }, body: JSON.stringify(body) };
}

function read(path: string, accept = "application/json"): FuzzRequest {
  return { method: "GET", path, headers: { accept } };
}

/** The magic number, and a message with type, raw object and content type. */
const protobuf = Buffer.from(
  "6b3873000a0f0a02763112094e616d6573706163651211 0a0f0a0178120012001a00220a2a0032003800421a002200".replaceAll(" ", ""),
  "hex",
);

const gadgetVersion = {
  name: "v1",
  served: true,
  storage: true,
  additionalPrinterColumns: [{ name: "Size", type: "integer", jsonPath: ".spec.size" }],
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: {
            size: { type: "integer", minimum: 1, maximum: 10, multipleOf: 1, default: 3 },
            ratio: { type: "number", minimum: 0.5, maximum: 1.5, multipleOf: 0.5 },
            name: { type: "string", pattern: "^(a+)+$", minLength: 1, maxLength: 30 },
            list: {
              type: "array",
              items: { type: "string" },
              "x-kubernetes-list-type": "set",
              minItems: 1,
              maxItems: 5,
            },
            map: {
              type: "object",
              additionalProperties: { type: "integer", enum: [1, 2] },
              minProperties: 1,
              maxProperties: 3,
              "x-kubernetes-validations": [{ rule: "self.all(key, key != 'x')" }],
            },
          },
        },
      },
    },
  },
};
const gadgetDefinitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const gadget = {
  apiVersion: "example.com/v1",
  kind: "Gadget",
  spec: { size: 5, ratio: 1, name: "aaa", list: ["x", "y"], map: { y: 1 } },
};

export const seedRequests: readonly FuzzRequest[] = [
  json("POST", `${core}/configmaps?fieldManager=m&fieldValidation=Warn`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", labels: { app: "x" }, annotations: { n: "1" }, finalizers: ["example.com/a"] },
    data: { a: "1", b: "2" },
  }),
  json("POST", `${core}/pods`, { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: template.spec }),
  json("POST", `${core}/services`, {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s" },
    spec: { type: "NodePort", ports: [{ name: "web", port: 80, targetPort: "http", nodePort: 30_000 }] },
  }),
  json("POST", "/apis/apps/v1/namespaces/default/deployments?dryRun=All", {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { generateName: "d-" },
    spec: { replicas: 2, selector: { matchLabels: { app: "a" } }, template },
  }),
  json("POST", "/apis/batch/v1/namespaces/default/jobs", {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "j" },
    spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } },
  }),
  json("POST", gadgetDefinitions, {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "gadgets", kind: "Gadget", singular: "gadget", shortNames: ["gd"] },
      versions: [gadgetVersion],
    },
  }),
  json(
    "PATCH",
    `${gadgetDefinitions}/gadgets.example.com`,
    { spec: { versions: [gadgetVersion] } },
    "application/merge-patch+json",
  ),
  json("POST", "/apis/example.com/v1/namespaces/default/gadgets", { ...gadget, metadata: { name: "g" } }),
  json("POST", "/apis/example.com/v1/namespaces/default/gadgets", { ...gadget, metadata: { generateName: "g-" } }),
  json(
    "PATCH",
    "/apis/example.com/v1/namespaces/default/gadgets/g?fieldManager=m&force=true",
    { ...gadget, metadata: { name: "g" } },
    "application/apply-patch+yaml",
  ),
  json("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "r" },
    rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }],
  }),
  json("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "default" } },
  }),
  json("POST", `${core}/serviceaccounts/default/token`, { spec: { expirationSeconds: 3600, audiences: ["a"] } }),
  json("POST", `${core}/pods/p/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "p" } }),
  json("POST", `${core}/pods/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n" } }),
  json("PUT", `${core}/configmaps/a`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", resourceVersion: "1" },
    data: { c: "3" },
  }),
  json("PUT", "/apis/apps/v1/namespaces/default/deployments/d/scale", {
    metadata: { name: "d" },
    spec: { replicas: 1 },
  }),
  json("PATCH", `${core}/configmaps/a`, { data: { b: null, c: "4" } }, "application/merge-patch+json"),
  json("PATCH", `${core}/configmaps/a`, [{ op: "add", path: "/data/x", value: "1" }], "application/json-patch+json"),
  json(
    "PATCH",
    `${core}/pods/p`,
    { spec: { $setElementOrder: [], containers: [{ name: "c", image: "y" }] } },
    "application/strategic-merge-patch+json",
  ),
  json(
    "PATCH",
    `${core}/configmaps/a?fieldManager=m&force=true`,
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "9" } },
    "application/apply-patch+yaml",
  ),
  json("PATCH", `${core}/pods/p/status`, { status: { phase: "Running" } }, "application/merge-patch+json"),
  {
    method: "POST",
    path: `${core}/configmaps`,
    headers: { "content-type": "application/yaml" },
    body: "apiVersion: v1\nkind: ConfigMap\nmetadata: &m\n  name: y\n  labels: {app: x}\ndata:\n  a: |\n    text\n  b: 'two'\n",
  },
  {
    method: "POST",
    path: "/api/v1/namespaces",
    headers: { "content-type": "application/vnd.kubernetes.protobuf" },
    body: protobuf,
  },
  json("DELETE", `${core}/configmaps/a`, { propagationPolicy: "Background", preconditions: { uid: "u" } }),
  json("DELETE", `${core}/configmaps?labelSelector=app%3Dx`, { gracePeriodSeconds: 0, dryRun: ["All"] }),
  read(`${core}/configmaps?labelSelector=app%20in%20(x,y)&fieldSelector=metadata.name!%3Da&limit=2&resourceVersion=0`),
  read(`${core}/configmaps?limit=1&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MjMwLCJzdGFydCI6Ii9iaWcifQ`),
  read(`${core}/configmaps?watch=1&resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=1`),
  read("/api/v1/pods?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1"),
  read("/api/v1/watch/namespaces/default/pods/p?timeoutSeconds=1"),
  read(`${core}/pods`, "application/json;as=Table;v=v1;g=meta.k8s.io"),
  read(`${core}/pods/p`, "application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io, application/json;q=0.5"),
  read(`${core}/pods/p/log?container=c&tailLines=5`),
  read("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"),
  read("/openapi/v3/api/v1?hash=ABC"),
  read("/readyz?verbose&exclude=ping"),
  read("/version?pretty=true"),
];
