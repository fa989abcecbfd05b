/** The smallest good object of every built-in kind that is stored, and a change of what it wants: data for cases that hold for them all. */

export interface KindObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** All but apiVersion, kind and metadata. */
  readonly fields: object;
  /** A merge patch that changes the desired state, where there is one that is allowed. */
  readonly change?: object;
  /** A merge patch of the status, for kinds that have one. */
  readonly status?: object;
  /** For kinds whose names are not free. */
  readonly name?: string;
}

type Rest = Pick<KindObject, "change" | "status" | "name">;

function namespaced(apiVersion: string, kind: string, plural: string, fields: object, rest: Rest = {}): KindObject {
  return { apiVersion, kind, plural, namespaced: true, fields, ...rest };
}

function clusterWide(apiVersion: string, kind: string, plural: string, fields: object, rest: Rest = {}): KindObject {
  return { apiVersion, kind, plural, namespaced: false, fields, ...rest };
}

const labels = { app: "a" };
const podSpec = { containers: [{ name: "c", image: "nginx" }], nodeName: "n1" };
const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "nginx" }] } };
const jobSpec = { template: { spec: { ...template.spec, restartPolicy: "Never" } } };
const selector = { matchLabels: labels };
const moreReplicas = { spec: { replicas: 2 } };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const moreRules = { rules: [...rules, { apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] };
const subject = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" };
const account = { kind: "ServiceAccount", name: "sa", namespace: "default" };
const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const webhook = {
  name: "a.example.com",
  clientConfig: { url: "https://example.com" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  rules: [{ operations: ["CREATE"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["things"] }],
};

const rbac = "rbac.authorization.k8s.io/v1";
const storage = "storage.k8s.io/v1";
const networking = "networking.k8s.io/v1";
const resource = "resource.k8s.io/v1";
const flowControl = "flowcontrol.apiserver.k8s.io/v1";

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
  clusterWide(rbac, "ClusterRole", "clusterroles", { rules }, { change: moreRules }),
  clusterWide(
    rbac,
    "ClusterRoleBinding",
    "clusterrolebindings",
    { subjects: [subject, account], roleRef: { kind: "ClusterRole", name: "view" } },
    { change: { subjects: [account] } },
  ),
  namespaced(rbac, "Role", "roles", { rules }, { change: moreRules }),
  namespaced(
    rbac,
    "RoleBinding",
    "rolebindings",
    { subjects: [subject, account], roleRef: { kind: "Role", name: "r" } },
    { change: { subjects: [account] } },
  ),
  clusterWide(storage, "CSIDriver", "csidrivers", { spec: {} }, { change: { spec: { podInfoOnMount: true } } }),
  clusterWide(
    storage,
    "CSINode",
    "csinodes",
    { spec: { drivers: [] } },
    { change: { spec: { drivers: [{ name: "d.example.com", nodeID: "n", topologyKeys: [] }] } } },
  ),
  namespaced(
    storage,
    "CSIStorageCapacity",
    "csistoragecapacities",
    { storageClassName: "standard", capacity: "1Gi" },
    { change: { capacity: "2Gi" } },
  ),
  clusterWide(
    storage,
    "StorageClass",
    "storageclasses",
    { provisioner: "example.com/p" },
    { change: { allowVolumeExpansion: true } },
  ),
  clusterWide(
    storage,
    "VolumeAttachment",
    "volumeattachments",
    { spec: { attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "v" } } },
    { status: { attached: true } },
  ),
  clusterWide(storage, "VolumeAttributesClass", "volumeattributesclasses", {
    driverName: "d.example.com",
    parameters: { a: "b" },
  }),
  ...["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"].map((kind) =>
    clusterWide(
      "admissionregistration.k8s.io/v1",
      kind,
      `${kind.toLowerCase()}s`,
      { webhooks: [webhook] },
      { change: { webhooks: [{ ...webhook, timeoutSeconds: 5 }] } },
    ),
  ),
  clusterWide(
    "scheduling.k8s.io/v1",
    "PriorityClass",
    "priorityclasses",
    { value: 7 },
    { change: { description: "seven" } },
  ),
  namespaced(
    "coordination.k8s.io/v1",
    "Lease",
    "leases",
    { spec: { holderIdentity: "me", leaseDurationSeconds: 15 } },
    { change: { spec: { holderIdentity: "you" } } },
  ),
  clusterWide(
    "node.k8s.io/v1",
    "RuntimeClass",
    "runtimeclasses",
    { handler: "runc" },
    { change: { overhead: { podFixed: { cpu: "1" } } } },
  ),
  namespaced(
    "discovery.k8s.io/v1",
    "EndpointSlice",
    "endpointslices",
    { addressType: "IPv4", endpoints: [{ addresses: ["10.1.2.3"] }], ports: [{ name: "http", port: 80 }] },
    { change: { endpoints: [] } },
  ),
  clusterWide(resource, "DeviceClass", "deviceclasses", { spec: {} }, { change: { spec: { selectors: [] } } }),
  namespaced(resource, "ResourceClaim", "resourceclaims", { spec: {} }, { status: {} }),
  namespaced(resource, "ResourceClaimTemplate", "resourceclaimtemplates", { spec: { spec: {} } }),
  clusterWide(
    resource,
    "ResourceSlice",
    "resourceslices",
    {
      spec: {
        driver: "d.example.com",
        nodeName: "n",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      },
    },
    { change: { spec: { devices: [{ name: "d0" }] } } },
  ),
  clusterWide(
    flowControl,
    "FlowSchema",
    "flowschemas",
    { spec: { priorityLevelConfiguration: { name: "global-default" }, matchingPrecedence: 500 } },
    { change: { spec: { matchingPrecedence: 501 } }, status: { conditions: [] } },
  ),
  clusterWide(
    flowControl,
    "PriorityLevelConfiguration",
    "prioritylevelconfigurations",
    { spec: { type: "Limited", limited: { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } } } },
    { change: { spec: { limited: { nominalConcurrencyShares: 2 } } }, status: { conditions: [] } },
  ),
];
