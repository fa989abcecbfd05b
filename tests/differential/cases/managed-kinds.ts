/** The field managers of new objects of built-in kinds, which depend on types, defaults and subresources. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { by, deployment, deployments, one } from "./apply-requests.ts";

const pods = "/api/v1/namespaces/{{namespace}}/pods";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [one] } };

function created(pathOf: string, body: object): readonly DifferentialRequest[] {
  return [post(pathOf, body)];
}

export const managedKindCases: readonly DifferentialCase[] = cases("managed-kind", {
  "of-deployments": [
    by(
      "a/1",
      post(
        deployments,
        deployment([{ ...one, ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1" } } }], {
          replicas: 2,
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } },
        }),
      ),
    ),
    by(
      "b/1",
      patch("strategic", `${deployments}/d`, {
        spec: {
          template: {
            spec: {
              containers: [
                { name: "one", image: "example.com/one:2" },
                { name: "two", image: "example.com/two:1" },
              ],
            },
          },
        },
      }),
    ),
    by("c/1", patch("merge", `${deployments}/d`, { spec: { replicas: 3 } })),
  ],
  "of-pods": [
    by("a/1", post(pods, pod)),
    by(
      "scheduler/1",
      post(`${pods}/p/binding`, {
        apiVersion: "v1",
        kind: "Binding",
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      }),
    ),
    get(`${pods}/p`),
    by(
      "kubelet/1",
      patch("strategic", `${pods}/p/status`, {
        metadata: { uid: "{{0.metadata.uid}}" },
        status: {
          phase: "Running",
          conditions: [{ type: "Ready", status: "True" }],
          containerStatuses: [
            {
              name: "one",
              image: "i",
              imageID: "i",
              ready: true,
              restartCount: 0,
              started: true,
              state: { running: {} },
            },
          ],
        },
      }),
    ),
    by("a/1", patch("merge", `${pods}/p`, { metadata: { labels: { l: "1" } } })),
    remove(`${pods}/p`),
    get(`${pods}/p`),
  ],
  "of-services": [
    ...created("/api/v1/namespaces/{{namespace}}/services", {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "s" },
      spec: {
        clusterIP: "None",
        ports: [
          { name: "a", port: 80 },
          { name: "b", port: 81, targetPort: "web" },
        ],
        selector: { app: "a" },
      },
    }),
    by(
      "b/1",
      patch("merge", "/api/v1/namespaces/{{namespace}}/services/s", { spec: { publishNotReadyAddresses: true } }),
    ),
    by(
      "c/1",
      patch("merge", "/api/v1/namespaces/{{namespace}}/services/s/status", {
        status: {
          conditions: [
            { type: "A", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "R", message: "" },
          ],
        },
      }),
    ),
  ],
  "of-namespaces": [
    post("/api/v1/namespaces", {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "{{namespace}}-x", labels: { l: "1" } },
    }),
    by(
      "b/1",
      patch("merge", "/api/v1/namespaces/{{namespace}}-x/status", {
        status: { conditions: [{ type: "A", status: "True" }] },
      }),
    ),
    by(
      "c/1",
      put("/api/v1/namespaces/{{namespace}}-x/finalize", {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "{{namespace}}-x", labels: { m: "1" } },
        spec: { finalizers: ["kubernetes", "example.com/f"] },
      }),
    ),
    remove("/api/v1/namespaces/{{namespace}}-x"),
    by(
      "c/1",
      put("/api/v1/namespaces/{{namespace}}-x/finalize", {
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name: "{{namespace}}-x" },
        spec: { finalizers: [] },
      }),
    ),
  ],
  "of-core-kinds": [
    ...created("/api/v1/namespaces/{{namespace}}/secrets", {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "a" },
      stringData: { a: "1" },
      data: { b: "Mg==" },
    }),
    ...created("/api/v1/namespaces/{{namespace}}/serviceaccounts", {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "a" },
      secrets: [{ name: "s" }],
      imagePullSecrets: [{ name: "p" }],
    }),
    ...created("/api/v1/namespaces/{{namespace}}/endpoints", {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name: "a" },
      subsets: [{ addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 80 }] }],
    }),
    ...created("/api/v1/namespaces/{{namespace}}/persistentvolumeclaims", {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "a" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }),
    ...created("/api/v1/namespaces/{{namespace}}/resourcequotas", {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "a" },
      spec: { hard: { pods: "5" } },
    }),
    ...created("/api/v1/namespaces/{{namespace}}/limitranges", {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "a" },
      spec: { limits: [{ type: "Container", default: { cpu: "1" } }] },
    }),
    ...created("/api/v1/namespaces/{{namespace}}/podtemplates", {
      apiVersion: "v1",
      kind: "PodTemplate",
      metadata: { name: "a" },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [one] } },
    }),
    ...created("/api/v1/namespaces/{{namespace}}/replicationcontrollers", {
      apiVersion: "v1",
      kind: "ReplicationController",
      metadata: { name: "a" },
      spec: { selector: { a: "b" }, template: { metadata: { labels: { a: "b" } }, spec: { containers: [one] } } },
    }),
    ...created("/api/v1/nodes", {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name: "{{namespace}}", labels: { a: "b" } },
      spec: { podCIDR: "10.1.0.0/24" },
      status: { capacity: { cpu: "1" }, conditions: [{ type: "Ready", status: "True" }] },
    }),
    by(
      "kubelet/1",
      patch("strategic", "/api/v1/nodes/{{namespace}}/status", {
        status: { allocatable: { cpu: "1" }, conditions: [{ type: "Ready", status: "False" }] },
      }),
    ),
    remove("/api/v1/nodes/{{namespace}}"),
    ...created("/api/v1/persistentvolumes", {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "{{namespace}}" },
      spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } },
    }),
    remove("/api/v1/persistentvolumes/{{namespace}}"),
  ],
  "of-events": [
    ...created("/api/v1/namespaces/{{namespace}}/events", {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "a" },
      involvedObject: { kind: "Pod", name: "p", namespace: "{{namespace}}" },
      reason: "R",
      message: "m",
      type: "Normal",
      count: 1,
      firstTimestamp: "2020-01-01T00:00:00Z",
      lastTimestamp: "2020-01-01T00:00:00Z",
      source: { component: "c" },
    }),
    ...created("/apis/events.k8s.io/v1/namespaces/{{namespace}}/events", {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "b" },
      regarding: { kind: "Pod", name: "p", namespace: "{{namespace}}" },
      reason: "R",
      action: "A",
      note: "m",
      type: "Normal",
      eventTime: "2020-01-01T00:00:00.000000Z",
      reportingController: "example.com/c",
      reportingInstance: "i",
    }),
    by(
      "b/1",
      patch("merge", "/apis/events.k8s.io/v1/namespaces/{{namespace}}/events/b", {
        series: { count: 2, lastObservedTime: "2020-01-01T00:00:00.000000Z" },
      }),
    ),
    get("/api/v1/namespaces/{{namespace}}/events/b"),
  ],
});
