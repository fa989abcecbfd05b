// What controller-gen adds to the published schemas of built-in types: special schemas for a few types, and markers in the Go sources. Both lists
// hold for the modules k8s.io/api and k8s.io/apimachinery of the Kubernetes version of the facts. A test compares them with the output of
// controller-gen.

import type { JsonSchema } from "@kubewright/schema";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const core = "io.k8s.api.core.v1";

const intOrString: JsonSchema = {
  anyOf: [{ type: "integer" }, { type: "string" }],
  "x-kubernetes-int-or-string": true,
};

const textMap: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

/** Types for which controller-gen has fixed schemas: https://book.kubebuilder.io/reference/generating-crd */
const wellKnown: { readonly [definition: string]: JsonSchema } = {
  [`${meta}.ObjectMeta`]: { type: "object" },
  "io.k8s.apimachinery.pkg.api.resource.Quantity": {
    ...intOrString,
    pattern:
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  },
  "io.k8s.apimachinery.pkg.util.intstr.IntOrString": intOrString,
  "io.k8s.apimachinery.pkg.runtime.RawExtension": { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON": { "x-kubernetes-preserve-unknown-fields": true },
};

/** The metadata of an embedded object that users may set. */
const embeddedMeta: JsonSchema = {
  type: "object",
  properties: {
    annotations: textMap,
    finalizers: { type: "array", items: { type: "string" } },
    labels: textMap,
    name: { type: "string" },
    namespace: { type: "string" },
  },
};

/** Keys that markers add to a definition, and to its fields. */
interface Markers {
  readonly self?: JsonSchema;
  readonly required?: readonly string[];
  readonly fields?: { readonly [field: string]: JsonSchema };
}

/** The form of labels, annotations and other names with an optional prefix. */
const qualifiedName: JsonSchema = {
  maxLength: 316,
  pattern:
    "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
};

/** Go embeds LocalObjectReference in these, which passes its markers on to them. */
const embedsLocalObjectReference: Markers = {
  self: { "x-kubernetes-map-type": "atomic" },
  fields: { name: { default: "" } },
};

const markers: { readonly [definition: string]: Markers } = {
  [`${meta}.Condition`]: {
    fields: {
      message: { maxLength: 32768 },
      observedGeneration: { minimum: 0 },
      reason: { maxLength: 1024, minLength: 1, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
      status: { enum: ["True", "False", "Unknown"] },
      type: qualifiedName,
    },
  },
  [`${core}.AzureDiskVolumeSource`]: { fields: { readOnly: { default: false } } },
  [`${core}.ConfigMapEnvSource`]: embedsLocalObjectReference,
  [`${core}.ConfigMapKeySelector`]: embedsLocalObjectReference,
  [`${core}.ConfigMapProjection`]: embedsLocalObjectReference,
  [`${core}.ConfigMapVolumeSource`]: embedsLocalObjectReference,
  [`${core}.FileKeySelector`]: { fields: { optional: { default: false } } },
  [`${core}.GRPCAction`]: { fields: { service: { default: "" } } },
  [`${core}.ImageVolumeStatus`]: { fields: { imageRef: { maxLength: 256 } } },
  [`${core}.LocalObjectReference`]: embedsLocalObjectReference,
  [`${core}.PortStatus`]: { required: ["error"], fields: { error: qualifiedName } },
  [`${core}.ReplicationControllerSpec`]: { fields: { minReadySeconds: { default: 0 } } },
  [`${core}.SecretEnvSource`]: embedsLocalObjectReference,
  [`${core}.SecretKeySelector`]: embedsLocalObjectReference,
  [`${core}.SecretProjection`]: embedsLocalObjectReference,
  "io.k8s.api.autoscaling.v1.ScaleSpec": { fields: { replicas: { default: 0 } } },
  "io.k8s.api.networking.v1.IngressPortStatus": { required: ["error"], fields: { error: qualifiedName } },
};

/** Defaults that the Go sources give as a constant, which controller-gen does not evaluate. */
const unreadDefaults: ReadonlySet<string> = new Set([
  `${core}.AzureDiskVolumeSource.cachingMode`,
  `${core}.AzureDiskVolumeSource.kind`,
]);

/** The form controller-gen has for a type, if it does not derive it. */
export function wellKnownSchema(definition: string, embeddedObjectMeta: boolean): JsonSchema | undefined {
  return embeddedObjectMeta && definition === `${meta}.ObjectMeta` ? embeddedMeta : wellKnown[definition];
}

/** The keywords that markers add to a definition. */
export function markersOf(definition: string): Markers {
  return markers[definition] ?? {};
}

/** Whether controller-gen passes on the default that is published for a field. */
export function isDefaultRead(definition: string, field: string): boolean {
  return !unreadDefaults.has(`${definition}.${field}`);
}
