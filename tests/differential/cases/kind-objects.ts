/** A minimal valid object of every stored built-in kind, and a change of its desired state, for cases about all kinds. */
import { extensionObjects } from "./extension-objects.ts";
import { clusterWide, namespaced } from "./kind-object.ts";
import type { KindObject } from "./kind-object.ts";

const labels = { app: "a" };
const podSpec = { containers: [{ name: "c", image: "nginx" }], nodeName: "n1" };
const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "nginx" }] } };
const jobSpec = { template: { spec: { ...template.spec, restartPolicy: "Never" } } };
const selector = { matchLabels: labels };
const moreReplicas = { spec: { replicas: 2 } };
const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const networking = "networking.k8s.io/v1";

export const kindObjects: readonly KindObject[] = [
  namespaced("v1", "ConfigMap", "configmaps", { data: { a: "1" } }, { change: { data: { a: "2" } } }),
  namespaced(
    "v1",
    "Endpoints",
    "endpoints",
    { subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ port: 80 }] }] },
    { change: { subsets: [{ addresses: [{ ip: "10.1.2.4" }], ports: [{ port: 80 }] }] } },
  ),
  namespaced(
    "v1",
    "Event",
    "events",
    { involvedObject: { kind: "Pod", namespace: "{{namespace}}", name: "p" }, reason: "Because", type: "Normal" },
    { change: { message: "changed", count: 2 } },
  ),
  namespaced(
    "v1",
    "LimitRange",
    "limitranges",
    { spec: { limits: [{ type: "Container", max: { cpu: "2" } }] } },
    { change: { spec: { limits: [{ type: "Container", max: { cpu: "3" } }] } } },
  ),
  clusterWide("v1", "Namespace", "namespaces", {}, { name: "{{namespace}}-a", status: { conditions: [] } }),
  clusterWide(
    "v1",
    "Node",
    "nodes",
    {},
    {
      change: { spec: { unschedulable: true } },
      status: { capacity: { cpu: "4" }, nodeInfo: { kubeletVersion: "v1.36.3" } },
    },
  ),
  namespaced(
    "v1",
    "PersistentVolumeClaim",
    "persistentvolumeclaims",
    { spec: claimSpec },
    { status: { phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } },
  ),
  clusterWide(
    "v1",
    "PersistentVolume",
    "persistentvolumes",
    { spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/a" } } },
    { change: { spec: { capacity: { storage: "2Gi" } } }, status: { phase: "Available" } },
  ),
  namespaced(
    "v1",
    "Pod",
    "pods",
    { spec: { ...podSpec, automountServiceAccountToken: false } },
    { change: { spec: { activeDeadlineSeconds: 60 } }, status: { phase: "Running" } },
  ),
  namespaced("v1", "PodTemplate", "podtemplates", { template }, { change: { template: { spec: { hostname: "h" } } } }),
  namespaced(
    "v1",
    "ReplicationController",
    "replicationcontrollers",
    { spec: { selector: labels, template } },
    { change: moreReplicas, status: { replicas: 1 } },
  ),
  namespaced(
    "v1",
    "ResourceQuota",
    "resourcequotas",
    { spec: { hard: { pods: "5", "limits.cpu": "2" } } },
    { change: { spec: { hard: { pods: "6" } } }, status: { hard: { pods: "5" }, used: { pods: "1" } } },
  ),
  namespaced("v1", "Secret", "secrets", { data: { a: "Yg==" } }, { change: { data: { a: "Yw==" } } }),
  namespaced("v1", "ServiceAccount", "serviceaccounts", {}, { change: { automountServiceAccountToken: false } }),
  namespaced(
    "v1",
    "Service",
    "services",
    { spec: { clusterIP: "None", ports: [{ port: 80 }], selector: labels } },
    { change: { spec: { publishNotReadyAddresses: true } }, status: { conditions: [] } },
  ),
  namespaced(
    "apps/v1",
    "ControllerRevision",
    "controllerrevisions",
    { data: {}, revision: 1 },
    { change: { revision: 2 } },
  ),
  namespaced(
    "apps/v1",
    "DaemonSet",
    "daemonsets",
    { spec: { selector, template } },
    { change: { spec: { minReadySeconds: 3 } }, status: { currentNumberScheduled: 1 } },
  ),
  ...(["Deployment", "ReplicaSet", "StatefulSet"] as const).map((kind) =>
    namespaced(
      "apps/v1",
      kind,
      `${kind.toLowerCase()}s`,
      { spec: { selector, template } },
      { change: moreReplicas, status: { replicas: 1 } },
    ),
  ),
  namespaced(
    "events.k8s.io/v1",
    "Event",
    "events",
    {
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "example.com/c",
      reportingInstance: "c-1",
      action: "Do",
      reason: "Because",
      type: "Normal",
      regarding: { kind: "Pod", namespace: "{{namespace}}", name: "p" },
    },
    { change: { note: "changed" } },
  ),
  namespaced(
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    "horizontalpodautoscalers",
    { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" } } },
    { change: { spec: { maxReplicas: 4 } }, status: { currentReplicas: 1, desiredReplicas: 1 } },
  ),
  namespaced(
    "autoscaling/v1",
    "HorizontalPodAutoscaler",
    "horizontalpodautoscalers",
    {
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        targetCPUUtilizationPercentage: 50,
      },
    },
    { change: { spec: { maxReplicas: 4 } }, status: { currentReplicas: 1, desiredReplicas: 1 } },
  ),
  namespaced(
    "batch/v1",
    "CronJob",
    "cronjobs",
    { spec: { schedule: "* * * * *", jobTemplate: { spec: jobSpec } } },
    { change: { spec: { suspend: true } }, status: { lastScheduleTime: "2026-01-01T00:00:00Z" } },
  ),
  namespaced(
    "batch/v1",
    "Job",
    "jobs",
    { spec: jobSpec },
    { change: { spec: { parallelism: 2 } }, status: { active: 1 } },
  ),
  clusterWide(
    "networking.k8s.io/v1",
    "IngressClass",
    "ingressclasses",
    { spec: { controller: "example.com/c" } },
    { change: { spec: { parameters: { kind: "K", name: "p" } } } },
  ),
  namespaced(
    networking,
    "Ingress",
    "ingresses",
    { spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } } },
    {
      change: { spec: { defaultBackend: { service: { name: "t" } } } },
      status: { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } },
    },
  ),
  clusterWide(
    networking,
    "IPAddress",
    "ipaddresses",
    { spec: { parentRef: { resource: "services", namespace: "default", name: "s" } } },
    { name: "10.9.9.9" },
  ),
  namespaced(
    networking,
    "NetworkPolicy",
    "networkpolicies",
    { spec: { podSelector: selector } },
    { change: { spec: { policyTypes: ["Egress"] } } },
  ),
  clusterWide(
    networking,
    "ServiceCIDR",
    "servicecidrs",
    { spec: { cidrs: ["10.77.0.0/24"] } },
    { status: { conditions: [] } },
  ),
  namespaced(
    "policy/v1",
    "PodDisruptionBudget",
    "poddisruptionbudgets",
    { spec: { minAvailable: 1, selector } },
    { change: { spec: { minAvailable: 2 } }, status: { currentHealthy: 1 } },
  ),
  ...extensionObjects,
];
