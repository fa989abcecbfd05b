/** Subresources: the kinds that have them, their responses, and their errors. */
import { cases, comparing, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const pods = `${core}/pods`;
const apps = "/apis/apps/v1/namespaces/{{namespace}}";
const jobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "a" }] } };
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: { app: "a" } }, spec: template.spec };
const account = post(`${core}/serviceaccounts`, { metadata: { name: "robot" } });
const deployment = post(`${apps}/deployments`, {
  metadata: { name: "a" },
  spec: { replicas: 2, selector: { matchLabels: { app: "a" } }, template },
});

function scale(name: string, replicas: unknown, metadata: object = {}): object {
  return { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, ...metadata }, spec: { replicas } };
}

function binding(node: string): object {
  return { apiVersion: "v1", kind: "Binding", metadata: { name: "a" }, target: { kind: "Node", name: node } };
}

function eviction(name = "a"): DifferentialRequest {
  return post(`${pods}/${name}/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name } });
}

/** A Pod without a node. */
const unboundPod: readonly DifferentialRequest[] = [
  account,
  post(pods, { ...pod, spec: { ...pod.spec, serviceAccountName: "robot" } }),
];

const budgets = "/apis/policy/v1/namespaces/{{namespace}}/poddisruptionbudgets";

/** A running Pod, and a disruption budget that requires it. */
const guardedPod: readonly DifferentialRequest[] = [
  account,
  post(pods, { ...pod, spec: { ...pod.spec, serviceAccountName: "robot", nodeName: "n1" } }),
  patch("merge", `${pods}/a/status`, { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } }),
  post(budgets, { metadata: { name: "pdb" }, spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } } }),
];

export const subresourceCases: readonly DifferentialCase[] = cases("subresource", {
  status: [
    deployment,
    get(`${apps}/deployments/a/status`),
    patch("merge", `${apps}/deployments/a/status`, {
      spec: { replicas: 9 },
      status: { observedGeneration: 1, replicas: 2 },
    }),
    put(`${apps}/deployments/a/status`, {
      metadata: { name: "a", labels: { changed: "yes" } },
      spec: { selector: { matchLabels: { app: "a" } }, template },
      status: { replicas: 3 },
    }),
    patch("merge", `${apps}/deployments/none/status`, {}),
    put(`${apps}/deployments/none/status`, {
      metadata: { name: "none" },
      spec: { selector: { matchLabels: { app: "a" } }, template },
    }),
    { method: "DELETE", path: `${apps}/deployments/a/status` },
    post(`${apps}/deployments/a/status`, {}),
  ],
  "no-status": [
    get(`${core}/configmaps/a/status`),
    put(`${core}/configmaps/a/status`, {}),
    get(`${core}/pods/a/none`),
    get(`${jobs}/a/none`),
    get(`${jobs}/a/scale`),
    get(`${jobs}/a/status`),
  ],
  scale: [
    deployment,
    get(`${apps}/deployments/a/scale`),
    put(`${apps}/deployments/a/scale`, scale("a", 5)),
    patch("merge", `${apps}/deployments/a/scale`, { spec: { replicas: 1 } }),
    patch("json", `${apps}/deployments/a/scale`, [{ op: "replace", path: "/spec/replicas", value: 7 }]),
    put(`${apps}/deployments/a/scale`, scale("a", 3, { resourceVersion: "{{0.metadata.resourceVersion}}" })),
    put(`${apps}/deployments/a/scale`, scale("a", -6)),
    put(`${apps}/deployments/a/scale`, scale("b", 1)),
    put(`${apps}/deployments/a/scale`, scale("a", "many")),
    patch("merge", `${apps}/deployments/a/scale?fieldValidation=Strict`, { spec: { none: 1 } }),
    get(`${apps}/deployments/none/scale`),
    get(`${apps}/daemonsets/a/scale`),
    { method: "DELETE", path: `${apps}/deployments/a/scale` },
    get(`${apps}/deployments/a`),
  ],
  "scale-unknown-field": [
    deployment,
    put(`${apps}/deployments/a/scale`, { ...scale("a", 5), none: 1 }),
    put(`${apps}/deployments/a/scale?fieldValidation=Strict`, { ...scale("a", 5), none: 1 }),
  ],
  "scale-of-other-kinds": [
    post(`${apps}/replicasets`, {
      metadata: { name: "a" },
      spec: { selector: { matchLabels: { app: "a" } }, template },
    }),
    get(`${apps}/replicasets/a/scale`),
    post(`${apps}/statefulsets`, {
      metadata: { name: "a" },
      spec: { serviceName: "a", selector: { matchLabels: { app: "a" } }, template },
    }),
    patch("merge", `${apps}/statefulsets/a/scale`, { spec: { replicas: 3 } }),
    post(`${core}/replicationcontrollers`, { metadata: { name: "a" }, spec: { selector: { app: "a" }, template } }),
    put(`${core}/replicationcontrollers/a/scale`, scale("a", 4)),
  ],
  binding: [
    ...unboundPod,
    post(`${pods}/a/binding`, binding("n1")),
    get(`${pods}/a`),
    post(`${pods}/a/binding`, binding("n1")),
    post(`${pods}/none/binding`, { ...binding("n1"), metadata: { name: "none" } }),
    post(`${pods}/a/binding`, { ...binding("n1"), target: { kind: "Pod", name: "x" } }),
    post(`${pods}/a/binding`, { ...binding(""), target: {} }),
    get(`${pods}/a/binding`),
  ],
  "binding-of-the-namespace": [...unboundPod, post(`${core}/bindings`, binding("n1")), get(`${pods}/a`)],
  eviction: [...unboundPod, eviction(), get(`${pods}/a`), eviction(), eviction("none")],
  "eviction-unprocessed-budget": [...guardedPod, comparing(["retry-after"], eviction())],
  "eviction-blocked": [
    ...guardedPod,
    patch("merge", `${budgets}/pdb/status`, {
      status: { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    }),
    eviction(),
  ],
  token: [
    account,
    post(`${core}/serviceaccounts/robot/token`, { spec: { expirationSeconds: 60 } }),
    post(`${core}/serviceaccounts/none/token`, {}),
    get(`${core}/serviceaccounts/robot/token`),
    post(`${core}/serviceaccounts/robot/token`, { apiVersion: "v1", kind: "Secret" }),
  ],
  "pod-log": [
    ...unboundPod,
    get(`${pods}/a/log`),
    get(`${pods}/a/log?container=zz`),
    get(`${pods}/none/log`),
    get(`${pods}/a/log?tailLines=-1`),
    get(`${pods}/a/log?tailLines=x`),
    get(`${pods}/a/log?limitBytes=0`),
    get(`${pods}/a/log?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z`),
    get(`${pods}/a/log?sinceSeconds=0`),
    get(`${pods}/a/log?stream=All&tailLines=3`),
    get(`${pods}/a/log?stream=None`),
    post(`${pods}/a/log`, {}),
  ],
  "pod-log-containers": [
    account,
    post(pods, {
      ...pod,
      spec: {
        serviceAccountName: "robot",
        initContainers: [{ name: "first", image: "a" }],
        containers: [
          { name: "one", image: "a" },
          { name: "two", image: "a" },
        ],
      },
    }),
    get(`${pods}/a/log`),
    get(`${pods}/a/log?container=first`),
    get(`${pods}/a/log?container=two`),
    post(`${pods}/a/exec?command=ls&stdout=true`, ""),
    post(`${pods}/a/attach?stdout=true`, ""),
  ],
  "pod-streams": [
    ...unboundPod,
    get(`${pods}/a/exec?command=ls&stdout=true`),
    post(`${pods}/a/exec?command=ls&stdout=true`, ""),
    post(`${pods}/a/exec?stdout=true`, ""),
    post(`${pods}/a/exec?command=ls`, ""),
    post(`${pods}/a/exec?command=ls&stdout=true&container=zz`, ""),
    post(`${pods}/a/attach?stdout=true`, ""),
    post(`${pods}/a/attach`, ""),
    get(`${pods}/a/attach?stdout=true&container=zz`),
    post(`${pods}/a/portforward`, ""),
    get(`${pods}/a/portforward?ports=80`),
    post(`${pods}/none/exec?command=ls&stdout=true`, ""),
    { method: "DELETE", path: `${pods}/a/exec` },
    get(`${pods}/a/proxy`),
    get(`${pods}/a/proxy/path`),
    get(`${pods}/none/proxy`),
  ],
  "service-proxy": [
    post(`${core}/services`, {
      metadata: { name: "a" },
      spec: { clusterIP: "None", ports: [{ name: "web", port: 80 }], selector: { app: "a" } },
    }),
    get(`${core}/services/a/proxy`),
    get(`${core}/services/a:web/proxy/path`),
    get(`${core}/services/a:none/proxy/`),
    get(`${core}/services/none/proxy/`),
  ],
  "node-proxy": [get("/api/v1/nodes/none/proxy"), get("/api/v1/nodes/none/proxy/stats")],
  finalize: [
    post("/api/v1/namespaces", { metadata: { name: "{{namespace}}-a" } }),
    put("/api/v1/namespaces/{{namespace}}-a/finalize", {
      metadata: { name: "{{namespace}}-a" },
      spec: { finalizers: [] },
    }),
    put("/api/v1/namespaces/{{namespace}}-a/finalize", {
      metadata: { name: "{{namespace}}-a" },
      spec: { finalizers: ["kubernetes"] },
    }),
    get("/api/v1/namespaces/{{namespace}}-a/finalize"),
  ],
  "ephemeral-containers": [
    ...unboundPod,
    get(`${pods}/a/ephemeralcontainers`),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "debug", image: "b" }] },
    }),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: {
        ephemeralContainers: [{ name: "more", image: "b", targetContainerName: "main", command: ["sh"] }],
        containers: [{ name: "main", image: "other" }],
      },
    }),
    patch("merge", `${pods}/a/ephemeralcontainers`, { spec: { ephemeralContainers: [] } }),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "debug", image: "c" }] },
    }),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "main", image: "c" }] },
    }),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "NOT VALID", image: "" }] },
    }),
    patch("strategic", `${pods}/a/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "ports", image: "c", ports: [{ containerPort: 80 }] }] },
    }),
    patch("strategic", `${pods}/none/ephemeralcontainers`, {}),
    patch("strategic", `${pods}/a`, { spec: { ephemeralContainers: [{ name: "else", image: "b" }] } }),
  ],
  resize: [
    account,
    post(pods, {
      ...pod,
      spec: {
        serviceAccountName: "robot",
        containers: [{ name: "main", image: "a", resources: { requests: { cpu: "1" }, limits: { cpu: "2" } } }],
      },
    }),
    get(`${pods}/a/resize`),
    patch("strategic", `${pods}/a/resize`, {
      spec: { containers: [{ name: "main", resources: { requests: { cpu: "500m" } } }] },
    }),
    patch("strategic", `${pods}/a/resize`, {
      spec: { containers: [{ name: "main", resources: { requests: { cpu: "3" } } }] },
    }),
    patch("merge", `${pods}/a/resize`, { spec: { containers: [{ name: "main", image: "a", resources: {} }] } }),
    patch("strategic", `${pods}/none/resize`, {}),
    get(`${pods}/a`),
  ],
});
