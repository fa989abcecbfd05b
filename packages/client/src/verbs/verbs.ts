/**
 * The low level of the client: each API verb over one resource type, on bytes. Informers use it, because a cache stores the JSON of an
 * object and parses it on reads; `Client` is the same on objects.
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
   * How often the request is sent again at most, after the failures of the client's `RetryPolicy`. Default: the policy's number, for a watch 0. Requests
   * that are not idempotent (POST, JSON patch) are never sent again.
   */
  readonly retriesMax?: number;
}

/** Narrows a collection. Selectors are in the query form: `app=web,tier!=cache`, `status.phase=Running`. */
export interface CollectionOptions extends RequestOptions {
  /** Only this namespace. Absent: all of them, and the only choice for cluster-scoped types. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Answers carry apiVersion, kind and metadata alone (`PartialObjectMetadata`). */
  readonly metadataOnly?: boolean;
}

/** See https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions for the meaning of the versions. */
export interface ListStreamOptions extends CollectionOptions {
  /** Items a page at most. The server ignores it together with `resourceVersion: "0"`. Absent: no pages. */
  readonly limit?: number;
  /** The `continue` of the page before. It excludes `resourceVersion` and `resourceVersionMatch`. */
  readonly continue?: string;
  /** Absent: the latest state, by quorum. "0": any state that the server has at hand. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
}

export interface WatchOptions extends CollectionOptions {
  /** Changes after this version. Absent or "0": what is there now as ADDED, then changes. */
  readonly resourceVersion?: string;
  /** The server ends the watch after this time. Default: random between 5 and 10 minutes. */
  readonly timeoutSeconds?: number;
  /** Default true. */
  readonly allowWatchBookmarks?: boolean;
  /** A streamed list: what is there as ADDED, then a bookmark annotated `k8s.io/initial-events-end`, then changes. */
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

/** What writes take. See https://kubernetes.io/docs/reference/using-api/api-concepts/ for field validation and dry run. */
export interface RawWriteOptions extends RequestOptions {
  readonly subresource?: string;
  /** Nothing is stored; the answer is what it would have been. */
  readonly dryRun?: boolean;
  /** The manager in `managedFields`. Default: the client's. */
  readonly fieldManager?: string | undefined;
  /** What the server does about unknown and duplicate fields. Default: the server's, "Warn". */
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore" | undefined;
}

/** The four patches of the API; each goes with its media type, so that the two cannot disagree. */
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

/** A request that none of the verbs covers: a log, a proxy, a non-resource path. */
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
  /** Continues "Cannot" in errors: `exec in Pod "default/web"`. Default: the path. */
  readonly action?: string;
}

/**
 * API verbs over bytes. Every method throws `ApiError` when the server answers with an error Status and `TransportError` when there
 * is no whole answer.
 */
export interface Verbs {
  /** One page of a list (all of it without `limit`), in the chunks in which the items arrive. Leaving the loop ends the request. */
  listStream(type: ResourceType, options?: ListStreamOptions): AsyncIterable<ListChunk>;
  /** Changes until the server ends the watch, which is no error: reconnect from the last version seen. No limit on its age. */
  watch(type: ResourceType, options?: WatchOptions): AsyncIterable<RawWatchEvent>;
  get(type: ResourceType, key: ObjectKey, options?: GetOptions): Promise<Uint8Array>;
  /** `key.name` is used with a subresource only; the name of a new object is in its body. */
  create(
    type: ResourceType,
    key: Partial<ObjectKey>,
    body: Uint8Array | string,
    options?: RawWriteOptions,
  ): Promise<Uint8Array>;
  update(type: ResourceType, key: ObjectKey, body: Uint8Array | string, options?: RawWriteOptions): Promise<Uint8Array>;
  patch(type: ResourceType, key: ObjectKey, body: Uint8Array | string, options: RawPatchOptions): Promise<Uint8Array>;
  /** Answers with the object while it waits for finalizers or its grace period, else with a Status. */
  delete(type: ResourceType, key: ObjectKey, options?: RawDeleteOptions): Promise<Uint8Array>;
  deleteCollection(type: ResourceType, options?: CollectionOptions & RawDeleteOptions): Promise<Uint8Array>;
  /** Sends the request unchanged; the body of the response must be read or left by `break`. Error responses throw as with other verbs. */
  send(request: RawRequest): Promise<TransportResponse>;
  /** Opens a WebSocket. The signal ends it at any time. A refused handshake throws `ApiError`. */
  connect(request: ConnectRequest): Promise<WebSocketConnection>;
}
