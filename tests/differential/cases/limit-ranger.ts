/**
 * The effects of LimitRanges on Pods and claims. For the first Pod of a namespace, LimitRanges apply immediately; a real server applies later changes
 * a moment afterwards. Each request violates one resource of one LimitRange, because a real server visits them in random order.
 */
import { cases, get, patch, post, put, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { creates, varied } from "../variations.ts";

const ranges = "/api/v1/namespaces/{{namespace}}/limitranges";
const pods = "/api/v1/namespaces/{{namespace}}/pods";
const claims = "/api/v1/namespaces/{{namespace}}/persistentvolumeclaims";

function range(name: string, ...limits: readonly object[]): DifferentialRequest {
  return post(ranges, { apiVersion: "v1", kind: "LimitRange", metadata: { name }, spec: { limits } });
}

function container(name: string, requests?: object, limits?: object, more: object = {}): object {
  return {
    name,
    image: "example.com/i:1",
    resources: { ...(requests && { requests }), ...(limits && { limits }) },
    ...more,
  };
}

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers: [container("c")] } };

function of(...containers: readonly object[]): object {
  return { spec: { containers } };
}

function resources(requests?: object, limits?: object): object {
  return of(container("c", requests, limits));
}

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

function storage(requested: string): object {
  return { spec: { resources: { requests: { storage: requested } } } };
}

const sidecar = { restartPolicy: "Always" };

