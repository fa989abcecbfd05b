/**
 * How the kinds differ in what every kind has: generation, creation by PUT, the answer of a delete. Each set names resources as
 * `plural` or `plural.group`. https://github.com/kubernetes/kubernetes/tree/master/pkg/registry, one strategy per kind.
 */
import type { FieldSelectorFields, MetadataChecks } from "../../registry/strategy.ts";

/** `metadata.generation` is counted. */
export const tracksGeneration: ReadonlySet<string> = new Set([
  "pods",
  "podtemplates",
  "replicationcontrollers",
  "deployments.apps",
  "replicasets.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "jobs.batch",
  "cronjobs.batch",
  "ingresses.networking.k8s.io",
  "ingressclasses.networking.k8s.io",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "endpointslices.discovery.k8s.io",
  "priorityclasses.scheduling.k8s.io",
  "flowschemas.flowcontrol.apiserver.k8s.io",
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
  "deviceclasses.resource.k8s.io",
  "resourceslices.resource.k8s.io",
  "customresourcedefinitions.apiextensions.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "mutatingadmissionpolicies.admissionregistration.k8s.io",
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
]);

/** A PUT of an absent object creates it. */
export const createsOnUpdate: ReadonlySet<string> = new Set([
  "services",
  "endpoints",
  "events",
  "events.events.k8s.io",
  "limitranges",
  "leases.coordination.k8s.io",
  "runtimeclasses.node.k8s.io",
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
]);

/** A PUT must say which version it replaces. */
export const requiresResourceVersion: ReadonlySet<string> = new Set([
  "leases.coordination.k8s.io",
  "poddisruptionbudgets.policy",
  "runtimeclasses.node.k8s.io",
  "customresourcedefinitions.apiextensions.k8s.io",
  "csidrivers.storage.k8s.io",
  "csinodes.storage.k8s.io",
  "csistoragecapacities.storage.k8s.io",
  "volumeattachments.storage.k8s.io",
  "apiservices.apiregistration.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
  "mutatingadmissionpolicies.admissionregistration.k8s.io",
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
  "validatingadmissionpolicies.admissionregistration.k8s.io",
  "validatingadmissionpolicybindings.admissionregistration.k8s.io",
]);

/** A delete that removes the object answers with the object. */
export const returnsObjectOnDelete: ReadonlySet<string> = new Set([
  "pods",
  "services",
  "namespaces",
  "persistentvolumes",
  "persistentvolumeclaims",
  "podtemplates",
  "resourcequotas",
  "serviceaccounts",
  "csidrivers.storage.k8s.io",
  "csinodes.storage.k8s.io",
  "storageclasses.storage.k8s.io",
  "volumeattachments.storage.k8s.io",
  "volumeattributesclasses.storage.k8s.io",
  "deviceclasses.resource.k8s.io",
  "resourceclaims.resource.k8s.io",
  "resourceclaimtemplates.resource.k8s.io",
  "resourceslices.resource.k8s.io",
]);

/** A delete without a policy leaves the children where they are. */
export const orphansByDefault: ReadonlySet<string> = new Set(["replicationcontrollers", "jobs.batch"]);

/** Finalizers without a domain are taken. */
const takesAnyFinalizer: ReadonlySet<string> = new Set([
  "leases.coordination.k8s.io",
  "runtimeclasses.node.k8s.io",
  "customresourcedefinitions.apiextensions.k8s.io",
  "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  "validatingwebhookconfigurations.admissionregistration.k8s.io",
]);

/** The kind does not look at metadata itself. */
const ignoresMetadata: ReadonlySet<string> = new Set(["events", "poddisruptionbudgets.policy"]);

/** The kind does not validate metadata in writes of the status. */
const ignoresMetadataOnStatus: ReadonlySet<string> = new Set(["cronjobs.batch"]);

/** An update of such an object is checked as a new one, too. */
const checksUpdatesAsNew: ReadonlySet<string> = new Set([
  "configmaps",
  "endpoints",
  "namespaces",
  "nodes",
  "persistentvolumeclaims",
  "persistentvolumes",
  "pods",
  "secrets",
  "serviceaccounts",
  "controllerrevisions.apps",
  "jobs.batch",
  "ingressclasses.networking.k8s.io",
  "ingresses.networking.k8s.io",
  "ipaddresses.networking.k8s.io",
  "clusterroles.rbac.authorization.k8s.io",
  "clusterrolebindings.rbac.authorization.k8s.io",
  "roles.rbac.authorization.k8s.io",
  "rolebindings.rbac.authorization.k8s.io",
  "csistoragecapacities.storage.k8s.io",
  "storageclasses.storage.k8s.io",
  "volumeattributesclasses.storage.k8s.io",
  "runtimeclasses.node.k8s.io",
  "deviceclasses.resource.k8s.io",
  "resourceclaims.resource.k8s.io",
  "resourceclaimtemplates.resource.k8s.io",
]);

/** What a kind checks of its metadata. */
export function metadataChecksOf(resource: string): MetadataChecks {
  return {
    kind: !ignoresMetadata.has(resource),
    kindOnStatus: !ignoresMetadataOnStatus.has(resource),
    finalizerNames: !takesAnyFinalizer.has(resource),
    wholeOnUpdate: checksUpdatesAsNew.has(resource),
  };
}

/** A list that must be there and is empty prints null, as it does when it is not there. */
export const printsEmptyListsAsNull: ReadonlySet<string> = new Set([
  "clusterroles.rbac.authorization.k8s.io",
  "roles.rbac.authorization.k8s.io",
  "csinodes.storage.k8s.io",
  "endpointslices.discovery.k8s.io",
  "limitranges",
]);

/** A write of the status leaves labels, annotations, finalizers and owners as they are. */
export const keepsMetadataOnStatus: ReadonlySet<string> = new Set([
  "servicecidrs.networking.k8s.io",
  "volumeattachments.storage.k8s.io",
  "resourceclaims.resource.k8s.io",
]);

/** What a kind without selectable fields of its own says of an unknown one. */
export const plainFields: FieldSelectorFields = {
  labels: [],
  valuesOf: () => ({}),
  unsupportedText: (label) =>
    `${JSON.stringify(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
};
