/**
 * The types of the variables `request` and `namespaceObject`. They declare the fields of kube-apiserver, which omits some fields of an AdmissionRequest
 * and of a Namespace.
 */
import type { CelType, StructDeclaration, StructResolver } from "@kubewright/cel";
import { boolType, dynType, intType, listOf, mapOf, stringType, structType, timestampType } from "@kubewright/cel";

const structs = new Map<string, StructDeclaration>();

function declareStruct(name: string, fields: Readonly<Record<string, CelType>>): CelType {
  const type = structType(name);
  const fieldTypes = new Map(Object.entries(fields));
  structs.set(name, { type, fieldType: (field) => fieldTypes.get(field) });
  return type;
}

const strings = listOf(stringType);
const stringMap = mapOf(stringType, stringType);

const groupVersionKind = declareStruct("kubernetes.GroupVersionKind", {
  group: stringType,
  version: stringType,
  kind: stringType,
});
const groupVersionResource = declareStruct("kubernetes.GroupVersionResource", {
  group: stringType,
  version: stringType,
  resource: stringType,
});

/** The type of `request`: an AdmissionRequest without its UID and objects. */
export const requestType: CelType = declareStruct("kubernetes.AdmissionRequest", {
  kind: groupVersionKind,
  resource: groupVersionResource,
  subResource: stringType,
  requestKind: groupVersionKind,
  requestResource: groupVersionResource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: declareStruct("kubernetes.UserInfo", {
    username: stringType,
    uid: stringType,
    groups: strings,
    extra: mapOf(stringType, strings),
  }),
  dryRun: boolType,
  options: dynType,
});

/** The type of `namespaceObject`. The field `UID` has the name that kube-apiserver declares, so expressions cannot read the UID. */
export const namespaceType: CelType = declareStruct("kubernetes.Namespace", {
  metadata: declareStruct("kubernetes.NamespaceMetadata", {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: stringMap,
    annotations: stringMap,
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: strings,
  }),
  spec: declareStruct("kubernetes.NamespaceSpec", { finalizers: strings }),
  status: declareStruct("kubernetes.NamespaceStatus", {
    conditions: listOf(
      declareStruct("kubernetes.NamespaceCondition", {
        status: stringType,
        type: stringType,
        lastTransitionTime: timestampType,
        message: stringType,
        reason: stringType,
      }),
    ),
    phase: stringType,
  }),
});

/** Finds the types of `request` and `namespaceObject`, and the types of their fields. */
export const requestStructs: StructResolver = (name) => structs.get(name);
