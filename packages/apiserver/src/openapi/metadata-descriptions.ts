/**
 * Descriptions of the metadata of all objects, which `kubectl explain` prints for custom resources. The other built-in types have descriptions only with
 * `loadTypeDescriptions`, which also replaces these.
 */
interface MetadataDescription {
  readonly description: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.";
const noSelfLink = "Deprecated: no server sets it.";

export const metadataDescriptions: Readonly<Record<string, MetadataDescription>> = {
  [`${meta}FieldsV1`]: {
    description:
      "A set of fields as a tree. The keys are f:<name> for a field or the key of a map, v:<value> for a value of a set, k:<keys> for an item of a list with keys, i:<index> for an item by its position, and . for the node itself.",
  },
  [`${meta}ListMeta`]: {
    description: "The metadata of a list.",
    fields: {
      continue:
        "Set if the list has more pages: the value of the parameter continue of the next request. It expires after some minutes.",
      remainingItemCount:
        "About how many objects the next pages have. Absent on the last page, and in lists with a selector.",
      resourceVersion:
        "The version of the state that the list shows. A watch from this version receives all later changes.",
      selfLink: noSelfLink,
      shardInfo:
        "Set if the list was requested with shardSelector: the selector of the request. The list is only a part then.",
    },
  },
  [`${meta}ManagedFieldsEntry`]: {
    description: "The fields that a manager has set by one operation, in one version of the kind.",
    fields: {
      apiVersion: "The group and version of the names of the fields.",
      fieldsType: "The format of the fields: always FieldsV1.",
      fieldsV1: "The fields.",
      manager: "The name of the manager: the parameter fieldManager of its requests.",
      operation: "Apply for server-side applies, Update for all other writes.",
      subresource: "The subresource of the writes, for example status. Empty for the object itself.",
      time: "The time of the last change by which the manager set, changed or removed a field.",
    },
  },
  [`${meta}ObjectMeta`]: {
    description: "The metadata of an object: what all kinds have in common.",
    fields: {
      annotations: "Values by name, for tools and people. Selectors do not match them.",
      creationTimestamp: "The time of the creation, in UTC. The server sets it.",
      deletionGracePeriodSeconds:
        "The time that the object has to end, from the request to delete it. The server sets it with deletionTimestamp; a later request can only shorten it.",
      deletionTimestamp:
        "Set once the deletion of the object was requested: the time at which it may be removed. It exists until then, and as long as it has finalizers. A deletion cannot be undone.",
      finalizers:
        "Names of components that have work to do before the object is removed. Each removes its own, in any order. Once the deletion was requested, none can be added.",
      generateName:
        "The beginning of the name if name is empty: the server appends a random suffix. If it finds no free name, the response is 409.",
      generation: "A number that grows when the desired state changes. The server sets it.",
      labels: "Values by name. Selectors match them, for example those of Services and Deployments.",
      managedFields: "Which manager has set which fields. The server maintains it, for server-side apply.",
      name: "The name, which is unique for the kind in its namespace. It cannot be changed.",
      namespace: "The namespace of the object; empty for kinds without namespaces. It cannot be changed.",
      ownerReferences:
        "The owners of the object. The garbage collector deletes it once none of them exists. At most one is its controller.",
      resourceVersion:
        "The version of the object, which each write changes. An update with an older version is a conflict. The value has no meaning for clients.",
      selfLink: noSelfLink,
      uid: "The identity of the object: another object of the same name has another uid. The server sets it.",
    },
  },
  [`${meta}OwnerReference`]: {
    description: "An owner of an object: an object in the same namespace, or one of a kind without namespaces.",
    fields: {
      apiVersion: "The group and version of the owner.",
      blockOwnerDeletion: "Whether a deletion of the owner in the foreground waits for this object. Default: false.",
      controller: "Whether the owner is the controller of the object. Default: false.",
      kind: "The kind of the owner.",
      name: "The name of the owner.",
      uid: "The uid of the owner.",
    },
  },
  [`${meta}Time`]: { description: "A time in RFC 3339, with seconds." },
};
