/** Volumes of every source. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { container, trySpecs, tryVolumes } from "./requests.ts";

const longName = "n".repeat(64);
const iqn = "iqn.2001-04.com.example:storage.kube.sys1.xyz";

export const podVolumeCases: readonly DifferentialCase[] = cases("pod-volumes", {
  names: [
    ...tryVolumes({ name: "", emptyDir: {} }, { name: "Not_A_Name", emptyDir: {} }, { name: longName, emptyDir: {} }),
    ...trySpecs({
      volumes: [
        { name: "v", emptyDir: {} },
        { name: "v", emptyDir: {} },
      ],
    }),
  ],
  types: [
    ...tryVolumes(
      { emptyDir: {}, hostPath: { path: "/" }, secret: { secretName: "s" }, nfs: { server: "s", path: "/" } },
      { hostPath: { path: "" }, gitRepo: { repository: "" } },
      { nfs: {}, gcePersistentDisk: {}, awsElasticBlockStore: {}, iscsi: {}, glusterfs: {}, flocker: {} },
      { persistentVolumeClaim: {}, rbd: {}, cinder: {}, cephfs: {}, quobyte: {}, downwardAPI: {}, fc: {} },
      { flexVolume: {}, configMap: {}, azureFile: {}, vsphereVolume: {}, photonPersistentDisk: {}, portworxVolume: {} },
      { azureDisk: {}, storageos: {}, projected: {}, scaleIO: {}, csi: {}, ephemeral: {}, image: {} },
      { emptyDir: {}, gcePersistentDisk: { pdName: "a" }, secret: {}, persistentVolumeClaim: {} },
    ),
  ],
  "empty-dir": tryVolumes({ emptyDir: { sizeLimit: "-1" } }, { emptyDir: { sizeLimit: "1Gi", medium: "Memory" } }),
  "host-path": tryVolumes(
    { hostPath: { path: "" } },
    { hostPath: { path: "/a/../b", type: "Floppy" } },
    { hostPath: { path: "/a", type: "Socket" } },
  ),
  "git-repo": tryVolumes({ gitRepo: {} }, { gitRepo: { repository: "r", directory: "/a/../b" } }),
  disks: tryVolumes(
    { gcePersistentDisk: {} },
    { gcePersistentDisk: { pdName: "d", partition: 256 } },
    { gcePersistentDisk: { pdName: "d", partition: -1 } },
    { awsElasticBlockStore: {} },
    { awsElasticBlockStore: { volumeID: "d", partition: 256 } },
    { vsphereVolume: {} },
    { photonPersistentDisk: {} },
    { portworxVolume: {} },
  ),
  secret: tryVolumes(
    { secret: {} },
    { secret: { secretName: "s", defaultMode: 512, items: [{}, { key: "k", path: "/p", mode: -1 }] } },
    { secret: { secretName: "s", items: [{ key: "k", path: "../p" }] } },
    { secret: { secretName: "s", items: [{ key: "k", path: "..p", mode: 512 }] } },
  ),
  "config-map": tryVolumes(
    { configMap: {} },
    { configMap: { name: "c", defaultMode: -1, items: [{}, { key: "k", path: "a/../b", mode: 1000 }] } },
  ),
  claim: [
    ...tryVolumes({ persistentVolumeClaim: {} }),
    ...trySpecs({
      volumes: [
        { name: "v", persistentVolumeClaim: { claimName: "p-e" } },
        {
          name: "e",
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
            },
          },
        },
      ],
    }),
  ],
  nfs: tryVolumes({ nfs: {} }, { nfs: { server: "s", path: "relative" } }),
  iscsi: tryVolumes(
    { iscsi: { lun: 0 } },
    { iscsi: { targetPortal: "t", iqn: "abc", lun: 256 } },
    { iscsi: { targetPortal: "t", iqn: "iqn.x", lun: -1 } },
    { iscsi: { targetPortal: "t", iqn: "eui.x", lun: 0 } },
    { iscsi: { targetPortal: "t", iqn: "naa.x", lun: 0, chapAuthDiscovery: true } },
    { iscsi: { targetPortal: "t", iqn, lun: 0, initiatorName: "abc" } },
    { iscsi: { targetPortal: "t", iqn, lun: 0, initiatorName: "iqn.x", chapAuthSession: true } },
    { iscsi: { targetPortal: "t", iqn, lun: 0, initiatorName: "eui.x" } },
    { iscsi: { targetPortal: "t", iqn, lun: 0, initiatorName: "naa.x" } },
    { iscsi: { targetPortal: "t".repeat(64), iqn, lun: 0, initiatorName: iqn } },
  ),
  "network-file-systems": tryVolumes(
    { glusterfs: {} },
    { cephfs: {} },
    { rbd: {} },
    { cinder: {} },
    { cinder: { volumeID: "c", secretRef: {} } },
    { azureFile: {} },
    { scaleIO: {} },
  ),
  "storage-os": tryVolumes({ storageos: {} }, { storageos: { volumeName: "A", volumeNamespace: "B", secretRef: {} } }),
  quobyte: tryVolumes(
    { quobyte: {} },
    { quobyte: { registry: "a:1", volume: "v", tenant: "t".repeat(65) } },
    { quobyte: { registry: "a:1,b", volume: "" } },
    { quobyte: { registry: "[::1]:2,a:b:c,[::1", volume: "v" } },
  ),
  flocker: tryVolumes(
    { flocker: {} },
    { flocker: { datasetName: "a", datasetUUID: "b" } },
    { flocker: { datasetName: "a/b" } },
  ),
  "fibre-channel": tryVolumes(
    { fc: {} },
    { fc: { targetWWNs: ["a"], wwids: ["b"] } },
    { fc: { targetWWNs: ["a"], lun: 256 } },
    { fc: { targetWWNs: ["a"], lun: -1 } },
  ),
  flex: tryVolumes(
    { flexVolume: {} },
    { flexVolume: { driver: "d", options: { "storage.k8s.io/a": "1" } } },
    { flexVolume: { driver: "d", options: { "kubernetes.io": "1" } } },
  ),
  "azure-disk": tryVolumes(
    { azureDisk: {} },
    { azureDisk: { diskName: "d", diskURI: "http://x", cachingMode: "Some", kind: "Odd" } },
    { azureDisk: { diskName: "d", diskURI: "http://x", kind: "Managed" } },
    { azureDisk: { diskName: "d", diskURI: "http://x" } },
  ),
  "downward-api": tryVolumes(
    { downwardAPI: { defaultMode: 512, items: [{}] } },
    { downwardAPI: { items: [{ path: "../a", fieldRef: { fieldPath: "metadata.name" }, mode: 512 }] } },
    { downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "spec.nodeName" } }] } },
    { downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.labels['a b']" } }] } },
    { downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.annotations['A/b/c']" } }] } },
    { downwardAPI: { items: [{ path: "a", fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } }] } },
    { downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "spec.containers['c']" } }] } },
    { downwardAPI: { items: [{ path: "a", resourceFieldRef: { resource: "limits.cpu" } }] } },
    { downwardAPI: { items: [{ path: "a", resourceFieldRef: { containerName: "c" } }] } },
    { downwardAPI: { items: [{ path: "a", resourceFieldRef: { containerName: "c", resource: "limits.gpu" } }] } },
    {
      downwardAPI: {
        items: [
          {
            path: "a",
            fieldRef: { fieldPath: "metadata.name" },
            resourceFieldRef: { containerName: "c", resource: "limits.cpu" },
          },
        ],
      },
    },
  ),
  projected: tryVolumes(
    { projected: { defaultMode: 512 } },
    { projected: { sources: [{ secret: { items: [{}] }, configMap: { items: [{}] } }] } },
    {
      projected: {
        sources: [
          {
            secret: {
              name: "s",
              items: [
                { key: "a", path: "p" },
                { key: "b", path: "p" },
              ],
            },
          },
          { configMap: { name: "c", items: [{ key: "a", path: "p" }] } },
          { downwardAPI: { items: [{ path: "p", fieldRef: { fieldPath: "metadata.name" } }] } },
        ],
      },
    },
    { projected: { sources: [{}] } },
    { projected: { sources: [{ downwardAPI: { items: [{}] } }] } },
  ),
  "projected-token": trySpecs(
    ...[
      { path: "" },
      { path: "t", expirationSeconds: 599 },
      { path: "../t", expirationSeconds: 4_294_967_297 },
      { path: "..t", expirationSeconds: 0 },
      { path: "t" },
    ].map((serviceAccountToken) => ({
      serviceAccountName: "default",
      volumes: [{ name: "v", projected: { sources: [{ serviceAccountToken }] } }],
    })),
  ),
  "projected-token-without-account": tryVolumes({ projected: { sources: [{ serviceAccountToken: { path: "t" } }] } }),
  "projected-gated": tryVolumes(
    { projected: { sources: [{ clusterTrustBundle: { name: "a", path: "p" } }] } },
    { projected: { sources: [{ podCertificate: { signerName: "a", keyType: "b" } }] } },
  ),
  csi: tryVolumes(
    { csi: {} },
    { csi: { driver: "d_d", nodePublishSecretRef: {} } },
    { csi: { driver: "d".repeat(64), nodePublishSecretRef: { name: "A_" } } },
    { csi: { driver: "Driver.Example.com" } },
  ),
  ephemeral: tryVolumes(
    { ephemeral: {} },
    { ephemeral: { volumeClaimTemplate: { spec: {} } } },
    {
      name: "e",
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { name: "no", finalizers: ["a.b/c"], labels: { "a b": "c" }, annotations: { "d e": "f" } },
          spec: {
            accessModes: ["Some", "ReadWriteOncePod", "ReadWriteOnce"],
            resources: { requests: { storage: "0" } },
          },
        },
      },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            resources: { requests: { storage: "1" } },
            storageClassName: "A_",
            volumeMode: "Solid",
            volumeAttributesClassName: "B_",
            selector: { matchExpressions: [{ key: "a b", operator: "Odd", values: ["c d"] }] },
            dataSource: { name: "", kind: "" },
          },
        },
      },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            resources: { requests: { storage: "1" } },
            dataSource: { name: "n", kind: "VolumeSnapshot", apiGroup: "Bad_Group" },
            dataSourceRef: { name: "n", kind: "VolumeSnapshot", apiGroup: "snapshot.storage.k8s.io" },
          },
        },
      },
    },
    {
      ephemeral: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            resources: { requests: { storage: "1" } },
            dataSourceRef: { name: "", kind: "", apiGroup: "Bad_Group" },
          },
        },
      },
    },
  ),
  "ephemeral-name": trySpecs({
    volumes: [
      {
        name: "v".repeat(63),
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        },
      },
    ],
  }),
  image: tryVolumes({ image: {} }, { image: { reference: "r", pullPolicy: "Sometimes" } }),
  mounts: trySpecs(
    ...[
      [{ name: "", mountPath: "" }],
      [
        { name: "v", mountPath: "/a" },
        { name: "v", mountPath: "/a", subPath: "/b/../c", subPathExpr: "$(D)" },
      ],
      [{ name: "v", mountPath: "/a", subPathExpr: "/../x" }],
      [{ name: "v", mountPath: "/a", mountPropagation: "Odd" }],
      [{ name: "v", mountPath: "/a", mountPropagation: "Bidirectional", recursiveReadOnly: "Enabled" }],
      [{ name: "v", mountPath: "/a", recursiveReadOnly: "Odd" }],
      [{ name: "v", mountPath: "/a", recursiveReadOnly: "Disabled" }],
    ].map((volumeMounts) => ({
      containers: [{ ...container, volumeMounts }],
      volumes: [{ name: "v", emptyDir: {} }],
    })),
  ),
  devices: trySpecs(
    ...[
      { volumeDevices: [{ name: "", devicePath: "" }] },
      { volumeDevices: [{ name: "v", devicePath: "/dev/a" }] },
      {
        volumeDevices: [
          { name: "c", devicePath: "/dev/a" },
          { name: "c", devicePath: "/dev/a" },
        ],
      },
      { volumeDevices: [{ name: "c", devicePath: "/dev/../a" }] },
      { volumeDevices: [{ name: "c", devicePath: "/a" }], volumeMounts: [{ name: "c", mountPath: "/a" }] },
    ].map((fields) => ({
      containers: [{ ...container, ...fields }],
      volumes: [
        { name: "v", emptyDir: {} },
        { name: "c", persistentVolumeClaim: { claimName: "c" } },
      ],
    })),
  ),
});
