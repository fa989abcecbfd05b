/**
 * Subresources. There are four types, by what a request does:
 *
 * - `object`: the parent itself, read and written under other rules (`status`, `ephemeralcontainers`, `finalize`, `approval`);
 * - `view`: another kind computed from the parent and written back into it (`scale`);
 * - `action`: a POST that runs an action and returns an object (`binding`, `eviction`, `token`);
 * - `connect`: a stream of bytes from or to a container or server (`log`, `exec`, `portforward`).
 */
import type { FieldError, GroupVersionKind, ObjectKey } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import type { HeaderMap } from "@kubewright/transport";
import type { SubresourceBody } from "../field-manager/field-manager.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { ApiObject, JsonObject, ReadonlyObject } from "../objects/api-object.ts";
import type { ObjectCodec } from "./object-codec.ts";
import type { RequestContext } from "./server-context.ts";
import type { TableDefinition } from "./table-definition.ts";
import type { UpdateStrategy } from "./update-strategy.ts";

export type Subresource = ObjectSubresource | ViewSubresource | ActionSubresource | ConnectSubresource;

export interface ObjectSubresource {
  readonly type: "object";
  readonly name: string;
  readonly verbs: readonly ("get" | "patch" | "update")[];
  readonly strategy: UpdateStrategy;
  /** Versions that have it. Default: all. */
  readonly versions?: readonly string[];
}

export interface ViewSubresource extends SubresourceBody {
  readonly type: "view";
  readonly verbs: readonly ("get" | "patch" | "update")[];
  readonly versions?: readonly string[];
  /** The view of a parent, with the parent's name, namespace, uid, resourceVersion and creationTimestamp. */
  readonly read: (parent: ReadonlyObject, version: string) => ApiObject;
  /** Throws an `ApiError` for a parent without this view. The view can still be written. */
  readonly checkRead?: (parent: ReadonlyObject, version: string) => void;
  /** Its columns as a table. Default: name and age. */
  readonly table?: (version: string) => TableDefinition;
  /** Checks the types of a view that was sent. Throws an `ApiError` (400). */
  readonly decode?: ObjectCodec["decode"];
  /** Errors of a written view. */
  readonly validate?: (view: ReadonlyObject) => readonly FieldError[];
  /** Where a version of the parent has the replicas that `write` writes; `undefined` for one without this view. */
  readonly replicasAt: (version: string) => readonly string[] | undefined;
  /** Writes the view into the parent's draft; the parent's own rules follow. */
  readonly write: (parent: ApiObject, view: ReadonlyObject, version: string) => void;
}

export interface ActionSubresource extends SubresourceBody {
  readonly type: "action";
  /** Older versions of the kind with the same fields, in which the body may be sent as well. Default: none. */
  readonly olderVersions?: readonly string[];
  readonly verbs: readonly "create"[];
  readonly versions?: readonly string[];
  /** Checks the types of the body and finds unknown fields. Throws an `ApiError` (400). Default: accepts the body unchanged. */
  readonly decode?: ObjectCodec["decode"];
  /** Whether the parent must exist. False for an action on the collection (`/bindings`). Default true. */
  readonly needsParent?: boolean;
  /** Checks the decoded body against the name and namespace in the path, before the parent is read. Throws an `ApiError`. */
  readonly check?: (body: ReadonlyObject, key: ObjectKey) => void;
  /**
   * Runs the action by `context.read` and `context.write`, in one turn, so that it decides on the state that it changes. `body` is decoded as far as
   * its kind is checked; `parent` is the stored object of this turn. Returns the object of the response, possibly a Status, which is sent with 201.
   * Throws `ApiError` for a failure.
   */
  readonly run: (body: ApiObject, parent: ReadonlyObject, context: RequestContext) => ApiObject;
}

export interface ConnectSubresource {
  readonly type: "connect";
  readonly name: string;
  readonly gvk: GroupVersionKind;
  readonly verbs: readonly ("create" | "delete" | "get" | "patch" | "update")[];
  readonly versions?: readonly string[];
  /** Extracts the parent's name from a path segment with more than the name (`https:name:port`). Default: the segment. */
  readonly parentName?: (segment: string) => string;
  /** The options object, of the kind `gvk`, which admission reviews. Default: admission does not review the request. */
  readonly options?: ConnectOptions;
  /** Decodes the options that admission returns. Default: accepts any value. */
  readonly decode?: ObjectCodec["decode"];
  /** Whether every request needs the right to create the subresource, also a GET that upgrades to a WebSocket. Default false. */
  readonly needsCreate?: boolean;
  /** Returns a response of raw bytes, or throws an `ApiError`. */
  readonly connect: (request: ConnectRequest, parent: ReadonlyObject, context: RequestContext) => ConnectResponse;
}

export interface ConnectOptions {
  /** The properties of the kind, which OpenAPI does not publish. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** The fields of the options in a request. `subpath` is the path behind the subresource. */
  readonly parse: (query: URLSearchParams, subpath: string) => JsonObject;
}

export interface ConnectRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  /** The options after admission. Empty for a subresource without options. */
  readonly options: JsonObject;
  readonly headers: HeaderMap;
  /** Aborted when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** Resolves on the next write of any object to the store, or when the signal aborts. */
  readonly nextWrite: (signal: AbortSignal) => Promise<void>;
}

/** A response of raw bytes, or one that upgrades the connection to a two-way stream. */
export type ConnectResponse = ServerResponse;
