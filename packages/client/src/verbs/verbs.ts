/**
 * The lower level of the client: each API verb on one resource type, with objects as bytes. Informers use it, because a cache stores the JSON of an
 * object and parses it when it is read. `Client` has the same verbs with typed objects.
 */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { HeaderMap, RequestLane, TransportResponse, WebSocketConnection } from "@kubewright/transport";

import type { ListChunk } from "../stream/list-decoder.ts";
import type { RawWatchEvent } from "../stream/watch-decoder.ts";

/** The options of every request. */
export interface RequestOptions {
  /** Ends the request or the stream; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The largest number of retries, after the failures of the client's `RetryPolicy`. Default: the number of the policy; 0 for a watch. Requests
   * that are not idempotent (POST, JSON patch) are retried only after a rejection by the server's flow control.
   */
  readonly retriesMax?: number;
  /**
   * The longest time, in milliseconds, until the response is complete. A request that takes longer rejects with a `TransportError` of kind "timeout";
   * the server may have executed it. A list counts each wait for the server, so its reader may take any time. A retry has the same limit again.
   * Default: `requestTimeoutMs` of the client, except for `raw.send`, whose response may be a stream. 0: no limit.
   */
  readonly timeoutMs?: number | undefined;
}

/** Selects objects of a collection. Selectors are query strings: `app=web,tier!=cache`, `status.phase=Running`. */
export interface CollectionOptions extends RequestOptions {
  /** Only this namespace. Absent: all namespaces. Must be absent for cluster-scoped types. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Responses contain only apiVersion, kind and metadata (`PartialObjectMetadata`). */
  readonly metadataOnly?: boolean;
}

/** See https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions for the meaning of the versions. */
export interface ListStreamOptions extends CollectionOptions {
  /** The largest number of items per page. The server ignores it with `resourceVersion: "0"`. Absent: one page with all items. */
  readonly limit?: number;
  /** The `continue` of the previous page. It excludes `resourceVersion` and `resourceVersionMatch`. */
  readonly continue?: string;
  /** Absent: the latest state, by a quorum read. "0": any state in the watch cache of the server. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
}

export interface WatchOptions extends Omit<CollectionOptions, "timeoutMs"> {
  /** Changes after this version. Absent or "0": the existing objects as ADDED, then changes. */
  readonly resourceVersion?: string;
  /**
   * The server ends the watch after this time. If it does not, the client ends the watch 30 s later, also without an error. 0: the server chooses
   * the time, and the client has no limit. Default: random between 5 and 10 minutes.
   */
  readonly timeoutSeconds?: number;
  /** Default true. */
  readonly allowWatchBookmarks?: boolean;
  /** A streamed list: the existing objects as ADDED, then a bookmark with the annotation `k8s.io/initial-events-end`, then changes. */
  readonly sendInitialEvents?: boolean;
  /** Required by the server together with `sendInitialEvents`, which sets it to "NotOlderThan" by default. */
  readonly resourceVersionMatch?: "NotOlderThan";
  /** Called once the server has accepted the watch, before the first event. */
  readonly onOpen?: () => void;
}

export interface GetOptions extends RequestOptions {
  readonly subresource?: string;
  readonly resourceVersion?: string;
  readonly metadataOnly?: boolean;
}

/** The options of writes. See https://kubernetes.io/docs/reference/using-api/api-concepts/ for field validation and dry run. */
export interface RawWriteOptions extends RequestOptions {
  readonly subresource?: string;
  /** Nothing is stored; the response is the object that would have been stored. */
  readonly dryRun?: boolean;
  /** The manager in `managedFields`. Default: the client's. */
  readonly fieldManager?: string | undefined;
  /** What the server does with unknown and duplicate fields. Default: the server's, "Warn". */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore" | undefined;
}

/** The patch types of the API. The type determines the media type of the request. */
export type PatchType = "merge" | "json" | "strategic" | "apply";

export interface RawPatchOptions extends RawWriteOptions {
  readonly type: PatchType;
  /** Only with "apply": takes fields over from other managers instead of failing with a conflict. */
  readonly force?: boolean;
}

/** The body of a delete, as `DeleteOptions` of meta/v1. */
export interface RawDeleteOptions extends RequestOptions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly dryRun?: boolean;
}

/** A request for which there is no verb: a log, a proxy, a non-resource path. */
export interface RawRequest extends RequestOptions {
  readonly method: string;
  /** With the query, already encoded. */
  readonly path: string;
  readonly headers?: HeaderMap;
  readonly body?: Uint8Array | string;
  /** `bulk` for a response that is long or read slowly. Default: `default`. */
  readonly lane?: RequestLane;
}

/** A request for a WebSocket: exec, attach, port-forward, or the proxy of a Pod or Service. */
export interface ConnectRequest extends Pick<RequestOptions, "signal"> {
  /** With the query, already encoded. */
  readonly path: string;
  /** The offered subprotocols, the preferred one first. */
  readonly protocols: readonly string[];
  /** The plural of the resource, for metrics. Default: "". */
  readonly resource?: string;
  /** Follows "Cannot" in errors: `exec in Pod "default/web"`. Default: `connect to` and the path. */
  readonly action?: string;
}

/**
 * API verbs with objects as bytes. Every method throws `ApiError` for an error response, and `TransportError` without a complete response.
 */
export interface Verbs {
  /** Yields one page of a list (the whole list without `limit`), in the chunks in which the items arrive. Leaving the loop ends the request. */
  listStream(type: ResourceType, options?: ListStreamOptions): AsyncIterable<ListChunk>;
  /** Yields changes until the server ends the watch, which is not an error: start the next watch from the last resourceVersion. */
  watch(type: ResourceType, options?: WatchOptions): AsyncIterable<RawWatchEvent>;
  get(type: ResourceType, key: ObjectKey, options?: GetOptions): Promise<Uint8Array>;
  /** `key.name` is used only with a subresource; the name of a new object is in its body. */
  create(
    type: ResourceType,
    key: Partial<ObjectKey>,
    body: Uint8Array | string,
    options?: RawWriteOptions,
  ): Promise<Uint8Array>;
  update(type: ResourceType, key: ObjectKey, body: Uint8Array | string, options?: RawWriteOptions): Promise<Uint8Array>;
  patch(type: ResourceType, key: ObjectKey, body: Uint8Array | string, options: RawPatchOptions): Promise<Uint8Array>;
  /** Returns the object while it waits for finalizers or its grace period, otherwise a Status. */
  delete(type: ResourceType, key: ObjectKey, options?: RawDeleteOptions): Promise<Uint8Array>;
  deleteCollection(type: ResourceType, options?: CollectionOptions & RawDeleteOptions): Promise<Uint8Array>;
  /** Sends the request unchanged; the body of the response must be read or abandoned with `break`. Error responses throw as with other verbs. */
  send(request: RawRequest): Promise<TransportResponse>;
  /** Opens a WebSocket. An abort of the signal closes it at any time. A rejected handshake throws `ApiError`. */
  connect(request: ConnectRequest): Promise<WebSocketConnection>;
}
