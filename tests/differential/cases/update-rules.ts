/** Immutable fields of PersistentVolumes, VolumeAttachments, IPAddresses and ServiceCIDRs, and warnings about PersistentVolumes. */
import { cases, patch, post, remove } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { creates } from "../variations.ts";
import type { Variation } from "../variations.ts";

const volumes = "/api/v1/persistentvolumes";
const attachments = "/apis/storage.k8s.io/v1/volumeattachments";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
const cidrs = "/apis/networking.k8s.io/v1/servicecidrs";

const goodVolume = {
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "{{namespace}}" },
  spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/a" } },
};
const goodAttachment = {
  apiVersion: "storage.k8s.io/v1",
  kind: "VolumeAttachment",
  metadata: { name: "{{namespace}}" },
  spec: { attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "v" } },
};
const goodAddress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IPAddress",
  metadata: { name: "10.9.9.8" },
  spec: { parentRef: { group: "example.com", resource: "things", namespace: "default", name: "s" } },
};
const goodCidr = {
  apiVersion: "networking.k8s.io/v1",
  kind: "ServiceCIDR",
  metadata: { name: "{{namespace}}" },
  spec: { cidrs: ["10.78.0.0/24"] },
};

/** Node affinity with one term of this requirement. */
function affinityTo(requirement: object): object {
  return { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [requirement] }] } } };
}

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

/** Dry runs of merge patches. */
function patches(path: string, changes: readonly Variation[]): readonly DifferentialRequest[] {
  return changes.map((change) => patch("merge", `${path}?dryRun=All`, change));
}

const zone = { key: "failure-domain.beta.kubernetes.io/zone", operator: "In", values: ["a"] };
const field = { key: "metadata.name", operator: "In", values: ["n"] };

/** Dry runs of creates with these parents. */
function parents(...list: readonly (object | undefined)[]): readonly DifferentialRequest[] {
  return list.map((parentRef) =>
    post(`${addresses}?dryRun=All`, { metadata: { name: "10.9.9.7" }, spec: { parentRef } }),
  );
}

