/** The verb, resource and name of a request, parsed from its method and path as in a kube-apiserver. */
import type { TransportRequest } from "@kubewright/transport";

/** A request to the API. A request to another path has no `resource`, and its `verb` is the method in lower case. */
export interface RequestInfo {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A request that the server has received. */
export interface MemoryRequest extends RequestInfo {
  /** The time of the request, on the clock of the server. */
  readonly at: number;
  /** The body as text; empty without a body. */
  readonly body: string;
  /** The media type of the body. */
  readonly contentType?: string;
}

/** The query of a path. */
export function queryOf(path: string): URLSearchParams {
  const at = path.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : path.slice(at + 1));
}

/** The path without its query, in decoded segments. */
export function segmentsOf(path: string): readonly string[] {
  const [plain = ""] = path.split("?", 1);
  return plain
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => decodeURIComponent(segment));
}

export function requestInfoOf({ method, path }: Pick<TransportRequest, "method" | "path">): RequestInfo {
  const [root, ...segments] = segmentsOf(path);
  const group = root === "apis" ? (segments.shift() ?? "") : "";
  const version = segments.shift() ?? "";
  const rest = root === "api" || root === "apis" ? segments : [];
  const isInNamespace = rest[0] === "namespaces" && rest.length > 2 && !["status", "finalize"].includes(rest[2] ?? "");
  const [namespace, [resource, name, ...subresource]] = isInNamespace ? [rest[1], rest.slice(2)] : [undefined, rest];
  return {
    method,
    path,
    group,
    version,
    verb: resource === undefined ? method.toLowerCase() : verbOf(method, name, path),
    ...(resource === undefined ? {} : { resource }),
    ...(subresource.length === 0 ? {} : { subresource: subresource.join("/") }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  };
}

function verbOf(method: string, name: string | undefined, path: string): string {
  switch (method) {
    case "GET":
      if (name !== undefined) return "get";
      return ["true", "1"].includes(queryOf(path).get("watch") ?? "") ? "watch" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return name === undefined ? "deletecollection" : "delete";
    default:
      return method.toLowerCase();
  }
}