export const limitRangerCases: readonly DifferentialCase[] = cases("limit-ranger", {
  defaults: [
    range("a", { type: "Container", default: { cpu: "500m", memory: "128Mi" }, defaultRequest: { cpu: "250m" } }),
    post(pods, pod),
    get(`${pods}/p`),
    ...creates(pods, { ...pod, metadata: { name: "q" } }, [
      resources({ cpu: "100m" }),
      resources(undefined, { cpu: "100m" }),
      resources({ cpu: "100m", memory: "1Mi" }, { cpu: "200m", memory: "2Mi" }),
      resources({ cpu: "750m" }),
      of(container("c"), container("d", { cpu: "1m" })),
      { spec: { initContainers: [container("i"), container("s", undefined, undefined, sidecar)] } },
      { metadata: { annotations: { "kubernetes.io/limit-ranger": "mine", other: "kept" } } },
      { spec: { containers: null } },
    ]),
  ],
  "defaults-of-several": [
    range("a", { type: "Container", default: { cpu: "1" } }, { type: "Pod", max: { cpu: "4" } }),
    range("b", { type: "Container", defaultRequest: { memory: "1Mi" } }),
    post(`${pods}?dryRun=All`, varied(pod, resources({ memory: "2Mi" }))),
    post(`${pods}?dryRun=All`, varied(pod, resources({ cpu: "500m", memory: "2Mi" }))),
  ],
  "container-bounds": [
    range("a", { type: "Container", min: { cpu: "100m" }, max: { cpu: "1", memory: "1Gi" } }),
    ...creates(pods, pod, [
      resources({ cpu: "50m" }, { memory: "1Mi" }),
      resources({ cpu: "2" }, { cpu: "3", memory: "1Mi" }),
      resources({ cpu: "500m" }, { cpu: "1500m", memory: "1Mi" }),
      resources({ cpu: "0.9", memory: "1Mi" }, { cpu: "1000m", memory: "1025Mi" }),
      resources({ cpu: "0" }),
      of(container("c"), container("d", { cpu: "1m" })),
      of(container("c", { cpu: "1m" }), container("d", { cpu: "1m" })),
      of(container("c", { cpu: "1m" }), container("d", { cpu: "2m" })),
      { spec: { initContainers: [container("i", { cpu: "2m" })] } },
      { spec: { initContainers: [container("i", { cpu: "2m" }, undefined, sidecar)] } },
    ]),
  ],
  "missing-values": [
    range("a", { type: "Container", min: { "example.com/gpu": "1" } }),
    ...creates(pods, pod, [{}, resources({ "example.com/gpu": "1" }, { "example.com/gpu": "1" })]),
  ],
  ratios: [
    range("a", { type: "Container", maxLimitRequestRatio: { cpu: "2" } }),
    ...creates(pods, pod, [
      {},
      resources({ cpu: "0" }, { cpu: "1" }),
      resources({ cpu: "1" }),
      resources({ cpu: "1" }, { cpu: "2" }),
      resources({ cpu: "300m" }, { cpu: "1" }),
      resources({ cpu: "1" }, { cpu: "2001m" }),
      resources(undefined, { cpu: "2001m" }),
    ]),
  ],
  "pod-bounds": [
    range("a", { type: "Pod", min: { cpu: "1" }, max: { memory: "1Gi" } }),
    ...creates(pods, pod, [
      resources({ cpu: "1" }),
      resources({ cpu: "500m" }, { memory: "1Gi" }),
      of(container("c", { cpu: "600m" }, { memory: "1Gi" }), container("d", { cpu: "400m" })),
      of(container("c", { cpu: "1" }, { memory: "600Mi" }), container("d", undefined, { memory: "600Mi" })),
      {
        spec: {
          initContainers: [container("i", undefined, { memory: "2Gi" })],
          containers: [container("c", { cpu: "1" })],
        },
      },
      {
        spec: {
          initContainers: [
            container("s", { cpu: "600m" }, { memory: "600Mi" }, sidecar),
            container("i", { cpu: "500m" }, { memory: "600Mi" }),
          ],
          containers: [container("c", undefined, { memory: "100Mi" })],
        },
      },
      { spec: { resources: { requests: { cpu: "2" }, limits: { memory: "2Gi", cpu: "2" } } } },
      { spec: { resources: { requests: { cpu: "500m" }, limits: { memory: "1Gi", cpu: "2" } } } },
    ]),
  ],
  "pod-ratio": [
    range("a", { type: "Pod", maxLimitRequestRatio: { memory: "1500m" } }),
    ...creates(pods, pod, [
      resources({ memory: "1Gi" }, { memory: "2Gi" }),
      resources({ memory: "1Gi" }, { memory: "1536Mi" }),
      of(container("c", { memory: "1Gi" }, { memory: "2Gi" }), container("d", { memory: "1Gi" }, { memory: "1Gi" })),
    ]),
  ],
  "several-limits": [
    range("a", { type: "Container", max: { cpu: "1" } }, { type: "Pod", max: { cpu: "1500m" }, min: { cpu: "1" } }),
    ...creates(pods, pod, [
      resources({ cpu: "1" }, { cpu: "2" }),
      of(container("c", { cpu: "2" }, { cpu: "2" }), container("d", { cpu: "3" }, { cpu: "3" })),
      resources({ cpu: "100m" }),
    ]),
  ],
  claims: [
    range("a", { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "2Gi" } }),
    ...creates(claims, claim, [{}, storage("512Mi"), storage("2049Mi"), storage("2Gi"), storage("1023999999999m")]),
    post(claims, varied(claim, storage("2Gi"))),
    put(`${claims}/a?dryRun=All`, varied(claim, storage("3Gi"))),
    patch("merge", `${claims}/a`, { metadata: { labels: { a: "b" } } }),
  ],
  "updates-of-pods": [
    post(pods, varied(pod, resources({ cpu: "1" }, { cpu: "2" }))),
    range("a", { type: "Container", max: { cpu: "1" } }),
    until(
      403,
      post(`${pods}?dryRun=All`, varied(pod, { metadata: { name: "q" }, ...resources({ cpu: "2" }, { cpu: "2" }) })),
    ),
    patch("merge", `${pods}/p`, { metadata: { labels: { a: "b" } } }),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "500m" } } }] },
    }),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "500m" }, limits: { cpu: "1" } } }] },
    }),
    patch("merge", `${pods}/p/status`, { status: { phase: "Running" } }),
  ],
  "resize-sets-defaults": [
    post(pods, varied(pod, of(container("c", { cpu: "100m" }), container("d", { cpu: "100m" })))),
    range("a", { type: "Container", defaultRequest: { memory: "1Mi" }, min: { cpu: "1m" } }),
    until(403, post(`${pods}?dryRun=All`, varied(pod, { metadata: { name: "q" }, ...resources({ cpu: "0" }) }))),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
    }),
  ],
  changed: [
    range("a", { type: "Container", max: { cpu: "1" } }),
    post(`${pods}?dryRun=All`, varied(pod, resources(undefined, { cpu: "2" }))),
    patch("merge", `${ranges}/a`, { spec: { limits: [{ type: "Container", max: { cpu: "2" } }] } }),
    until(201, post(`${pods}?dryRun=All`, varied(pod, resources(undefined, { cpu: "2" })))),
    until(403, post(`${pods}?dryRun=All`, varied(pod, resources(undefined, { cpu: "3" })))),
  ],
});
