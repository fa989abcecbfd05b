// The verbs of the API as requests: which method, which path, which media type.
// https://kubernetes.io/docs/reference/using-api/api-concepts/

import type { Random } from "@kubewright/async";
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import { encodeJson, formatKey } from "@kubewright/apimachinery";
import { readBody } from "@kubewright/transport";

import { decodeList } from "../stream/list-decoder.ts";
import { decodeWatch } from "../stream/watch-decoder.ts";
import { eventError } from "./answer-error.ts";
import { collectionPath, objectPath, queryOf } from "./paths.ts";
import type { Sender } from "./sender.ts";
import type {
  CollectionOptions,
  GetOptions,
  ListChunk,
  ListStreamOptions,
  PatchType,
  RawDeleteOptions,
  RawPatchOptions,
  RawRequest,
  RawWatchEvent,
  RawWriteOptions,
  RequestOptions,
  Verbs,
  WatchOptions,
} from "./verbs.ts";

/** How often a request that may be repeated is sent again, each time after the `Retry-After` of the server. */
export const retriesMax = 5;

/** Watches end at different ages, so that a server's watches do not all come back in the same moment. */
const watchSecondsMin = 300;
const watchSecondsMax = 600;

/** The largest answer taken into memory as a whole: an object, or what a collection delete returns. */
const bodyBytesMax = 64 * 1024 * 1024;

const json = "application/json";

export interface CreateVerbsOptions {
  readonly send: Sender;
  readonly random: Random;
  readonly fieldManager?: string;
}

