/** The types that the server serves, and the differences between kinds that are not in their descriptors. */
import { badRequest, notFound, resourceNotFound, resourceOfType } from "@kubewright/apimachinery";
import type { ResourceType } from "@kubewright/apimachinery";
import type { RequestInfo } from "./request-info.ts";

export class ServedTypes {
  readonly #types = new Map<string, ResourceType>();

  /** Serves a type; repeating a type has no effect. */
  add(type: ResourceType): void {
    this.#types.set(`${type.group}/${type.version}/${type.plural}`, type);
  }

  get all(): readonly ResourceType[] {
    return [...this.#types.values()];
  }

  /** Whether the path of a request is served: its type exists, or its group and version are built-in and have other types. */
  hasPath({ group, version, resource = "" }: RequestInfo): boolean {
    if (this.#types.has(`${group}/${version}/${resource}`)) return true;
    return !isCustom({ group }) && this.all.some((type) => type.group === group && type.version === version);
  }

  /** @throws {ApiError} 404 if no type, or no such subresource of it, is served there; 400 for a write without a name. */
  find({ group, version, resource = "", subresource, namespace, name, verb }: RequestInfo): ResourceType {
    const type = this.#types.get(`${group}/${version}/${resource}`);
    if (type === undefined) throw resourceNotFound();
    if (subresource !== undefined && (subresource !== "status" || !hasStatus(type))) {
      throw isCustom(type) ? notFound(resourceOfType(type), name ?? "") : resourceNotFound();
    }
    if (name === undefined && ["update", "patch"].includes(verb)) throw badRequest("name must be provided");
    if (namespace !== undefined && !type.namespaced) throw resourceNotFound();
    const needsNamespace = name !== undefined || verb === "create" || verb === "deletecollection";
    if (type.namespaced && namespace === undefined && needsNamespace) throw resourceNotFound();
    return type;
  }
}

/** Whether the status is a subresource, by the descriptor. */
export function hasStatus({ subresources = [] }: ResourceType): boolean {
  return subresources.includes("status");
}

/** Whether a kind is a custom resource: its group contains a dot and is not a group of Kubernetes. */
export function isCustom({ group }: Pick<ResourceType, "group">): boolean {
  return group.includes(".") && !builtinGroups.test(group);
}

const builtinGroups =
  /^(?:admissionregistration|apiextensions|apiregistration|authentication|authorization|certificates|coordination|discovery|events|flowcontrol\.apiserver|internal\.apiserver|networking|node|rbac\.authorization|resource|scheduling|storage|storagemigration)\.k8s\.io$/u;

/** Whether objects of the kind have `metadata.generation`. */
export function hasGeneration(type: ResourceType): boolean {
  return isCustom(type) || kindsWithGeneration.has(type.kind);
}

const kindsWithGeneration: ReadonlySet<string> = new Set([
  "CronJob",
  "CustomResourceDefinition",
  "DaemonSet",
  "Deployment",
  "DeviceClass",
  "EndpointSlice",
  "FlowSchema",
  "Ingress",
  "IngressClass",
  "Job",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "NetworkPolicy",
  "Pod",
  "PodDisruptionBudget",
  "PodTemplate",
  "PriorityClass",
  "PriorityLevelConfiguration",
  "ReplicaSet",
  "ReplicationController",
  "ResourceSlice",
  "StatefulSet",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
]);
