/** Workloads and related kinds, sent in protobuf. */
import { cases, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { metadata, podSpec, selector, template, written } from "./protobuf-written.ts";

export const protobufWorkloadCases: readonly DifferentialCase[] = cases("protobuf-kind", {
  "pod-in-json": [
    post("/api/v1/namespaces/{{namespace}}/pods", { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec }),
  ],
  deployment: written("/apis/apps/v1/namespaces/{{namespace}}/deployments", {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { replicas: 0, selector, template, strategy: { rollingUpdate: { maxSurge: "30%", maxUnavailable: 0 } } },
  }),
  "replica-set": written("/apis/apps/v1/namespaces/{{namespace}}/replicasets", {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata,
    spec: { selector, template },
  }),
  "stateful-set": written("/apis/apps/v1/namespaces/{{namespace}}/statefulsets", {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata,
    spec: {
      serviceName: "a",
      selector,
      template,
      ordinals: { start: 0 },
      volumeClaimTemplates: [
        {
          metadata: { name: "c" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  "controller-revision": written("/apis/apps/v1/namespaces/{{namespace}}/controllerrevisions", {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata,
    revision: 3,
    data: { any: [1, { thing: null }] },
  }),
  job: written("/apis/batch/v1/namespaces/{{namespace}}/jobs", {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata,
    spec: {
      parallelism: 2,
      completions: 2,
      completionMode: "Indexed",
      backoffLimit: 0,
      manualSelector: true,
      selector,
      template: { ...template, spec: { ...podSpec, restartPolicy: "Never" } },
    },
  }),
  "cron-job": written("/apis/batch/v1/namespaces/{{namespace}}/cronjobs", {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata,
    spec: {
      schedule: "*/5 * * * *",
      suspend: true,
      jobTemplate: {
        spec: { template: { spec: { containers: [{ name: "a", image: "b" }], restartPolicy: "Never" } } },
      },
    },
  }),
  "disruption-budget": written("/apis/policy/v1/namespaces/{{namespace}}/poddisruptionbudgets", {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata,
    spec: { minAvailable: "50%", selector },
  }),
  role: written("/apis/rbac.authorization.k8s.io/v1/namespaces/{{namespace}}/roles", {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata,
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
  }),
  "role-binding": written("/apis/rbac.authorization.k8s.io/v1/namespaces/{{namespace}}/rolebindings", {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    subjects: [{ kind: "ServiceAccount", name: "s", namespace: "{{namespace}}" }],
  }),
  "network-policy": written("/apis/networking.k8s.io/v1/namespaces/{{namespace}}/networkpolicies", {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata,
    spec: { podSelector: {}, ingress: [{}, { ports: [{ port: "http" }, { port: 80, endPort: 90 }] }] },
  }),
  ingress: written("/apis/networking.k8s.io/v1/namespaces/{{namespace}}/ingresses", {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata,
    spec: {
      rules: [
        {
          host: "a.example.com",
          http: {
            paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "a", port: { number: 80 } } } }],
          },
        },
      ],
    },
  }),
  "endpoint-slice": written("/apis/discovery.k8s.io/v1/namespaces/{{namespace}}/endpointslices", {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata,
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: false } }],
    ports: [{ name: "", port: 80 }],
  }),
  autoscaler: written("/apis/autoscaling/v2/namespaces/{{namespace}}/horizontalpodautoscalers", {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
      maxReplicas: 3,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
      ],
    },
  }),
});