export const updateRuleCases: readonly DifferentialCase[] = cases("update-rule", {
  "volume-affinity": [
    post(volumes, { ...goodVolume, spec: { ...goodVolume.spec, ...affinityTo(zone) } }),
    ...patches(
      `${volumes}/{{namespace}}`,
      specs(
        affinityTo({ ...zone, values: ["b"] }),
        affinityTo({ ...zone, key: "topology.kubernetes.io/zone" }),
        affinityTo({ ...zone, key: "topology.kubernetes.io/region" }),
        affinityTo({ key: "a", operator: "Exists" }),
        { nodeAffinity: { required: { nodeSelectorTerms: [{ matchFields: [field] }] } } },
        { nodeAffinity: null },
        { capacity: { storage: "2Gi" } },
      ),
    ),
  ],
  "volume-affinity-set": [
    post(volumes, goodVolume),
    ...patches(`${volumes}/{{namespace}}`, specs(affinityTo(zone), { volumeMode: "Block" })),
  ],
  "volume-warnings": creates(volumes, goodVolume, [
    { metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "c" } } },
    {
      metadata: { annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } },
      spec: { hostPath: null, nfs: { server: "s", path: "/p" } },
    },
    ...specs(
      { persistentVolumeReclaimPolicy: "Recycle" },
      { hostPath: null, cephfs: { monitors: ["m"], user: "u" } },
      { hostPath: null, photonPersistentDisk: { pdID: "d" } },
      { hostPath: null, scaleIO: { gateway: "g", system: "s", volumeName: "v", secretRef: { name: "s" } } },
      { hostPath: null, storageos: { volumeName: "v", volumeNamespace: "n" } },
      { hostPath: null, glusterfs: { endpoints: "e", path: "p" } },
      { hostPath: null, rbd: { monitors: ["m"], image: "i" } },
    ),
  ]),
  attachment: [
    post(attachments, goodAttachment),
    ...patches(`${attachments}/{{namespace}}`, [
      ...specs(
        { attacher: "b.example.com" },
        { nodeName: "m" },
        { source: { persistentVolumeName: "w" } },
        { attacher: "" },
      ),
      { metadata: { labels: { a: "b" } } },
    ]),
  ],
  address: [
    post(addresses, goodAddress),
    ...patches(`${addresses}/10.9.9.8`, [
      ...specs(
        { parentRef: { name: "t" } },
        { parentRef: { group: null } },
        { parentRef: { resource: "" } },
        { parentRef: { namespace: null } },
        { parentRef: null },
      ),
      { metadata: { labels: { a: "b" } } },
    ]),
    remove(`${addresses}/10.9.9.8`),
  ],
  cidr: creates(
    cidrs,
    goodCidr,
    specs(
      { cidrs: null },
      { cidrs: [] },
      { cidrs: ["10.78.0.0/24", "fd00::/112", "10.79.0.0/24"] },
      { cidrs: ["10.78.0.0/24", "10.79.0.0/24"] },
      { cidrs: ["10.78.0.0/24", "fd00::/112"] },
      { cidrs: ["x"] },
      { cidrs: ["10.78.0.1/24"] },
      { cidrs: ["010.78.0.0/24"] },
      { cidrs: ["x", "10.78.0.0/24"] },
    ),
  ),
  "cidr-update": [
    post(cidrs, goodCidr),
    ...patches(`${cidrs}/{{namespace}}`, [
      ...specs(
        { cidrs: ["10.79.0.0/24"] },
        { cidrs: ["10.78.0.0/24", "fd00::/112"] },
        { cidrs: ["10.79.0.0/24", "fd00::/112"] },
        { cidrs: ["10.78.0.0/24", "10.79.0.0/24"] },
        { cidrs: ["10.78.0.0/24", "fd00::/112", "10.79.0.0/24"] },
        { cidrs: [] },
        { cidrs: null },
      ),
      { metadata: { labels: { a: "b" } } },
    ]),
    remove(`${cidrs}/{{namespace}}`),
  ],
  "address-parents": [
    ...parents(
      undefined,
      {},
      { resource: "services", name: "s", namespace: "default" },
      { resource: "a/b", name: "..", namespace: "%" },
      { group: "A_", resource: "things", name: "t" },
      { resource: "things", name: "T_", namespace: "N_" },
    ),
    post(`${addresses}?dryRun=All`, { metadata: { name: "10.9.9.7" } }),
    post(`${addresses}?dryRun=All`, { metadata: { name: "010.9.9.7" }, spec: {} }),
    post(`${addresses}?dryRun=All`, { metadata: { name: "2001:DB8::1" }, spec: { parentRef: {} } }),
    post(addresses, { ...goodAddress, metadata: { name: "10.9.9.6" } }),
    patch("merge", `${addresses}/10.9.9.6`, { spec: { parentRef: { name: "a/b", group: "B_" } } }),
    patch("merge", `${addresses}/10.9.9.6`, { spec: { parentRef: null } }),
    patch("merge", `${addresses}/10.9.9.6`, { metadata: { labels: { a: "b" } } }),
    remove(`${addresses}/10.9.9.6`),
  ],
  "range-updates": [
    post(`${cidrs}?dryRun=All`, { ...goodCidr, spec: {} }),
    post(`${cidrs}?dryRun=All`, { ...goodCidr, spec: { cidrs: ["10.78.0.1/24", "x"] } }),
    post(`${cidrs}?dryRun=All`, { ...goodCidr, spec: { cidrs: ["10.78.0.0/24", "10.79.0.0/24"] } }),
    post(`${cidrs}?dryRun=All`, { ...goodCidr, spec: { cidrs: ["10.78.0.0/24", "2001:db8::/64", "10.79.0.0/24"] } }),
    post(cidrs, { ...goodCidr, spec: { cidrs: ["10.79.0.0/24"] } }),
    ...patches(
      `${cidrs}/{{namespace}}`,
      specs(
        { cidrs: ["10.78.0.0/24"] },
        { cidrs: [] },
        { cidrs: null },
        { cidrs: ["10.79.0.0/24", "2001:db8:1::/64"] },
        { cidrs: ["10.79.0.0/24", "10.80.0.0/24"] },
        { cidrs: ["10.78.0.0/24", "2001:db8::1/64"] },
        { cidrs: ["10.79.0.0/24", "2001:db8::/64", "10.81.0.0/24"] },
      ),
    ),
    patch("merge", `${cidrs}/{{namespace}}`, { spec: { cidrs: ["10.79.0.0/24", "2001:db8:1::/64"] } }),
    ...patches(
      `${cidrs}/{{namespace}}`,
      specs({ cidrs: ["10.79.0.0/24"] }, { cidrs: ["10.79.0.0/24", "2001:db8:2::/64"] }),
    ),
    patch("merge", `${cidrs}/{{namespace}}/status`, { status: { conditions: [{ type: "A b" }] } }),
    remove(`${cidrs}/{{namespace}}`),
  ],
});
