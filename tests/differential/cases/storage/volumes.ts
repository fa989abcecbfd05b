/** PersistentVolumes: the fields of their specs, their sources, and what may be changed. */
import { cases, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";

const volumes = "/api/v1/persistentvolumes";
const one = `${volumes}/{{namespace}}`;

interface Parts {
  readonly spec?: object;
  readonly annotations?: object;
}

const good = {
  accessModes: ["ReadWriteOnce"],
  capacity: { storage: "1Gi" },
  nfs: { server: "s", path: "/p" },
};
const volume = ({ spec = {}, annotations = {} }: Parts = {}): object => ({
  apiVersion: "v1",
  kind: "PersistentVolume",
  metadata: { name: "{{namespace}}", annotations },
  spec: { ...good, ...spec },
});

/** Tries to create a volume with each of these changes of a valid one. */
const tried = (...changes: readonly object[]): readonly DifferentialRequest[] =>
  changes.map((spec) => post(`${volumes}?dryRun=All`, volume({ spec })));

/** Tries to create a volume with each of these sources. */
const sources = (...each: readonly object[]): readonly DifferentialRequest[] =>
  tried(...each.map((source) => ({ nfs: undefined, ...source })));

const selector = (...requirements: readonly object[]): object => ({
  required: { nodeSelectorTerms: [{ matchExpressions: requirements }] },
});
const onNode = selector({ key: "a", operator: "In", values: ["b"] });
const secret = { name: "s", namespace: "n" };

export const volumeCases: readonly DifferentialCase[] = cases("volume", {
  spec: [
    ...tried(
      {},
      { accessModes: undefined },
      { accessModes: ["Some", "ReadWriteOnce"] },
      { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] },
      { capacity: undefined },
      { capacity: { cpu: "1" } },
      { capacity: { storage: "1", cpu: "1" } },
      { capacity: { storage: "0" } },
      { capacity: { storage: "-1Gi" } },
      { persistentVolumeReclaimPolicy: "Keep" },
      { volumeMode: "Some" },
      { storageClassName: "A!" },
      { volumeAttributesClassName: "" },
      { volumeAttributesClassName: "gold" },
      { nfs: undefined },
      { hostPath: { path: "/a" }, csi: { driver: "d", volumeHandle: "h" } },
      { nodeAffinity: {} },
      { nodeAffinity: { required: { nodeSelectorTerms: [] } } },
      { nodeAffinity: selector({ key: "a", operator: "Some" }) },
      { nodeAffinity: selector({ key: "a!", operator: "In", values: ["b"] }) },
    ),
    post(`${volumes}?dryRun=All`, { ...volume(), spec: undefined }),
  ],
  sources: sources(
    { hostPath: { path: "" } },
    { hostPath: { path: "/a/../b" } },
    { hostPath: { path: "/a", type: "Some" } },
    { hostPath: { path: "/" }, persistentVolumeReclaimPolicy: "Recycle" },
    { hostPath: { path: "//" }, persistentVolumeReclaimPolicy: "Recycle" },
    { gcePersistentDisk: { pdName: "", partition: 300 } },
    { awsElasticBlockStore: { volumeID: "", partition: -1 } },
    { glusterfs: { endpoints: "", path: "" } },
    { nfs: { server: "", path: "p" } },
    { rbd: { monitors: [], image: "" } },
    { cephfs: { monitors: [] } },
    { iscsi: { targetPortal: "", iqn: "x", lun: 256, chapAuthSession: true } },
    { iscsi: { targetPortal: "t", iqn: "iqn.2020-01.a:b", initiatorName: "x", secretRef: {} } },
    { cinder: { volumeID: "" } },
    { cinder: { volumeID: "v", secretRef: {} } },
    { storageos: { volumeName: "v", secretRef: {} } },
    { glusterfs: { endpoints: "e", path: "p", endpointsNamespace: "" } },
    { glusterfs: { endpoints: "e", path: "p", endpointsNamespace: "A!" } },
    { azureFile: { secretName: "s", shareName: "s", secretNamespace: "" } },
    { fc: { lun: 300, targetWWNs: ["a"] } },
    { azureFile: { secretName: "", shareName: "" } },
    { vsphereVolume: { volumePath: "" } },
    { azureDisk: { diskName: "", diskURI: "x", kind: "Shared" } },
    { scaleIO: { gateway: "", system: "", secretRef: secret } },
    { flexVolume: { driver: "", options: { "kubernetes.io/x": "y" } } },
    { local: { path: "/a" } },
    { local: { path: "" }, nodeAffinity: onNode },
    { local: { path: "/a/.." }, nodeAffinity: onNode },
    { local: { path: "/a" }, nodeAffinity: onNode },
  ),
  csi: sources(
    { csi: { driver: "", volumeHandle: "" } },
    { csi: { driver: "A!", volumeHandle: "h" } },
    { csi: { driver: "d", volumeHandle: "h", controllerPublishSecretRef: {} } },
    { csi: { driver: "d", volumeHandle: "h", nodePublishSecretRef: { name: "A!", namespace: "A!" } } },
    { csi: { driver: "d", volumeHandle: "h", nodeExpandSecretRef: { name: "s" } } },
    { csi: { driver: "d", volumeHandle: "h" }, volumeAttributesClassName: "A!" },
    { csi: { driver: "d", volumeHandle: "h" }, volumeAttributesClassName: "gold" },
    { csi: { driver: "d", volumeHandle: "h" }, nfs: { server: "s", path: "/p" } },
  ),
  "mount-options": [
    post(
      `${volumes}?dryRun=All`,
      volume({
        spec: { nfs: undefined, hostPath: { path: "/a" } },
        annotations: { "volume.beta.kubernetes.io/mount-options": "ro" },
      }),
    ),
    post(`${volumes}?dryRun=All`, volume({ annotations: { "volume.beta.kubernetes.io/mount-options": "ro" } })),
  ],
  changes: [
    post(
      volumes,
      volume({ spec: { nfs: undefined, csi: { driver: "d", volumeHandle: "h" }, volumeAttributesClassName: "gold" } }),
    ),
    patch("merge", one, { spec: { csi: { volumeHandle: "other" } } }),
    patch("merge", one, { spec: { csi: { controllerExpandSecretRef: secret } } }),
    patch("merge", one, { spec: { csi: { controllerExpandSecretRef: { name: "other" } } } }),
    patch("merge", one, { spec: { volumeAttributesClassName: "silver" } }),
    patch("merge", one, { spec: { volumeAttributesClassName: null } }),
    patch("merge", one, { spec: { capacity: { storage: "2Gi" }, accessModes: ["ReadOnlyMany"] } }),
    patch("merge", one, { spec: { capacity: { storage: "0" } } }),
    patch("merge", one, { spec: { volumeMode: "Block" } }),
    patch("merge", one, { spec: { csi: null, nfs: { server: "s", path: "/p" } } }),
    patch("merge", one, { spec: { claimRef: { name: "c", namespace: "n" }, persistentVolumeReclaimPolicy: "Delete" } }),
    put(`${one}/status`, { ...volume(), status: { phase: "Bound" } }),
  ],
});
