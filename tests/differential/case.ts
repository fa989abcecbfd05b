/**
 * A case of the comparison with a real kube-apiserver: a short list of requests, as data. They are made of earlier answers where they
 * must be (`{{0.metadata.uid}}` is the uid in the body of the first answer, `{{0.metadata.uid|none}}` is `none` where it has none,
 * `{{0.headers.etag}}` is one of its headers), and of the namespace that the case has for itself (`{{namespace}}`, which is also a name
 * for what is in no namespace).
 *
 * A step may also open a watch, which stays open while later steps write and is read by others: the answer of such a step is what has
 * come (`{ events, ended? }`).
 *
 * A real server walks through labels, and through the properties of a schema, in another order each time. So a case has at most one
 * error that comes from such a walk, or its errors are compared in any order.
 */

export interface DifferentialRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** How the body becomes bytes instead: the object, or a string with its JSON, in protobuf; or the string as base64. */
  readonly encoding?: "protobuf" | "base64";
  /**
   * Sent again until it is answered with this status: a real server acts on a new role a moment later. Given for the first request
   * alone that depends on it.
   */
  readonly until?: number;
  /** With `until`: the answer must also contain this string, in its warnings or in its body as JSON. For a status that the server returns before its caches are current, too. */
  readonly untilContains?: string;
  /** Further headers that are compared, in lower case. What varies in their values (hashes, dates, ids) is masked. */
  readonly compareHeaders?: readonly string[];
  /** The body is compared as the text that was sent: its indentation and the order of its keys count. */
  readonly asText?: boolean;
  /** The errors of a Status are compared in any order. */
  readonly anyOrderOfCauses?: boolean;
  /** A watch: its answer is the events that have come, as many as this, and it stays open for later steps. */
  readonly events?: EventCount;
  /**
   * Requests that are in flight together with this one. The answer is then the sorted outcomes of all, each a status with its reason. `either`:
   * outcomes that depend on which request comes first, and count as one.
   */
  readonly together?: readonly DifferentialRequest[];
  readonly either?: readonly string[];
}

/** So many events, or fewer when the watch ends before; all until it ends; or those up to the first about the object of this name. */
export type EventCount = number | "all" | { readonly until: string };

/** Reads on in the watch that an earlier step has opened. */
export interface WatchReading {
  /** The number of that step. */
  readonly watch: number;
  readonly events: EventCount;
}

export type DifferentialStep = DifferentialRequest | WatchReading;

export interface DifferentialCase {
  /** In lower-case letters, digits and dashes, and unique: the case's namespace is called so. */
  readonly name: string;
  readonly requests: readonly DifferentialStep[];
}

const patchMediaTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
} as const;

/** Cases by their names. */
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

/** The same request, of whose answer these headers are compared too. */
export function comparing(headers: readonly string[], request: DifferentialRequest): DifferentialRequest {
  return { ...request, compareHeaders: headers };
}

/** The same request, whose answer is compared as text. */
export function asText(request: DifferentialRequest): DifferentialRequest {
  return { ...request, asText: true };
}

/** The same request, whose errors are compared in any order. */
export function inAnyOrder(request: DifferentialRequest): DifferentialRequest {
  return { ...request, anyOrderOfCauses: true };
}

/** The same request, sent until it is answered with `status`, and the answer contains `untilContains`. */
export function until(status: number, request: DifferentialRequest, untilContains?: string): DifferentialRequest {
  return { ...request, until: status, ...(untilContains === undefined ? {} : { untilContains }) };
}

/** Opens a watch on this path and takes its first events. */
export function watch(
  path: string,
  events: EventCount,
  headers?: Readonly<Record<string, string>>,
): DifferentialRequest {
  return { ...get(path, headers), events };
}

/** Reads on in the watch that the step of this number has opened. */
export function read(step: number, events: EventCount): WatchReading {
  return { watch: step, events };
}

const protobufType = "application/vnd.kubernetes.protobuf";

/** The request with its body in protobuf: as the object says, or in these very bytes. */
export function inProtobuf(request: DifferentialRequest, bytes?: Uint8Array): DifferentialRequest {
  const headers = { "content-type": protobufType, ...request.headers };
  if (bytes === undefined) return { ...request, headers, encoding: "protobuf" };
  return { ...request, headers, body: Buffer.from(bytes).toString("base64"), encoding: "base64" };
}

/** The same request, answered in protobuf. */
export function askingForProtobuf(request: DifferentialRequest): DifferentialRequest {
  return { ...request, headers: { ...request.headers, accept: protobufType } };
}
