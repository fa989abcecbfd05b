/** Descriptions of metadata, selectors and conditions. Format: `type-descriptions.ts`. */
export const meta: string = `
package io.k8s.apimachinery.pkg.apis.meta.v1

FieldsV1: A set of fields as a tree. The keys are f:<name> for a field or the key of a map, v:<value> for a value of a set, k:<keys> for an item of a list with keys, i:<index> for an item by its position, and . for the node itself.
ListMeta: The metadata of a list.
  continue: Set if the list has more pages: the value of the parameter continue of the next request. It expires after some minutes.
  remainingItemCount: About how many objects the next pages have. Absent on the last page, and in lists with a selector.
  resourceVersion: The version of the state that the list shows. A watch from this version receives all later changes.
  selfLink: Deprecated: no server sets it.
  shardInfo: Set if the list was requested with shardSelector: the selector of the request. The list is only a part then.
ManagedFieldsEntry: The fields that a manager has set by one operation, in one version of the kind.
  apiVersion: The group and version of the names of the fields.
  fieldsType: The format of the fields: always FieldsV1.
  fieldsV1: The fields, as a tree of their paths.
  manager: The name of the manager: the parameter fieldManager of its requests.
  operation: Apply for server-side applies, Update for all other writes.
  subresource: The subresource of the writes, for example status. Empty for the object itself.
  time: The time of the last change by which the manager set, changed or removed a field.
ObjectMeta: The metadata of an object: what all kinds have in common.
  annotations: Values by name, for tools and people. Selectors do not match them.
  creationTimestamp: The time of the creation, in UTC. The server sets it.
  deletionGracePeriodSeconds: The time that the object has to end, from the request to delete it. The server sets it with deletionTimestamp; a later request can only shorten it.
  deletionTimestamp: Set once the deletion of the object was requested: the time at which it may be removed. It exists until then, and as long as it has finalizers. A deletion cannot be undone.
  finalizers: Names of components that have work to do before the object is removed. Each removes its own, in any order. Once the deletion was requested, none can be added.
  generateName: The beginning of the name if name is empty: the server appends a random suffix. If it finds no free name, the response is 409.
  generation: A number that grows when the desired state changes. The server sets it.
  labels: Values by name. Selectors match them, for example those of Services and Deployments.
  managedFields: Which manager has set which fields. The server maintains it, for server-side apply.
  name: The name, which is unique for the kind in its namespace. It cannot be changed.
  namespace: The namespace of the object; empty for kinds without namespaces. It cannot be changed.
  ownerReferences: The owners of the object. The garbage collector deletes it once none of them exists. At most one is the controller.
  resourceVersion: The version of the object, which each write changes. An update with an older version is a conflict. The value has no meaning for clients.
  selfLink: Deprecated: no server sets it.
  uid: The identity of the object: another object of the same name has another uid. The server sets it.
OwnerReference: An owner of an object: an object in the same namespace, or one of a kind without namespaces.
  apiVersion: The group and version of the owner.
  blockOwnerDeletion: Whether a deletion of the owner in the foreground waits for this object. Default: false.
  controller: Whether the owner is the controller of the object. Default: false.
  kind: The kind of the owner.
  name: The name of the owner.
  uid: The uid of the owner.
Time: A time in RFC 3339, with seconds.
MicroTime: A time in RFC 3339, with microseconds.
LabelSelector: A query over labels. All parts must match; an empty selector matches every object, an absent one no object.
  matchExpressions: Requirements for labels that are not plain equality. All must hold.
  matchLabels: Labels that an object must have with exactly these values.
LabelSelectorRequirement: A requirement for the value of one label.
  key: The name of the label.
  operator: How the label is compared: In, NotIn, Exists or DoesNotExist. NotIn also matches objects without the label.
  values: The values of In and NotIn, at least one. Must be empty for Exists and DoesNotExist.
Condition: One aspect of the state of an object at its last observation. A list has each type at most once.
  lastTransitionTime: When status last changed.
  message: An explanation of the last change for people.
  observedGeneration: The metadata.generation to which the condition refers. If it is older than the object, the condition may be outdated.
  reason: Why status last changed: one word in CamelCase, for programs.
  status: Whether the condition holds: True, False, or Unknown.
  type: The name of the condition in CamelCase, optionally with a domain before it.

package io.k8s.apimachinery.pkg.api.resource
Quantity: A number with an optional unit: m for thousandths; k, M, G, T, P and E for powers of 1000; Ki, Mi, Gi, Ti, Pi and Ei for powers of 1024.

package io.k8s.apimachinery.pkg.util.intstr
IntOrString: A number, or a string. Depending on the field, the string is a name or a percentage.
`;
