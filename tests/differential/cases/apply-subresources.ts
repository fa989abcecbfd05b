/** Apply to `/status`, `/scale` and other subresources. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { apply, by, deployment, deployments, one } from "./apply-requests.ts";

const path = `${deployments}/d`;
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const head = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d" } };
const scale = (replicas: number, metadata: object = {}): object => ({
  apiVersion: "autoscaling/v1",
  kind: "Scale",
  metadata: { name: "d", ...metadata },
  spec: { replicas },
});
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [one] } };

export const applySubresourceCases: readonly DifferentialCase[] = cases("apply-sub", {
  "status-sent-to-the-object": [
    apply(path, "m1", { ...deployment([one]), status: { replicas: 3 } }),
    put(path, { ...deployment([one], { replicas: 2 }), status: { replicas: 4 } }),
  ],
  "spec-sent-to-the-status": [
    post(deployments, deployment([one])),
    apply(`${path}/status`, "m1", {
      ...head,
      metadata: { name: "d", labels: { l: "1" }, annotations: { n: "1" } },
      spec: { replicas: 9 },
      status: { replicas: 3 },
    }),
    by(
      "m2/1",
      put(`${path}/status`, { ...deployment([one], { replicas: 7 }), status: { replicas: 4, observedGeneration: 1 } }),
    ),
  ],
  "status-of-nothing": [
    apply(`${path}/status`, "m1", { ...head, status: { replicas: 3 } }),
    apply(`${path}/scale`, "m1", scale(2)),
    apply("/api/v1/namespaces/{{namespace}}/configmaps/a/status", "m1", { apiVersion: "v1", kind: "ConfigMap" }),
  ],
  "conditions-of-a-pod": [
    post(pods, pod),
    apply(`${pods}/p/status`, "kubelet", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    }),
    apply(`${pods}/p/status`, "other", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      status: { conditions: [{ type: "example.com/Gate", status: "True" }] },
    }),
    apply(`${pods}/p/status`, "other", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "p" },
      status: { conditions: [{ type: "Ready", status: "False" }] },
    }),
  ],
  "scale-applied": [
    post(deployments, deployment([one])),
    apply(`${path}/scale`, "m1", scale(3)),
    get(path),
    apply(`${path}/scale`, "m1", scale(3)),
    apply(`${path}/scale`, "m2", scale(4)),
    apply(`${path}/scale`, "m2&force=true", scale(4)),
    get(path),
  ],
  "scale-against-the-parent": [
    apply(path, "m1", deployment([one], { replicas: 2 })),
    apply(`${path}/scale`, "m2", scale(4)),
    apply(`${path}/scale`, "m2&force=true", scale(4)),
    get(path),
    apply(path, "m1", deployment([one], { replicas: 2 })),
    apply(path, "m1", deployment([one])),
    get(path),
  ],
  "scale-shared-with-the-parent": [
    apply(path, "m1", deployment([one], { replicas: 2 })),
    apply(`${path}/scale`, "m2", scale(2)),
    get(path),
    apply(path, "m1", deployment([one])),
  ],
  "scale-updated": [
    post(deployments, deployment([one], { replicas: 2 })),
    by("scaler/1", put(`${path}/scale`, scale(3))),
    get(path),
    by("scaler/1", patch("merge", `${path}/scale`, { spec: { replicas: 4 } })),
    by("other/1", patch("merge", `${path}/scale`, { spec: { replicas: 4 } })),
    get(path),
    put(path, deployment([one], { replicas: 5 })),
  ],
  "scale-wrong": [
    post(deployments, deployment([one])),
    apply(`${path}/scale`, "m1", scale(-1)),
    apply(`${path}/scale`, "m1", { ...scale(1), bogus: 1 }),
    apply(`${path}/scale`, "m1", deployment([one])),
    apply(`${path}/scale`, "m1", scale(2, { resourceVersion: "1" })),
    apply(`${path}/scale`, "", scale(2)),
    apply(`${path}/scale`, "m1", scale(2, { name: "e" })),
  ],
});
