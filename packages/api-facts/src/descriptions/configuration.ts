/** Descriptions of ConfigMaps, Secrets, namespaces, accounts, limits and quotas. Format: `type-descriptions.ts`. */
export const configuration: string = `
package io.k8s.api.core.v1

kind ConfigMap: Configuration as keys and values. All values together have at most 1 MiB.
  binaryData: Values that are not UTF-8, in base64. Its keys must differ from those of data.
  data: Values in UTF-8. Keys have letters, digits, -, _ and dots, at most 253 characters.
  immutable: Whether the data can no longer be changed. It cannot be unset. Default: false.
kind Secret: Sensitive data as keys and values. All values together have at most 1 MiB.
  data: The values, in base64. Keys have letters, digits, -, _ and dots, at most 253 characters.
  immutable: Whether the data can no longer be changed. It cannot be unset. Default: false.
  stringData: Values without base64, for writes only: the server moves them to data, where they replace equal keys.
  type: What the data is for, for example kubernetes.io/tls. Default: Opaque. It cannot be changed.
kind Namespace: A scope for names. Its deletion deletes all objects in it.
  spec: What must be done before a deletion is complete.
  status: Whether the namespace is being deleted.
NamespaceSpec: The desired state of a namespace.
  finalizers: Names that must be removed before the namespace is deleted. The subresource finalize changes them.
NamespaceStatus: The observed state of a namespace.
  conditions: What is left to do for a deletion, or why it cannot continue.
  phase: Active, or Terminating: no new objects can be created.
NamespaceCondition < Condition: One aspect of the deletion of a namespace.
  type: The name of the condition, for example NamespaceContentRemaining.
kind ServiceAccount: An identity for processes in Pods.
  automountServiceAccountToken: Whether Pods get a token as files. Pods can override it. Default: true.
  imagePullSecrets: Credentials for the registries of images. Pods without imagePullSecrets get these.
  secrets: Secrets that Pods of the account may use, if it has the annotation kubernetes.io/enforce-mountable-secrets, which is deprecated.
kind LimitRange: Limits and defaults for the resources of each Pod, container or claim of a namespace.
  spec: The limits.
LimitRangeSpec: The limits of a namespace.
  limits: The limits by type.
LimitRangeItem: The limits for a type. All maps are by resource.
  default: The limits of containers that set none. Default: max. Only for type Container.
  defaultRequest: The requests of containers that set none. Default: default, then min. Only for type Container.
  max: The highest limit that is accepted.
  maxLimitRequestRatio: How many times the request a limit may be.
  min: The lowest request that is accepted.
  type: Container, Pod or PersistentVolumeClaim.
kind ResourceQuota: Limits for what all objects of a namespace use together.
  spec: The limits, and the objects to which they apply.
  status: The limits in effect and what is used.
ResourceQuotaSpec: The desired state of a quota.
  hard: The limits by resource, for example requests.cpu, pods or count/deployments.apps.
  scopeSelector: Scopes with operators, in addition to scopes.
  scopes: The quota applies to objects that match all scopes. Default: all objects.
ScopeSelector: A choice of objects by scopes.
  matchExpressions: Requirements for scopes. All must hold.
ScopedResourceSelectorRequirement: A requirement for a scope.
  operator: In, NotIn, Exists or DoesNotExist. Scopes without values allow only Exists.
  scopeName: The scope, for example PriorityClass or BestEffort.
  values: The values of In and NotIn, at least one; empty otherwise.
ResourceQuotaStatus: The observed state of a quota.
  hard: The limits in effect by resource.
  used: What the objects of the namespace use, by resource.
ObjectReference: A reference to an object, or to a part of it.
  apiVersion: The group and version of the object.
  fieldPath: The part of the object, for example spec.containers{web}.
  kind: The kind of the object.
  name: The name of the object.
  namespace: The namespace of the object.
  resourceVersion: The version of the object to which the reference refers.
  uid: The uid of the object.
SecretReference: A reference to a Secret.
  name: The Secret.
  namespace: The namespace of the Secret.
TypedLocalObjectReference: A reference to an object of the same namespace.
  apiGroup: The group of the kind. Default: the core group.
  kind: The kind of the object.
  name: The name of the object.
TypedObjectReference: A reference to an object.
  apiGroup: The group of the kind. Default: the core group.
  kind: The kind of the object.
  name: The name of the object.
  namespace: The namespace of the object. Another one needs a ReferenceGrant and the feature gate CrossNamespaceVolumeDataSource.
`;
