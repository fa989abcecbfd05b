/** A minimal valid object of every kind that grants permissions or extends the cluster: storage, devices, admission, flow control. */
import { clusterWide, namespaced } from "./kind-object.ts";
import type { KindObject } from "./kind-object.ts";

const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const moreRules = { rules: [...rules, { apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] };
const subject = { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" };
const account = { kind: "ServiceAccount", name: "sa", namespace: "default" };
const webhook = {
  name: "a.example.com",
  clientConfig: { url: "https://example.com" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  rules: [{ operations: ["CREATE"], apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["things"] }],
};

const rbac = "rbac.authorization.k8s.io/v1";
const storage = "storage.k8s.io/v1";
const resource = "resource.k8s.io/v1";
const flowControl = "flowcontrol.apiserver.k8s.io/v1";

export const extensionObjects: readonly KindObject[] = [
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