export function createVerbs({ send, random, fieldManager }: CreateVerbsOptions): Verbs {
  return { listStream, watch, get, create, update, patch, delete: deleteObject, deleteCollection, send: sendRaw };

  async function* listStream(type: ResourceType, options: ListStreamOptions = {}): AsyncGenerator<ListChunk> {
    const { limit, resourceVersion, resourceVersionMatch } = options;
    const query = queryOf({
      ...selectorsOf(options),
      limit,
      continue: options.continue,
      resourceVersion,
      resourceVersionMatch,
    });
    const response = await send({
      method: "GET",
      path: collectionPath(type, options.namespace) + query,
      accept: acceptOf(options.metadataOnly, "PartialObjectMetadataList"),
      action: `list ${collectionName(type, options.namespace)}`,
      verb: "list",
      resource: type.plural,
      retriesMax: options.retriesMax ?? retriesMax,
      ...signalOf(options),
    });
    yield* decodeList(response.body);
  }

  async function* watch(type: ResourceType, options: WatchOptions = {}): AsyncGenerator<RawWatchEvent> {
    const { resourceVersion, sendInitialEvents, allowWatchBookmarks = true } = options;
    const timeoutSeconds =
      options.timeoutSeconds ?? watchSecondsMin + random.int(watchSecondsMax - watchSecondsMin + 1);
    const query = queryOf({
      watch: true,
      ...selectorsOf(options),
      resourceVersion,
      resourceVersionMatch: options.resourceVersionMatch ?? (sendInitialEvents ? "NotOlderThan" : undefined),
      sendInitialEvents,
      allowWatchBookmarks,
      timeoutSeconds,
    });
    const action = `watch ${collectionName(type, options.namespace)}`;
    const response = await send({
      method: "GET",
      path: collectionPath(type, options.namespace) + query,
      accept: acceptOf(options.metadataOnly, "PartialObjectMetadata"),
      action,
      verb: "watch",
      resource: type.plural,
      retriesMax: options.retriesMax ?? 0,
      ...signalOf(options),
    });
    options.onOpen?.();
    yield* decodeWatch(response.body, (status) => eventError(status, action));
  }

  async function get(type: ResourceType, key: ObjectKey, options: GetOptions = {}): Promise<Uint8Array> {
    return body({
      method: "GET",
      path: objectPath(type, key, options.subresource) + queryOf({ resourceVersion: options.resourceVersion }),
      accept: acceptOf(options.metadataOnly, "PartialObjectMetadata"),
      action: `get ${objectName(type, key, options.subresource)}`,
      verb: "get",
      resource: type.plural,
      retriesMax: options.retriesMax ?? retriesMax,
      ...signalOf(options),
    });
  }

  async function create(
    type: ResourceType,
    key: Partial<ObjectKey>,
    content: Uint8Array | string,
    options: RawWriteOptions = {},
  ): Promise<Uint8Array> {
    const { name = "", namespace } = key;
    const owner = { name, ...(namespace === undefined ? {} : { namespace }) };
    const path =
      options.subresource === undefined ? newObjectPath(type, namespace) : objectPath(type, owner, options.subresource);
    return body({
      method: "POST",
      path: path + queryOf(writeParameters(options)),
      accept: json,
      contentType: json,
      body: content,
      action: `create ${objectName(type, owner, options.subresource)}`,
      verb: "create",
      resource: type.plural,
      // A POST whose answer was lost may have been done: only the caller can find out.
      retriesMax: 0,
      ...signalOf(options),
    });
  }

  async function update(
    type: ResourceType,
    key: ObjectKey,
    content: Uint8Array | string,
    options: RawWriteOptions = {},
  ): Promise<Uint8Array> {
    return body({
      method: "PUT",
      path: objectPath(type, key, options.subresource) + queryOf(writeParameters(options)),
      accept: json,
      contentType: json,
      body: content,
      action: `update ${objectName(type, key, options.subresource)}`,
      verb: "update",
      resource: type.plural,
      retriesMax: options.retriesMax ?? retriesMax,
      ...signalOf(options),
    });
  }

  async function patch(
    type: ResourceType,
    key: ObjectKey,
    content: Uint8Array | string,
    options: RawPatchOptions,
  ): Promise<Uint8Array> {
    const force = options.type === "apply" ? options.force : undefined;
    return body({
      method: "PATCH",
      path: objectPath(type, key, options.subresource) + queryOf({ ...writeParameters(options), force }),
      accept: json,
      contentType: patchMediaTypes[options.type],
      body: content,
      action: `${options.type === "apply" ? "apply" : "patch"} ${objectName(type, key, options.subresource)}`,
      verb: "patch",
      resource: type.plural,
      // Adding to a list by a JSON patch twice adds twice.
      retriesMax: options.type === "json" ? 0 : (options.retriesMax ?? retriesMax),
      ...signalOf(options),
    });
  }

  async function deleteObject(type: ResourceType, key: ObjectKey, options: RawDeleteOptions = {}): Promise<Uint8Array> {
    return body({
      method: "DELETE",
      path: objectPath(type, key),
      accept: json,
      contentType: json,
      body: encodeJson(deleteBody(options)),
      action: `delete ${objectName(type, key)}`,
      verb: "delete",
      resource: type.plural,
      retriesMax: options.retriesMax ?? retriesMax,
      ...signalOf(options),
    });
  }

  async function deleteCollection(
    type: ResourceType,
    options: CollectionOptions & RawDeleteOptions = {},
  ): Promise<Uint8Array> {
    return body({
      method: "DELETE",
      path: collectionPath(type, options.namespace) + queryOf(selectorsOf(options)),
      accept: json,
      contentType: json,
      body: encodeJson(deleteBody(options)),
      action: `delete ${collectionName(type, options.namespace)}`,
      verb: "deletecollection",
      resource: type.plural,
      retriesMax: options.retriesMax ?? retriesMax,
      ...signalOf(options),
    });
  }

  function sendRaw(request: RawRequest): ReturnType<Sender> {
    const { accept = json, ...headers } = request.headers ?? {};
    return send({
      method: request.method,
      path: request.path,
      accept: typeof accept === "string" ? accept : accept.join(", "),
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      action: `${request.method} ${request.path}`,
      verb: "raw",
      resource: "",
      retriesMax: request.method === "GET" || request.method === "HEAD" ? (request.retriesMax ?? retriesMax) : 0,
      ...signalOf(request),
    });
  }

  async function body(request: Parameters<Sender>[0]): Promise<Uint8Array> {
    return readBody(await send(request), { limitBytes: bodyBytesMax });
  }

  function writeParameters(options: RawWriteOptions): Readonly<Record<string, string | undefined>> {
    return {
      dryRun: options.dryRun ? "All" : undefined,
      fieldManager: options.fieldManager ?? fieldManager,
      fieldValidation: options.fieldValidation,
    };
  }
}

const patchMediaTypes: Readonly<Record<PatchType, string>> = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml", // JSON is YAML; this name is understood by every server that has apply.
};

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
  // An empty selector selects everything, as an absent one does.
  return { labelSelector: labelSelector || undefined, fieldSelector: fieldSelector || undefined };
}

function deleteBody(options: RawDeleteOptions): object {
  const { uid, resourceVersion, gracePeriodSeconds, propagationPolicy, dryRun } = options;
  const preconditions = uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion };
  return {
    kind: "DeleteOptions",
    apiVersion: "v1", // The one version of DeleteOptions that every group takes.
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

function signalOf({ signal }: RequestOptions): RequestOptions {
  return signal === undefined ? {} : { signal };
}
