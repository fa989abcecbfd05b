/**
 * Objects of built-in kinds in protobuf, as Go clients send them: created, read, and some of them replaced, with every field type of the
 * format. Workloads are in `protobuf-workloads.ts`.
 */
import { cases, inProtobuf, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { metadata, named, podSpec, tried, written } from "./protobuf-written.ts";

const core = "/api/v1/namespaces/{{namespace}}";

export const protobufKindCases: readonly DifferentialCase[] = cases("protobuf-kind", {
  "config-map": written(`${core}/configmaps`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { b: "", a: "1", z: "2" },
    binaryData: { bytes: "AP8Q", none: "" },
    immutable: false,
  }),
  secret: written(`${core}/secrets`, {
    apiVersion: "v1",
    kind: "Secret",
    metadata,
    data: { a: "AP8=", b: "" },
    stringData: { c: "text", a: "wins" },
  }),
  pod: written(`${core}/pods`, { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec }),
  service: written(`${core}/services`, {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: {
      type: "ClusterIP",
      clusterIP: "None",
      selector: { app: "a" },
      ports: [
        { name: "http", port: 80, targetPort: "http" },
        { name: "zero", port: 81 },
        { name: "number", port: 82, targetPort: 8082 },
      ],
    },
  }),
  endpoints: written(`${core}/endpoints`, {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata,
    subsets: [{ addresses: [{ ip: "10.1.2.3", hostname: "h" }], ports: [{ port: 80 }] }],
  }),
  "service-account": written(`${core}/serviceaccounts`, {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata,
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: "s" }],
  }),
  claim: written(`${core}/persistentvolumeclaims`, {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata,
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1.5Gi" } }, storageClassName: "" },
  }),
  event: written(`${core}/events`, {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "a" },
    reason: "Testing",
    message: "m",
    type: "Normal",
    count: 2,
    firstTimestamp: "2026-01-02T03:04:05Z",
    lastTimestamp: "2026-01-02T03:04:06Z",
    source: { component: "c" },
    involvedObject: { kind: "Pod", namespace: "{{namespace}}", name: "p" },
  }),
  "event-of-events": written("/apis/events.k8s.io/v1/namespaces/{{namespace}}/events", {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: "a" },
    reason: "Testing",
    type: "Normal",
    eventTime: "2026-01-02T03:04:05.000006Z",
    reportingController: "example.com/c",
    reportingInstance: "c-1",
    action: "Test",
    regarding: { kind: "Pod", namespace: "{{namespace}}", name: "p" },
    series: { count: 2, lastObservedTime: "2026-01-02T03:04:05.600000Z" },
  }),
  lease: written("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases", {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata,
    spec: {
      holderIdentity: "me",
      leaseDurationSeconds: 15,
      leaseTransitions: 0,
      acquireTime: "2026-01-02T03:04:05.000000Z",
      renewTime: "2026-01-02T03:04:05.123456Z",
    },
  }),
  namespace: named("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace" }),
  node: tried("/api/v1/nodes", {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "{{namespace}}" },
    spec: { taints: [{ key: "a", effect: "NoSchedule", timeAdded: "2026-01-02T03:04:05Z" }] },
    status: { capacity: { cpu: "2", memory: "4Gi" }, conditions: [{ type: "Ready", status: "True" }] },
  }),
  "cluster-role": tried("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name: "{{namespace}}" },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
  }),
  "storage-class": named("/apis/storage.k8s.io/v1/storageclasses", {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    provisioner: "example.com/p",
    parameters: { a: "b" },
  }),
  "priority-class": named("/apis/scheduling.k8s.io/v1/priorityclasses", {
    apiVersion: "scheduling.k8s.io/v1",
    kind: "PriorityClass",
    value: -5,
    description: "low",
  }),
  "webhook-configuration": tried("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "{{namespace}}" },
    webhooks: [
      {
        name: "a.example.com",
        clientConfig: { url: "https://example.com/a", caBundle: "" },
        rules: [{ operations: ["CREATE"], apiGroups: ["none.example.com"], apiVersions: ["v1"], resources: ["nones"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        timeoutSeconds: 3,
      },
    ],
  }),
  definition: tried("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "vats.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "vats", kind: "Vat" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: {
                  type: "object",
                  required: ["size"],
                  default: { size: 1 },
                  "x-kubernetes-preserve-unknown-fields": true,
                  properties: {
                    size: { type: "integer", minimum: 0, maximum: 9.5, default: 0, enum: [0, 1, 2] },
                    names: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", minItems: 0 },
                    map: { type: "object", additionalProperties: { type: "boolean" } },
                    port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
                  },
                },
              },
            },
          },
        },
      ],
    },
  }),
  replaced: [
    inProtobuf(post(`${core}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } })),
    inProtobuf(put(`${core}/configmaps/a`, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "2" } })),
    inProtobuf(put(`${core}/configmaps/a`, { apiVersion: "v1", kind: "ConfigMap", metadata })),
  ],
});
