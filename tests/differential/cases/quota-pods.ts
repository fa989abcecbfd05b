/** The effects of quotas on Pods: requests and limits, scopes, and updates that change the usage. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, varied } from "../variations.ts";
import type { Variation } from "../variations.ts";
import { enforced, named, pod, pods, quotas, resources } from "./quota-parts.ts";

function affinity(kind: string, term: object): Variation {
  const required = [{ topologyKey: "kubernetes.io/hostname", ...term }];
  return { spec: { affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: required } } } };
}

const busy = resources({ cpu: "1" });

export const quotaPodCases: readonly DifferentialCase[] = cases("quota-pod", {
  requests: [
    ...enforced({
      hard: {
        pods: "3",
        "requests.cpu": "1",
        memory: "1Gi",
        "limits.cpu": "3",
        "requests.ephemeral-storage": "1Gi",
      },
    }),
    post(pods, varied(pod, resources({ cpu: "250m", memory: "256Mi" }, { cpu: "1" }))),
    get(`${quotas}/a`),
    ...creates(pods, pod, [
      named("q", resources({ cpu: "751m", memory: "1Mi" }, { cpu: "1" })),
      named("q", resources({ cpu: "750m", memory: "769Mi" }, { cpu: "1" })),
      named("q", resources({ cpu: "1500m", memory: "2Gi" }, { cpu: "2500m" })),
      named("q", resources({ cpu: "1m", memory: "1", "ephemeral-storage": "2Gi" }, { cpu: "1" })),
      named("q", resources({ cpu: "1m" }, { cpu: "1" })),
      named("q", resources({}, { memory: "1Mi" })),
      named("q", resources({})),
    ]),
    post(pods, {
      ...pod,
      metadata: { name: "q" },
      spec: {
        containers: [
          { name: "d", image: "i", resources: { requests: { cpu: "1m" } } },
          { name: "c", image: "i" },
        ],
        initContainers: [{ name: "e", image: "i", resources: { limits: { cpu: "1m" } } }],
      },
    }),
    post(pods, {
      ...pod,
      metadata: { name: "q" },
      spec: {
        containers: [
          { name: "c", image: "i", resources: { requests: { cpu: "1m", memory: "1Ki" }, limits: { cpu: "1m" } } },
        ],
        initContainers: [
          {
            name: "s",
            image: "i",
            restartPolicy: "Always",
            resources: { requests: { cpu: "10m", memory: "512" }, limits: { cpu: "10m" } },
          },
          { name: "i", image: "i", resources: { requests: { cpu: "100m", memory: "1Ki" }, limits: { cpu: "100m" } } },
        ],
      },
    }),
    get(`${quotas}/a`),
    post(pods, {
      ...pod,
      metadata: { name: "r" },
      spec: {
        resources: { requests: { cpu: "200m", memory: "1Mi" }, limits: { cpu: "200m" } },
        containers: [{ name: "c", image: "i" }],
      },
    }),
    get(`${quotas}/a`),
    post(`${pods}?dryRun=All`, varied(pod, named("s", resources({ cpu: "1m", memory: "1Mi" }, { cpu: "1m" })))),
  ],
  "extended-resources": [
    ...enforced({
      hard: {
        "requests.example.com/gpu": "1",
        "hugepages-2Mi": "4Mi",
        "requests.hugepages-1Gi": "0",
        "count/pods": "10",
      },
    }),
    ...creates(pods, pod, [
      resources({}, { "example.com/gpu": "2" }),
      resources({ cpu: "1" }, { "hugepages-2Mi": "6Mi" }),
      resources({ cpu: "1" }, { "hugepages-1Gi": "1Gi" }),
    ]),
    post(pods, varied(pod, resources({ cpu: "1" }, { "example.com/gpu": "1", "hugepages-2Mi": "2Mi" }))),
    get(`${quotas}/a`),
  ],
  "quality-scopes": [
    ...enforced(
      { hard: { pods: "0" }, scopes: ["BestEffort"] },
      { hard: { pods: "1", "requests.cpu": "1" }, scopes: ["NotBestEffort"] },
    ),
    post(pods, pod),
    post(pods, varied(pod, resources({ memory: "1Mi" }))),
    post(pods, varied(pod, busy)),
    post(pods, varied(pod, named("q", busy))),
    get(`${quotas}/b`),
  ],
  "deadline-scopes": [
    ...enforced({ hard: { pods: "1" }, scopes: ["Terminating"] }, { hard: { pods: "2" }, scopes: ["NotTerminating"] }),
    post(pods, pod),
    get(`${quotas}/b`),
    patch("merge", `${pods}/p`, { spec: { activeDeadlineSeconds: 60 } }),
    get(`${quotas}/a`),
    get(`${quotas}/b`),
    patch("merge", `${pods}/p`, { spec: { activeDeadlineSeconds: 50 } }),
    post(pods, varied(pod, { metadata: { name: "q" }, spec: { activeDeadlineSeconds: 5 } })),
    get(`${quotas}/a`),
  ],
  "priority-scopes": [
    ...enforced(
      {
        hard: { pods: "0" },
        scopeSelector: {
          matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["system-node-critical"] }],
        },
      },
      {
        hard: { pods: "1" },
        scopeSelector: {
          matchExpressions: [{ scopeName: "PriorityClass", operator: "NotIn", values: ["system-node-critical"] }],
        },
      },
      {
        hard: { pods: "5" },
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "DoesNotExist" }] },
      },
    ),
    post(pods, varied(pod, { spec: { priorityClassName: "system-node-critical" } })),
    post(pods, varied(pod, { spec: { priorityClassName: "system-cluster-critical" } })),
    post(pods, varied(pod, named("q"))),
    get(`${quotas}/b`),
    get(`${quotas}/c`),
  ],
  "affinity-scopes": [
    ...enforced({ hard: { pods: "0" }, scopes: ["CrossNamespacePodAffinity"] }),
    ...creates(pods, pod, [
      affinity("podAffinity", { labelSelector: {} }),
      affinity("podAffinity", { labelSelector: {}, namespaces: ["other"] }),
      affinity("podAntiAffinity", { labelSelector: {}, namespaceSelector: {} }),
    ]),
  ],
  resize: [
    ...enforced({ hard: { "requests.cpu": "2", "limits.cpu": "2" } }),
    post(pods, varied(pod, resources({ cpu: "1" }, { cpu: "1500m" }))),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "1400m" } } }] },
    }),
    get(`${quotas}/a`),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { limits: { cpu: "3" } } }] },
    }),
    patch("strategic", `${pods}/p/resize`, {
      spec: { containers: [{ name: "c", resources: { requests: { cpu: "100m" } } }] },
    }),
    get(`${quotas}/a`),
    patch("merge", `${pods}/p`, { metadata: { labels: { a: "b" } } }),
  ],
});
