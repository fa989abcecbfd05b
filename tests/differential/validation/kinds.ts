/** The kinds with complete validation, with the resources of the reference whose strategies validate them. */
export const completeKinds = {
  Namespace: ["core/namespace"],
  Pod: ["core/pod"],
  Service: ["core/service"],
  ConfigMap: ["core/configmap"],
  Secret: ["core/secret"],
  ServiceAccount: ["core/serviceaccount"],
  Event: ["core/event"],
  Endpoints: ["core/endpoint"],
  EndpointSlice: ["discovery/endpointslice"],
  Node: ["core/node"],
  Deployment: ["apps/deployment"],
  ReplicaSet: ["apps/replicaset"],
  StatefulSet: ["apps/statefulset"],
  Job: ["batch/job"],
  Lease: ["coordination/lease"],
  Role: ["rbac/role"],
  RoleBinding: ["rbac/rolebinding"],
  ClusterRole: ["rbac/clusterrole"],
  ClusterRoleBinding: ["rbac/clusterrolebinding"],
  MutatingWebhookConfiguration: ["admissionregistration/mutatingwebhookconfiguration"],
  ValidatingWebhookConfiguration: ["admissionregistration/validatingwebhookconfiguration"],
  ValidatingAdmissionPolicy: ["admissionregistration/validatingadmissionpolicy"],
  ValidatingAdmissionPolicyBinding: ["admissionregistration/validatingadmissionpolicybinding"],
  MutatingAdmissionPolicy: ["admissionregistration/mutatingadmissionpolicy"],
  MutatingAdmissionPolicyBinding: ["admissionregistration/mutatingadmissionpolicybinding"],
  CustomResourceDefinition: ["customresourcedefinition"],
  PersistentVolumeClaim: ["core/persistentvolumeclaim"],
  PodDisruptionBudget: ["policy/poddisruptionbudget"],
  Ingress: ["networking/ingress"],
  IngressClass: ["networking/ingressclass"],
  NetworkPolicy: ["networking/networkpolicy"],
  HorizontalPodAutoscaler: ["autoscaling/horizontalpodautoscaler"],
  PriorityClass: ["scheduling/priorityclass"],
  StorageClass: ["storage/storageclass"],
  DaemonSet: ["apps/daemonset"],
  CronJob: ["batch/cronjob"],
  ReplicationController: ["core/replicationcontroller"],
  PodTemplate: ["core/podtemplate"],
  ControllerRevision: ["apps/controllerrevision"],
  RuntimeClass: ["node/runtimeclass"],
  LimitRange: ["core/limitrange"],
  ResourceQuota: ["core/resourcequota"],
  CSIDriver: ["storage/csidriver"],
  CSINode: ["storage/csinode"],
  CSIStorageCapacity: ["storage/csistoragecapacity"],
  VolumeAttributesClass: ["storage/volumeattributesclass"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CompleteKind = keyof typeof completeKinds;

/** The kinds with these resources, in the order of the table. */
export function kindsOf(resources: readonly string[]): readonly CompleteKind[] {
  return Object.entries(completeKinds).flatMap(([kind, own]) =>
    own.some((resource) => resources.includes(resource)) ? [kind as CompleteKind] : [],
  );
}
