/** Writes with a version or a uid: creates, dry runs, and bindings with those of their Pod. */
import { cases, get, patch, post, put, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { apply } from "./apply-requests.ts";
import { object, served, widget, widgets } from "./custom-resource.ts";
import { deployment, deployments } from "./scale-forms.ts";

const core = "/api/v1/namespaces/{{namespace}}";
const configMaps = `${core}/configmaps`;
const roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/{{namespace}}/roles";
const pods = `${core}/pods`;

const configMap = (metadata: object): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", ...metadata },
});
const role = (metadata: object): object => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "Role",
  metadata: { name: "r", ...metadata },
});
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p" },
  spec: { containers: [{ name: "c", image: "x" }], terminationGracePeriodSeconds: 0 },
};
const binding = (metadata: object): object => ({
  apiVersion: "v1",
  kind: "Binding",
  metadata: { name: "p", ...metadata },
  target: { kind: "Node", name: "n1" },
});

/** Writes of the scale of `w` with a wrong uid, and a write without a kind. */
function scalesWithUid(collection: string): readonly DifferentialRequest[] {
  const path = `${collection}/w/scale`;
  const scale = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "w", uid: "other" },
    spec: { replicas: 3 },
  };
  return [
    put(path, scale),
    put(`${path}?dryRun=All`, scale),
    put(path, { metadata: scale.metadata, spec: scale.spec }),
    put(path, { metadata: { name: "w" }, spec: { replicas: 4 } }),
    patch("merge", path, { metadata: { uid: "other" }, spec: { replicas: 5 } }),
  ];
}

export const writePreconditionCases: readonly DifferentialCase[] = cases("write-precondition", {
  "create-with-version": [
    post(configMaps, configMap({ resourceVersion: "5" })),
    post(`${configMaps}?dryRun=All`, configMap({ resourceVersion: "5" })),
    post(`${configMaps}?dryRun=All`, configMap({ resourceVersion: "0" })),
    get(`${configMaps}/c`),
    post(configMaps, configMap({})),
    post(configMaps, configMap({ resourceVersion: "5" })),
    post(`${configMaps}?dryRun=All`, configMap({ resourceVersion: "5" })),
  ],
  "create-with-deletion": [
    post(configMaps, configMap({ deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 })),
    put(`${roles}/r`, role({ deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 })),
    get(`${roles}/r`),
  ],
  "put-creates-with-version": [
    put(`${roles}/r?dryRun=All`, role({ resourceVersion: "5" })),
    put(`${roles}/r`, role({ resourceVersion: "5" })),
    put(`${roles}/r`, role({ resourceVersion: "5" })),
    put(`${roles}/r`, role({})),
  ],
  "put-creates-with-uid": [put(`${roles}/r`, role({ uid: "5" })), put(`${roles}/r?dryRun=All`, role({ uid: "5" }))],
  "apply-creates-with-version": [
    apply(`${configMaps}/c`, "m&dryRun=All", configMap({ resourceVersion: "5" })),
    apply(`${configMaps}/c`, "m", configMap({ resourceVersion: "5" })),
    apply(`${configMaps}/c`, "m", configMap({ resourceVersion: "5" })),
    apply(`${configMaps}/d`, "m", configMap({ name: "d", uid: "5" })),
  ],
  "binding-with-uid": [
    post(pods, pod),
    post(`${pods}/p/binding?dryRun=All`, binding({ uid: "other" })),
    post(`${pods}/p/binding`, binding({ uid: "other" })),
    post(`${core}/bindings`, binding({ uid: "other" })),
    get(`${pods}/p`),
    post(`${pods}/p/binding`, binding({})),
    post(`${pods}/p/binding`, binding({ uid: "other" })),
  ],
  "scale-with-uid": [
    post(deployments, deployment),
    ...scalesWithUid(deployments),
    apply(`${deployments}/w/scale`, "m&force=true", {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "w", uid: "other" },
      spec: { replicas: 3 },
    }),
  ],
  "custom-scale-with-uid": [
    ...served(
      { replicas: { type: "integer" } },
      { status: object({}) },
      {
        subresources: { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
      },
    ),
    post(widgets, widget({ replicas: 1 })),
    ...scalesWithUid(widgets),
  ],
  "delete-with-preconditions": [
    post(configMaps, configMap({})),
    remove(`${configMaps}/c`, { preconditions: { uid: "other" } }),
    remove(`${configMaps}/c`, { preconditions: { resourceVersion: "1" }, dryRun: ["All"] }),
    patch("merge", `${configMaps}/c`, { metadata: { resourceVersion: "1" } }),
    patch("json", `${configMaps}/c`, [{ op: "test", path: "/metadata/resourceVersion", value: "1" }]),
    patch("merge", `${configMaps}/c`, { metadata: { uid: "other" } }),
    patch("merge", `${configMaps}/c`, { metadata: { resourceVersion: null }, data: { a: "b" } }),
  ],
});
