/** Descriptions of persistent volumes, claims and storage classes. Format: `type-descriptions.ts`. */
export const storage: string = `
package io.k8s.api.core.v1

kind PersistentVolumeClaim: A request for storage in a namespace.
  spec: The size, the access modes and the class of the storage.
  status: The volume that was bound, and changes that are in progress.
PersistentVolumeClaimSpec: The desired state of a claim. After binding only the requested size and volumeAttributesClassName can be changed.
  accessModes: How the volume is mounted: ReadWriteOnce (by one node), ReadOnlyMany, ReadWriteMany or ReadWriteOncePod (by one Pod).
  dataSource: A VolumeSnapshot or a claim of the namespace whose content the volume gets. dataSourceRef has the same value.
  dataSourceRef: As dataSource, and also objects of other kinds, for which a volume populator is necessary.
  resources: The requested size.
  selector: The labels of volumes that can be bound. Such claims are not provisioned.
  storageClassName: The StorageClass. Default: that of the cluster. An empty string binds only volumes without a class.
  volumeAttributesClassName: The VolumeAttributesClass. It can be changed later, and the driver then changes the volume.
  volumeMode: Filesystem (default) or Block.
  volumeName: The volume to bind, or the one that is bound.
VolumeResourceRequirements: The size of a volume.
  limits: The maximum by resource. Only storage is defined.
  requests: The minimum by resource. Only storage is defined; it can be increased if the class allows it.
PersistentVolumeClaimStatus: The observed state of a claim.
  accessModes: The access modes of the volume.
  allocatedResourceStatuses: The state of a resize by resource, for example ControllerResizeInProgress or NodeResizePending.
  allocatedResources: The size that is reserved during a resize, by resource. Quotas count it if it is larger than the request.
  capacity: The size of the volume.
  conditions: Conditions of the claim, for example Resizing.
  currentVolumeAttributesClassName: The VolumeAttributesClass that the volume has.
  modifyVolumeStatus: The state of a change of the VolumeAttributesClass. Absent if there is no change.
  phase: Pending (not bound), Bound, or Lost (the volume no longer exists).
PersistentVolumeClaimCondition < Condition: One aspect of the state of a claim.
  lastProbeTime: When the condition was last probed.
  reason: Why status last changed: one word in CamelCase.
  type: The name of the condition, for example Resizing or FileSystemResizePending.
ModifyVolumeStatus: A change of the VolumeAttributesClass.
  status: Pending (a requirement is missing), InProgress, or Infeasible (the driver rejects it).
  targetVolumeAttributesClassName: The VolumeAttributesClass that the volume will have.

kind PersistentVolume: A piece of storage in the cluster.
  spec: The storage, its size, and what happens to it after use.
  status: Whether the volume is bound.
PersistentVolumeSpec < Volume: The desired state of a volume. Exactly one source must be set, and it cannot be changed.
  accessModes: How the volume can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.
  capacity: The size of the volume.
  claimRef: The claim that has the volume. Its uid must match for the binding to be valid.
  csi: A volume of a CSI driver.
  hostPath: A directory of the node, for tests on clusters with one node.
  local: A disk or directory of a certain node. Needs nodeAffinity.
  mountOptions: Options of the mount. They are not validated; a mount with a wrong option fails.
  nodeAffinity: The nodes from which the volume can be reached. Default: all.
  persistentVolumeReclaimPolicy: After the claim is deleted: Retain (default), Delete, or Recycle, which is deprecated. A class sets Delete by default.
  storageClassName: The StorageClass of the volume. Empty: it has none.
  volumeAttributesClassName: The VolumeAttributesClass of the volume. The claim sets it.
  volumeMode: Filesystem (default) or Block.
AzureFilePersistentVolumeSource < AzureFileVolumeSource: A share of Azure Files.
  secretNamespace: The namespace of the Secret. Default: that of the claim.
CephFSPersistentVolumeSource < CephFSVolumeSource: A Ceph file system.
CinderPersistentVolumeSource < CinderVolumeSource: A volume of OpenStack.
CSIPersistentVolumeSource: The driver, ID and Secrets of a CSI volume.
  controllerExpandSecretRef: The Secret that the driver gets to resize the volume.
  controllerPublishSecretRef: The Secret that the driver gets to attach and detach the volume.
  driver: The registered name of the CSI driver.
  fsType: The file system of the volume. Default: the driver chooses it.
  nodeExpandSecretRef: The Secret that the driver gets to resize the volume on the node.
  nodePublishSecretRef: The Secret that the driver gets to mount the volume for a Pod.
  nodeStageSecretRef: The Secret that the driver gets to prepare the volume on the node.
  readOnly: Whether the volume is attached read-only. Default: false.
  volumeAttributes: Attributes that the driver defines.
  volumeHandle: The ID of the volume, which the driver defines.
FlexPersistentVolumeSource < FlexVolumeSource: A volume of a FlexVolume driver.
GlusterfsPersistentVolumeSource < GlusterfsVolumeSource: A GlusterFS volume.
  endpointsNamespace: The namespace of the Endpoints object. Default: that of the claim.
ISCSIPersistentVolumeSource < ISCSIVolumeSource: The target, portals and credentials of an iSCSI disk.
LocalVolumeSource: The path and file system of a local volume.
  fsType: The file system that a block device is formatted with. Default: it is detected.
  path: The path on the node: a directory or a block device.
RBDPersistentVolumeSource < RBDVolumeSource: A Ceph block device.
ScaleIOPersistentVolumeSource < ScaleIOVolumeSource: A ScaleIO volume.
StorageOSPersistentVolumeSource < StorageOSVolumeSource: A StorageOS volume.
VolumeNodeAffinity: The nodes from which a volume can be reached.
  required: Requirements that a node must meet.
PersistentVolumeStatus: The observed state of a volume.
  lastPhaseTransitionTime: When phase last changed.
  message: An explanation of the state for people.
  phase: Pending, Available, Bound, Released (the claim was deleted) or Failed (the reclaim failed).
  reason: Why the reclaim failed: one word in CamelCase.
TopologySelectorTerm: A choice of topologies: all requirements must hold.
  matchLabelExpressions: Requirements for labels.
TopologySelectorLabelRequirement: A requirement for the value of one label.
  key: The name of the label.
  values: The values, of which one must match.

package io.k8s.api.storage.v1

kind StorageClass: A way to create volumes for claims.
  allowVolumeExpansion: Whether claims can request more storage later. Default: false.
  allowedTopologies: Where volumes can be created. Default: everywhere.
  mountOptions: Mount options of the volumes. They are not validated.
  parameters: Parameters that the driver defines, at most 512.
  provisioner: The driver that creates the volumes.
  reclaimPolicy: The persistentVolumeReclaimPolicy of the volumes: Delete (default) or Retain.
  volumeBindingMode: Immediate (default), or WaitForFirstConsumer: after the scheduler has chosen the node of the first Pod.
`;
