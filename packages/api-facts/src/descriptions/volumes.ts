/** Descriptions of the volumes of Pods and of their sources. Format: `type-descriptions.ts`. */
export const volumes: string = `
package io.k8s.api.core.v1

Volume: A volume of a Pod: a name and one source. Default source: an empty directory.
  awsElasticBlockStore: Deprecated: a disk of AWS. The CSI driver ebs.csi.aws.com serves it.
  azureDisk: Deprecated: a disk of Azure. The CSI driver disk.csi.azure.com serves it.
  azureFile: Deprecated: a share of Azure Files. The CSI driver file.csi.azure.com serves it.
  cephfs: Deprecated: a Ceph file system. Kubernetes no longer mounts it.
  cinder: Deprecated: a volume of OpenStack. The CSI driver cinder.csi.openstack.org serves it.
  configMap: The entries of a ConfigMap as files.
  csi: A volume that a CSI driver creates for the life of the Pod.
  downwardAPI: Fields of the Pod as files.
  emptyDir: An empty directory that exists as long as the Pod is on the node.
  ephemeral: A claim that is created for this Pod and deleted with it. Its name is <pod>-<volume>.
  fc: A Fibre Channel disk of the node.
  flexVolume: Deprecated: a volume of a FlexVolume driver. Use CSI.
  flocker: Deprecated: a Flocker dataset. Kubernetes no longer mounts it.
  gcePersistentDisk: Deprecated: a disk of Google Cloud. The CSI driver pd.csi.storage.gke.io serves it.
  gitRepo: Deprecated and disabled: a clone of a git repository. Clone in an init container instead.
  glusterfs: Deprecated: a GlusterFS volume. Kubernetes no longer mounts it.
  hostPath: A file or directory of the node. It gives the Pod access to the node; most Pods should not use it.
  image: The files of an image or another OCI artifact, read-only.
  iscsi: An iSCSI disk.
  name: The name of the volume, unique in the Pod.
  nfs: A directory of an NFS server.
  persistentVolumeClaim: A PersistentVolumeClaim of the namespace.
  photonPersistentDisk: Deprecated: a Photon disk. Kubernetes no longer mounts it.
  portworxVolume: Deprecated: a Portworx volume. The CSI driver pxd.portworx.com serves it.
  projected: Several sources in one directory: ConfigMaps, Secrets, fields of the Pod, tokens and certificates.
  quobyte: Deprecated: a Quobyte volume. Kubernetes no longer mounts it.
  rbd: Deprecated: a Ceph block device. Kubernetes no longer mounts it.
  scaleIO: Deprecated: a ScaleIO volume. Kubernetes no longer mounts it.
  secret: The entries of a Secret as files.
  storageos: Deprecated: a StorageOS volume. Kubernetes no longer mounts it.
  vsphereVolume: Deprecated: a disk of vSphere. The CSI driver csi.vsphere.vmware.com serves it.
AWSElasticBlockStoreVolumeSource: A disk of AWS.
  fsType: The file system of the volume, for example ext4 or xfs. Default: ext4.
  partition: The number of the partition. Default: 0, the whole disk.
  readOnly: Whether the volume is mounted read-only. Default: false.
  volumeID: The ID of the disk.
AzureDiskVolumeSource: A disk of Azure.
  cachingMode: The cache of the host: None, ReadOnly or ReadWrite (default).
  diskName: The name of the disk.
  diskURI: The URI of the disk.
  fsType: The file system of the volume. Default: ext4.
  kind: Shared (default, several disks in a storage account), Dedicated (one disk in an account) or Managed.
  readOnly: Whether the volume is mounted read-only. Default: false.
AzureFileVolumeSource: A share of Azure Files.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretName: The Secret with the name and key of the storage account.
  shareName: The name of the share.
CephFSVolumeSource: A Ceph file system.
  monitors: The addresses of the Ceph monitors.
  path: The directory that is mounted. Default: /.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretFile: The path of the key of the user. Default: /etc/ceph/user.secret.
  secretRef: The Secret with the key, in place of secretFile.
  user: The Ceph user. Default: admin.
CinderVolumeSource: A volume of OpenStack.
  fsType: The file system of the volume. Default: ext4.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret with the parameters of the connection to OpenStack.
  volumeID: The ID of the volume.
ConfigMapVolumeSource: A ConfigMap as source of a volume.
  defaultMode: The permissions of the files, 0 to 0777 (octal in YAML, decimal in JSON). Default: 0644.
  items: The entries that become files, with their paths. Default: all, with the key as name.
  name: The ConfigMap, in the namespace of the Pod.
  optional: Whether the ConfigMap or its keys may be missing. Otherwise the Pod does not start. Default: false.
SecretVolumeSource: A Secret as source of a volume.
  defaultMode: The permissions of the files, 0 to 0777 (octal in YAML, decimal in JSON). Default: 0644.
  items: The entries that become files, with their paths. Default: all, with the key as name.
  optional: Whether the Secret or its keys may be missing. Otherwise the Pod does not start. Default: false.
  secretName: The Secret, in the namespace of the Pod.
KeyToPath: An entry that becomes a file.
  key: The key of the entry.
  mode: The permissions of the file, 0 to 0777. Default: defaultMode of the volume.
  path: The path of the file, relative and without "..".
CSIVolumeSource: A volume of a CSI driver that exists as long as the Pod.
  driver: The registered name of the CSI driver.
  fsType: The file system of the volume. Default: the driver chooses it.
  nodePublishSecretRef: The Secret that the driver gets to mount the volume.
  readOnly: Whether the volume is read-only. Default: false.
  volumeAttributes: Attributes that the driver defines.
DownwardAPIVolumeSource: The Pod itself as source of a volume.
  defaultMode: The permissions of the files, 0 to 0777 (octal in YAML, decimal in JSON). Default: 0644.
  items: The files.
DownwardAPIVolumeFile: A file with a field of the Pod.
  fieldRef: A field of the Pod: a label, an annotation, all labels or annotations, the name, namespace or uid.
  mode: The permissions of the file, 0 to 0777. Default: defaultMode of the volume.
  path: The path of the file, relative and without "..".
  resourceFieldRef: A request or limit of a container.
EmptyDirVolumeSource: The storage of an empty directory.
  medium: Empty for the disk of the node (default), or Memory for a file system in memory, which counts as memory of the containers.
  sizeLimit: The maximum size. A Pod that exceeds it is evicted. Default: no limit.
EphemeralVolumeSource: A claim that exists as long as the Pod.
  volumeClaimTemplate: The claim to create. If a claim of its name exists and does not belong to the Pod, the Pod does not start.
PersistentVolumeClaimTemplate: A claim to create.
  metadata: The labels and annotations of the claim. Other fields are rejected.
  spec: The specification of the claim.
FCVolumeSource: A Fibre Channel disk. Either wwids, or targetWWNs and lun must be set.
  fsType: The file system of the volume. Default: ext4.
  lun: The number of the logical unit.
  readOnly: Whether the volume is mounted read-only. Default: false.
  targetWWNs: The worldwide names of the targets.
  wwids: The worldwide identifiers of the volume.
FlexVolumeSource: A volume of a FlexVolume driver.
  driver: The name of the driver.
  fsType: The file system of the volume. Default: the driver chooses it.
  options: Options that the driver defines.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret that the driver gets.
FlockerVolumeSource: A Flocker dataset. Either its name or its UUID must be set.
  datasetName: The name of the dataset. Deprecated.
  datasetUUID: The UUID of the dataset.
GCEPersistentDiskVolumeSource: A disk of Google Cloud.
  fsType: The file system of the volume. Default: ext4.
  partition: The number of the partition. Default: 0, the whole disk.
  pdName: The name of the disk.
  readOnly: Whether the volume is mounted read-only. Default: false.
GitRepoVolumeSource: A clone of a git repository.
  directory: The directory of the clone in the volume. Default: a directory with the name of the repository.
  repository: The URL of the repository.
  revision: The commit that is checked out.
GlusterfsVolumeSource: A GlusterFS volume.
  endpoints: The Endpoints object with the addresses of the servers.
  path: The path of the volume.
  readOnly: Whether the volume is mounted read-only. Default: false.
HostPathVolumeSource: A path of the node as source of a volume.
  path: The path on the node. A symbolic link is followed.
  type: What must be at the path, for example Directory or FileOrCreate. Default: empty, nothing is checked.
ImageVolumeSource: The reference and pull policy of an image volume.
  pullPolicy: When it is pulled: Always (default for the tag latest), IfNotPresent (default otherwise), or Never.
  reference: The image or artifact, as in a container.
ISCSIVolumeSource: The target, portals and credentials of an iSCSI disk.
  chapAuthDiscovery: Whether discovery uses CHAP. Default: false.
  chapAuthSession: Whether sessions use CHAP. Default: false.
  fsType: The file system of the volume. Default: ext4.
  initiatorName: The name of the initiator. Default: that of the node.
  iqn: The qualified name of the target.
  iscsiInterface: The interface of the initiator. Default: default, which is TCP.
  lun: The number of the logical unit.
  portals: Further portals, as address or address:port. Default port: 3260.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret with the names and passwords for CHAP.
  targetPortal: The portal of the target, as address or address:port. Default port: 3260.
NFSVolumeSource: The server and path of an NFS directory.
  path: The exported directory.
  readOnly: Whether the volume is mounted read-only. Default: false.
  server: The host name or address of the server.
PersistentVolumeClaimVolumeSource: A PersistentVolumeClaim.
  claimName: The claim, in the namespace of the Pod.
  readOnly: Whether all mounts of the volume are read-only. Default: false.
PhotonPersistentDiskVolumeSource: A Photon disk.
  fsType: The file system of the volume. Default: ext4.
  pdID: The ID of the disk.
PortworxVolumeSource: A Portworx volume.
  fsType: The file system of the volume. Default: ext4.
  readOnly: Whether the volume is mounted read-only. Default: false.
  volumeID: The ID of the volume.
ProjectedVolumeSource: The sources and permissions of a projected volume.
  defaultMode: The permissions of the files, 0 to 0777 (octal in YAML, decimal in JSON). Default: 0644.
  sources: The sources. Their paths must not conflict.
VolumeProjection: A source of a projected volume. Exactly one must be set.
  clusterTrustBundle: Certificates of ClusterTrustBundles as a file. Needs the feature gate ClusterTrustBundleProjection.
  configMap: The entries of a ConfigMap as files.
  downwardAPI: Fields of the Pod as files.
  podCertificate: A private key and a certificate for the Pod, which the kubelet renews. Needs the feature gate PodCertificateRequest.
  secret: The entries of a Secret as files.
  serviceAccountToken: A token of the service account of the Pod, which the kubelet renews.
ClusterTrustBundleProjection: ClusterTrustBundles in a projected volume. Either name or signerName must be set.
  labelSelector: The labels of the bundles of signerName. Absent, it matches no bundle; empty, it matches all.
  name: The ClusterTrustBundle.
  optional: Whether the bundle may be missing. Otherwise the Pod does not start. Default: false.
  path: The path of the file in the volume.
  signerName: The signer whose bundles are combined, without duplicates.
ConfigMapProjection: A ConfigMap in a projected volume.
  items: The entries that become files, with their paths. Default: all, with the key as name.
  name: The ConfigMap, in the namespace of the Pod.
  optional: Whether the ConfigMap or its keys may be missing. Default: false.
DownwardAPIProjection: The Pod itself in a projected volume.
  items: The files.
PodCertificateProjection: The signer, key type and files of a certificate.
  certificateChainPath: The path of the file with the certificates. Without credentialBundlePath.
  credentialBundlePath: The path of a file with the key and the certificates, which a program can read in one step.
  keyPath: The path of the file with the private key.
  keyType: The type of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.
  maxExpirationSeconds: The maximum lifetime of the certificate, 3600 to 7862400 seconds. Default: 86400. The signer may choose less.
  signerName: The signer of the certificate.
  userAnnotations: Values for the signer, with names that have a domain.
SecretProjection: A Secret in a projected volume.
  items: The entries that become files, with their paths. Default: all, with the key as name.
  name: The Secret, in the namespace of the Pod.
  optional: Whether the Secret or its keys may be missing. Default: false.
ServiceAccountTokenProjection: The audience, lifetime and file of a token.
  audience: The recipient for which the token is valid. Default: the API server.
  expirationSeconds: The lifetime of the token, at least 600 seconds. Default: 3600. The kubelet renews it after 80 percent.
  path: The path of the file in the volume.
QuobyteVolumeSource: A Quobyte volume.
  group: The group of the files. Default: no group.
  readOnly: Whether the volume is mounted read-only. Default: false.
  registry: The addresses of the registry as host:port, with commas between them.
  tenant: The tenant that owns the volume.
  user: The user of the files. Default: the user of the service account.
  volume: The name of the volume.
RBDVolumeSource: A Ceph block device.
  fsType: The file system of the volume. Default: ext4.
  image: The name of the image.
  keyring: The path of the keyring of the user. Default: /etc/ceph/keyring.
  monitors: The addresses of the Ceph monitors.
  pool: The pool of the image. Default: rbd.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret with the key, in place of keyring.
  user: The Ceph user. Default: admin.
ScaleIOVolumeSource: A ScaleIO volume.
  fsType: The file system of the volume. Default: xfs.
  gateway: The address of the ScaleIO gateway.
  protectionDomain: The protection domain of the storage.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret with the credentials.
  sslEnabled: Whether the connection to the gateway uses TLS. Default: false.
  storageMode: ThickProvisioned or ThinProvisioned (default).
  storagePool: The storage pool of the protection domain.
  system: The name of the storage system.
  volumeName: The name of the volume.
StorageOSVolumeSource: A StorageOS volume.
  fsType: The file system of the volume. Default: ext4.
  readOnly: Whether the volume is mounted read-only. Default: false.
  secretRef: The Secret with the credentials. Default: those of the driver.
  volumeName: The name of the volume, unique in its StorageOS namespace.
  volumeNamespace: The StorageOS namespace of the volume. Default: the namespace of the Pod.
VsphereVirtualDiskVolumeSource: A disk of vSphere.
  fsType: The file system of the volume. Default: ext4.
  storagePolicyID: The ID of the storage policy.
  storagePolicyName: The name of the storage policy.
  volumePath: The path of the disk.
`;
