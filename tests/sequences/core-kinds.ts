/** Kinds with data, rules and addresses, for random sequences. */
import type { SequenceKind } from "./kind.ts";
import { builtin, change } from "./kind.ts";

const selector = { matchLabels: { app: "t" } };

export const coreKinds: readonly SequenceKind[] = [
  builtin({
    root: "/api/v1",
    plural: "configmaps",
    apiVersion: "v1",
    kind: "ConfigMap",
    base: { data: { a: "1" } },
    changes: [
      change("data.a", "1", "2", undefined),
      change("data.b", "1", "2", undefined),
      change("data.b", 5),
      change("data", { a: "9" }, {}, undefined),
      change("data", "x"),
      change("data.__proto__", "1", "2"),
      change("data.constructor", "1"),
      change("binaryData.c", "AA==", undefined),
      change("binaryData.c", "!"),
      change("binaryData.a", "AA=="),
      // One error at a time, because a real server iterates over a map in random order.
      change("data", { "not a key": "1" }),
      change("immutable", true, false, undefined),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "secrets",
    apiVersion: "v1",
    kind: "Secret",
    base: { data: { a: "AA==" } },
    changes: [
      change("data.a", "AA==", "AQ==", undefined),
      change("data.a", "!", ["x"], [1, 2], 5),
      change("stringData.b", "text", "", undefined),
      change("type", "Opaque", "example.com/own", "kubernetes.io/tls", "kubernetes.io/basic-auth", undefined),
      change("immutable", true, false, undefined),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "serviceaccounts",
    apiVersion: "v1",
    kind: "ServiceAccount",
    base: {},
    changes: [
      change("automountServiceAccountToken", true, false, undefined),
      change("automountServiceAccountToken", "no"),
      change("imagePullSecrets", [{ name: "a" }], [{ name: "a" }, { name: "b" }], [], undefined),
      change("secrets", [{ name: "a" }], [{ name: "b" }], []),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "services",
    apiVersion: "v1",
    kind: "Service",
    base: { spec: { clusterIP: "None", selector: { app: "t" }, ports: [{ name: "web", port: 80 }] } },
    changes: [
      change("spec.ports", [{ name: "web", port: 80 }], [{ name: "web", port: 81 }], [{ port: 0 }], []),
      change("spec.ports", [{ name: "web", port: 80, targetPort: "http" }], [{ port: 1 }, { port: 2 }]),
      change("spec.selector", { app: "u" }),
      change("spec.sessionAffinity", "ClientIP", "None", "Never"),
      change("spec.type", "ClusterIP", "Other"),
      change("spec.publishNotReadyAddresses", true, undefined),
    ],
  }),
  builtin({
    root: "/apis/coordination.k8s.io/v1",
    plural: "leases",
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    base: { spec: { holderIdentity: "me" } },
    changes: [
      change("spec.holderIdentity", "me", "you", "", undefined),
      change("spec.leaseDurationSeconds", 15, 0, undefined),
      change("spec.leaseDurationSeconds", "x"),
      change("spec.leaseTransitions", 1, -1),
      change("spec.renewTime", "2026-01-01T00:00:00.000000Z", undefined),
      change("spec.renewTime", "yesterday", 5),
    ],
  }),
  builtin({
    root: "/apis/rbac.authorization.k8s.io/v1",
    plural: "roles",
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    base: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
    changes: [
      change("rules", [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }], [], undefined),
      change("rules", [{ apiGroups: [""], resources: ["pods"], verbs: [] }], [{ verbs: ["get"] }]),
    ],
  }),
  builtin({
    root: "/apis/policy/v1",
    plural: "poddisruptionbudgets",
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    base: { spec: { minAvailable: 1, selector } },
    changes: [
      change("spec.minAvailable", 1, "50%", "x", -1, undefined),
      change("spec.maxUnavailable", 1, undefined),
      change("spec.selector", {}, { matchLabels: { app: "u" } }, undefined),
    ],
    statusChanges: [change("status.disruptionsAllowed", 1, 0), change("status.observedGeneration", 1)],
  }),
  builtin({
    root: "/apis/rbac.authorization.k8s.io/v1",
    plural: "rolebindings",
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    base: { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" } },
    changes: [
      change("subjects", [{ kind: "ServiceAccount", name: "a", namespace: "b" }], [], undefined),
      change("subjects", [{ kind: "User", name: "a" }], [{ kind: "User", name: "" }], [{ kind: "Robot", name: "r" }]),
      change("roleRef.name", "view", "edit", ""),
    ],
  }),
  builtin({
    root: "/apis/discovery.k8s.io/v1",
    plural: "endpointslices",
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    base: { addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"] }], ports: [{ name: "web", port: 80 }] },
    changes: [
      change("endpoints", [{ addresses: ["10.1.2.4"], conditions: { ready: true } }], [], [{ addresses: [] }]),
      change("endpoints", [{ addresses: ["10.1.2.3"] }, { addresses: ["10.1.2.4"], nodeName: "n" }], undefined),
      change("ports", [{ name: "web", port: 81 }], [{ port: 1 }, { port: 2 }], [{ name: "Not", port: 1 }], undefined),
      change("addressType", "IPv6", "IPv4", undefined),
    ],
  }),
  builtin({
    root: "/apis/networking.k8s.io/v1",
    plural: "networkpolicies",
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    // Without an empty list, which only this kind distinguishes from an absent one.
    base: { spec: { podSelector: {} } },
    changes: [
      change("spec.podSelector", {}, selector, undefined),
      change("spec.ingress", [{}], [{ from: [{ podSelector: selector }] }], undefined),
      change("spec.egress", [{ ports: [{ port: 80 }] }], [{ ports: [{ port: 80, endPort: 70 }] }], undefined),
      change("spec.policyTypes", ["Ingress"], ["Ingress", "Egress"], ["Both"], undefined),
    ],
  }),
];
