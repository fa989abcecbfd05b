/**
 * A case of the comparison with a real kube-apiserver: a short list of requests, as data. They can refer to earlier responses
 * and to the namespace of the case:
 *
 * - `{{0.metadata.uid}}` is the uid in the body of the first response.
 * - `{{0.metadata.uid|none}}` is `none` if the uid is absent.
 * - `{{0.headers.etag}}` is a header of the first response.
 * - `{{namespace}}` is the namespace of the case, and also a name for cluster-scoped objects.
 *
 * A step may also open a watch, which stays open while later steps write, and which other steps read: the response of such a step is the received
 * events (`{ events, ended? }`).
 *
 * A real server iterates over labels, and over the properties of a schema, in random order. So a case has at most one
 * error from such an iteration, or its errors are compared in any order.
 */

export interface DifferentialRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, other values as JSON. */
  readonly body?: unknown;
  /** Another encoding of the body: the object, or a string with its JSON, in protobuf; or the string as base64. */
  readonly encoding?: "protobuf" | "base64";
  /**
   * Repeated until the response has this status: a real server applies a new role a moment later. Set only for the first request that
   * depends on it.
   */
  readonly until?: number;
  /** With `until`: the response must also contain this string, in its warnings or in its body as JSON. For a status that the server also returns before its caches are current. */
  readonly untilContains?: string;
  /** Further compared headers, in lower case. Hashes, dates and ids in their values are masked. */
  readonly compareHeaders?: readonly string[];
  /** The body is compared as text, with its indentation and the order of its keys. */
  readonly asText?: boolean;
  /** The errors of a Status are compared in any order. */
  readonly anyOrderOfCauses?: boolean;
  /** A watch: its response is this number of events, and it stays open for later steps. */
  readonly events?: EventCount;
  /**
   * Requests that are in flight together with this one. The response is then the sorted outcomes of all, each a status with its reason. `either`:
   * outcomes that depend on which request comes first, and count as one.
   */
  readonly together?: readonly DifferentialRequest[];
  readonly either?: readonly string[];
}

/** This number of events, or fewer if the watch ends before; all until it ends; or those up to the first event of the object with this name. */
export type EventCount = number | "all" | { readonly until: string };

/** Continues the watch that an earlier step has opened. */
export interface WatchReading {
  /** The number of that step. */
  readonly watch: number;
  readonly events: EventCount;
}

export type DifferentialStep = DifferentialRequest | WatchReading;

export interface DifferentialCase {
  /** Lower-case letters, digits and dashes. Unique, because it is the name of the case's namespace. */
  readonly name: string;
  readonly requests: readonly DifferentialStep[];
}

const patchMediaTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/** Cases by name. */
export function cases(
  group: string,
  requests: Readonly<Record<string, readonly DifferentialStep[]>>,
): readonly DifferentialCase[] {
  return Object.entries(requests).map(([name, list]) => ({ name: `${group}-${name}`, requests: list }));
}

/** The names of cases, in their order. */
export function namesOf(list: readonly DifferentialCase[]): readonly string[] {
  return list.map(({ name }) => name);
}

export function get(path: string, headers?: Readonly<Record<string, string>>): DifferentialRequest {
  return { method: "GET", path, ...(headers ? { headers } : {}) };
}

export function post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): DifferentialRequest {
  return { method: "POST", path, body, ...(headers ? { headers } : {}) };
}

export function put(path: string, body: unknown, headers?: Readonly<Record<string, string>>): DifferentialRequest {
  return { method: "PUT", path, body, ...(headers ? { headers } : {}) };
}

export function patch(type: keyof typeof patchMediaTypes, path: string, body: unknown): DifferentialRequest {
  return { method: "PATCH", path, body, headers: { "content-type": patchMediaTypes[type] } };
}

export function remove(path: string, body?: unknown): DifferentialRequest {
  return { method: "DELETE", path, ...(body === undefined ? {} : { body }) };
}

/** The same request, with these headers of the response compared, too. */
export function comparing(headers: readonly string[], request: DifferentialRequest): DifferentialRequest {
  return { ...request, compareHeaders: headers };
}

/** The same request, with the response compared as text. */
export function asText(request: DifferentialRequest): DifferentialRequest {
  return { ...request, asText: true };
}

/** The same request, whose errors are compared in any order. */
export function inAnyOrder(request: DifferentialRequest): DifferentialRequest {
  return { ...request, anyOrderOfCauses: true };
}

/** The same request, repeated until the response has `status` and contains `untilContains`. */
export function until(status: number, request: DifferentialRequest, untilContains?: string): DifferentialRequest {
  return { ...request, until: status, ...(untilContains === undefined ? {} : { untilContains }) };
}

/** Opens a watch on this path and reads its first events. */
export function watch(
  path: string,
  events: EventCount,
  headers?: Readonly<Record<string, string>>,
): DifferentialRequest {
  return { ...get(path, headers), events };
}

/** Continues the watch that the step of this number has opened. */
export function read(step: number, events: EventCount): WatchReading {
  return { watch: step, events };
}

const protobufType = "application/vnd.kubernetes.protobuf";

/** The request with its body in protobuf: the encoded object, or these bytes. */
export function inProtobuf(request: DifferentialRequest, bytes?: Uint8Array): DifferentialRequest {
  const headers = { "content-type": protobufType, ...request.headers };
  if (bytes === undefined) return { ...request, headers, encoding: "protobuf" };
  return { ...request, headers, body: Buffer.from(bytes).toString("base64"), encoding: "base64" };
}

/** The same request, with a response in protobuf. */
export function acceptingProtobuf(request: DifferentialRequest): DifferentialRequest {
  return { ...request, headers: { ...request.headers, accept: protobufType } };
}
