// The verbs of the API as requests: method, path, media types, and whether the request may be retried. Pure functions.
// https://kubernetes.io/docs/reference/using-api/api-concepts/

import type { Random } from "@kubewright/async";
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { encodeJson, formatKey } from "@kubewright/apimachinery";

import type { BudgetLane } from "../observer.ts";
import { watchMarginMs } from "./exchange-limit.ts";
import { collectionPath, objectPath, queryOf } from "./paths.ts";
import type { OutgoingRequest } from "./sender.ts";
import type {
  CollectionOptions,
  GetOptions,
  ListStreamOptions,
  PatchType,
  RawDeleteOptions,
  RawPatchOptions,
  RawRequest,
  RawWriteOptions,
  WatchOptions,
} from "./verbs.ts";

/** Watches end at random ages, so that the clients of a server do not all reconnect at the same moment. */
const watchSecondsMin = 300;
const watchSecondsMax = 600;

const json = "application/json";

const patchMediaTypes: Readonly<Record<PatchType, string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml", // JSON is YAML; every server with apply accepts this media type.
};

/** Content of a write: an object or patch as JSON. */
export type Content = Uint8Array | string;

export function listRequest(type: ResourceType, options: ListStreamOptions): OutgoingRequest {
  const { limit, resourceVersion, resourceVersionMatch } = options;
  const page = { limit, continue: options.continue, resourceVersion, resourceVersionMatch };
  return {
    method: "GET",
    path: collectionPath(type, options.namespace) + queryOf({ ...selectorsOf(options), ...page }),
    accept: acceptOf(options.metadataOnly, "PartialObjectMetadataList"),
    action: `list ${collectionName(type, options.namespace)}`,
    lane: "bulk",
    takesSlot: true,
    verb: "list",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "silence", // The reader of a long list may need more time than the server.
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function watchRequest(type: ResourceType, options: WatchOptions, random: Random): OutgoingRequest {
  const { resourceVersion, sendInitialEvents, allowWatchBookmarks = true } = options;
  const timeoutSeconds = options.timeoutSeconds ?? watchSecondsMin + random.int(watchSecondsMax - watchSecondsMin + 1);
  const query = queryOf({
    watch: true,
    ...selectorsOf(options),
    resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch ?? (sendInitialEvents ? "NotOlderThan" : undefined),
    sendInitialEvents,
    allowWatchBookmarks,
    timeoutSeconds,
  });
  return {
    method: "GET",
    path: collectionPath(type, options.namespace) + query,
    accept: acceptOf(options.metadataOnly, "PartialObjectMetadata"),
    action: `watch ${collectionName(type, options.namespace)}`,
    lane: "bulk",
    takesSlot: false, // A server may send the headers together with the first event.
    verb: "watch",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "age",
    // A server with timeoutSeconds=0 chooses the age itself.
    timeoutMs: timeoutSeconds === 0 ? 0 : timeoutSeconds * 1000 + watchMarginMs,
    signal: options.signal,
  };
}

export function getRequest(type: ResourceType, key: ObjectKey, options: GetOptions): OutgoingRequest {
  return {
    method: "GET",
    path: objectPath(type, key, options.subresource) + queryOf({ resourceVersion: options.resourceVersion }),
    accept: acceptOf(options.metadataOnly, "PartialObjectMetadata"),
    action: `get ${objectName(type, key, options.subresource)}`,
    lane: laneOf(type, options.subresource),
    takesSlot: true,
    verb: "get",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function createRequest(
  type: ResourceType,
  { name = "", namespace }: Partial<ObjectKey>,
  content: Content,
  options: RawWriteOptions,
): OutgoingRequest {
  const key = { name, ...(namespace === undefined ? {} : { namespace }) };
  const path =
    options.subresource === undefined ? newObjectPath(type, namespace) : objectPath(type, key, options.subresource);
  return {
    method: "POST",
    path: path + queryOf(writeParameters(options)),
    accept: json,
    contentType: json,
    body: content,
    action: `create ${objectName(type, key, options.subresource)}`,
    lane: laneOf(type, options.subresource),
    takesSlot: true,
    verb: "create",
    resource: type.plural,
    isIdempotent: false, // The server may have executed a POST whose response was lost; only the caller can check.
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function updateRequest(
  type: ResourceType,
  key: ObjectKey,
  content: Content,
  options: RawWriteOptions,
): OutgoingRequest {
  return {
    method: "PUT",
    path: objectPath(type, key, options.subresource) + queryOf(writeParameters(options)),
    accept: json,
    contentType: json,
    body: content,
    action: `update ${objectName(type, key, options.subresource)}`,
    lane: laneOf(type, options.subresource),
    takesSlot: true,
    verb: "update",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function patchRequest(
  type: ResourceType,
  key: ObjectKey,
  content: Content,
  options: RawPatchOptions,
): OutgoingRequest {
  const force = options.type === "apply" ? options.force : undefined;
  return {
    method: "PATCH",
    path: objectPath(type, key, options.subresource) + queryOf({ ...writeParameters(options), force }),
    accept: json,
    contentType: patchMediaTypes[options.type],
    body: content,
    action: `${options.type === "apply" ? "apply" : "patch"} ${objectName(type, key, options.subresource)}`,
    lane: laneOf(type, options.subresource),
    takesSlot: true,
    verb: "patch",
    resource: type.plural,
    isIdempotent: options.type !== "json", // A repeated JSON patch would add an item to a list twice.
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function deleteRequest(type: ResourceType, key: ObjectKey, options: RawDeleteOptions): OutgoingRequest {
  return {
    method: "DELETE",
    path: objectPath(type, key),
    accept: json,
    contentType: json,
    body: encodeJson(deleteBody(options)),
    action: `delete ${objectName(type, key)}`,
    lane: "urgent",
    takesSlot: true,
    verb: "delete",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

export function deleteCollectionRequest(
  type: ResourceType,
  options: CollectionOptions & RawDeleteOptions,
): OutgoingRequest {
  return {
    method: "DELETE",
    path: collectionPath(type, options.namespace) + queryOf(selectorsOf(options)),
    accept: options.metadataOnly ? `${acceptOf(true, "PartialObjectMetadataList")},${json}` : json,
    contentType: json,
    body: encodeJson(deleteBody(options)),
    action: `delete ${collectionName(type, options.namespace)}`,
    lane: "urgent",
    takesSlot: true,
    verb: "deletecollection",
    resource: type.plural,
    isIdempotent: true,
    retriesMax: options.retriesMax,
    limit: "response",
    timeoutMs: options.timeoutMs,
    signal: options.signal,
  };
}

/** Retried only with the methods GET and HEAD. Its duration is unknown, so it takes no slot of the budget. */
export function rawRequest(request: RawRequest): OutgoingRequest {
  const { accept = json, ...headers } = request.headers ?? {};
  return {
    method: request.method,
    path: request.path,
    accept: typeof accept === "string" ? accept : accept.join(", "),
    headers,
    ...(request.body === undefined ? {} : { body: request.body }),
    action: `${request.method} ${request.path}`,
    lane: request.lane ?? "default",
    takesSlot: false,
    verb: "raw",
    resource: "",
    isIdempotent: request.method === "GET" || request.method === "HEAD",
    retriesMax: request.retriesMax,
    ...(request.timeoutMs === undefined ? {} : { limit: "response", timeoutMs: request.timeoutMs }),
    signal: request.signal,
  };
}

/** Requests for Leases and for the status are urgent: leadership and what users see depend on them. */
function laneOf({ group, plural }: ResourceType, subresource: string | undefined): BudgetLane {
  const isLease = group === "coordination.k8s.io" && plural === "leases";
  return isLease || subresource === "status" ? "urgent" : "default";
}

function writeParameters(options: RawWriteOptions): Readonly<Record<string, string | undefined>> {
  const { dryRun, fieldManager, fieldValidation } = options;
  return { dryRun: dryRun ? "All" : undefined, fieldManager, fieldValidation };
}

function newObjectPath(type: ResourceType, namespace: string | undefined): string {
  if (type.namespaced && (namespace ?? "") === "") {
    throw new TypeError(`Cannot create ${type.kind}: it has no namespace, and ${type.plural} are namespaced`);
  }
  return collectionPath(type, namespace);
}

function acceptOf(metadataOnly: boolean | undefined, as: string): string {
  return metadataOnly ? `application/json;as=${as};v=v1;g=meta.k8s.io` : json;
}

function selectorsOf({
  labelSelector,
  fieldSelector,
}: CollectionOptions): Readonly<Record<string, string | undefined>> {
  // An empty selector selects everything, as an absent selector does.
  return { labelSelector: labelSelector || undefined, fieldSelector: fieldSelector || undefined };
}

function deleteBody(options: RawDeleteOptions): object {
  const { uid, resourceVersion, gracePeriodSeconds, propagationPolicy, dryRun } = options;
  const preconditions = uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion };
  return {
    kind: "DeleteOptions",
    apiVersion: "v1", // Every group accepts this version of DeleteOptions.
    preconditions,
    gracePeriodSeconds,
    propagationPolicy,
    dryRun: dryRun ? ["All"] : undefined,
  };
}

function objectName(type: ResourceType, key: ObjectKey, subresource?: string): string {
  return `${subresource === undefined ? "" : `${subresource} of `}${type.kind} ${JSON.stringify(formatKey(key))}`;
}

function collectionName(type: ResourceType, namespace: string | undefined): string {
  return namespace === undefined ? type.plural : `${type.plural} in namespace ${JSON.stringify(namespace)}`;
}
