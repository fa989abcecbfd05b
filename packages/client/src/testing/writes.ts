/** Create and update, as pure functions of the sent object and the stored object that return the object to store. */
import { alreadyExists, apiErrorFrom, isDeepEqual, notFound, resourceOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Fields } from "./bodies.ts";
import type { MemoryObject } from "./memory-store.ts";
import { newMetadata, updatedMetadata } from "./metadata.ts";
import type { RequestInfo } from "./request-info.ts";
import { hasGeneration, hasStatus } from "./served-types.ts";

/** @throws {ApiError} the errors of {@link newMetadata}. */
export function objectToCreate(
  type: ResourceType,
  sent: Fields,
  info: RequestInfo,
  seams: { readonly clock: Clock; readonly random: Random },
): Fields {
  const { status: _status, ...rest } = sent;
  const metadata = newMetadata(type, sent.metadata ?? {}, info, seams);
  return { ...(hasStatus(type) ? rest : sent), metadata };
}

/** The object after an update: only its status changes, or everything except the status if that is a subresource. */
export function objectToUpdate(type: ResourceType, sent: Fields, live: MemoryObject, info: RequestInfo): Fields {
  const metadata = updatedMetadata(type, sent.metadata ?? {}, live, info);
  if (info.subresource === "status") return { ...withStatus(live, sent["status"]), metadata: live.metadata };
  const draft: Fields = { ...(hasStatus(type) ? withStatus(sent, live["status"]) : sent), metadata };
  if (!hasGeneration(type) || isDeepEqual(desiredState(type, draft), desiredState(type, live))) return draft;
  return { ...draft, metadata: { ...metadata, generation: (live.metadata.generation ?? 0) + 1 } };
}

/** Whether the update has removed the last finalizer of an object that is being deleted. */
export function isReleased({ metadata }: KubernetesObject, live: MemoryObject): boolean {
  return live.metadata.deletionTimestamp !== undefined && (metadata?.finalizers ?? []).length === 0;
}

/** The 404 for the object of a request. */
export function missing(type: ResourceType, { name = "" }: Pick<RequestInfo, "name">): Error {
  return notFound(resourceOfType(type), name);
}

/** The 409 for a name that exists. */
export function taken(type: ResourceType, live: MemoryObject): Error {
  const { status } = alreadyExists(resourceOfType(type), live.metadata.name);
  if (live.metadata.deletionTimestamp === undefined) return apiErrorFrom(status);
  return apiErrorFrom({ ...status, message: `object is being deleted: ${status.message}` });
}

function withStatus(object: Fields, status: unknown): Fields {
  const { status: _status, ...rest } = object;
  return status === undefined ? rest : { ...rest, status };
}

/** The fields whose changes increment `metadata.generation`. */
function desiredState(type: ResourceType, object: Fields): object {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, status, ...desired } = object;
  return hasStatus(type) || status === undefined ? desired : { ...desired, status };
}
