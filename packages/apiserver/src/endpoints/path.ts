// The grammar of API paths. A path is split at its slashes first and then decoded once, segment by segment, so an encoded slash separates no
// segments, and a decoded name is never decoded again. The rest of the server uses the names and not the path.
//
//   /api/v1/namespaces/{namespace}/{plural}/{name}/{subresource}
//   /apis/{group}/{version}/{plural}
//   /apis/{group}/{version}/watch/…        the deprecated form of ?watch=1
import { isTrue } from "../http/query-values.ts";
import type { Verb } from "../registry/strategy.ts";

/** What a path names. */
export type RequestTarget = ResourceTarget | PathTarget;

export interface ResourceTarget {
  readonly type: "resource";
  readonly group: string;
  readonly version: string;
  /** Plural name of the resource. */
  readonly resource: string;
  /** `""`: the path has no namespace. For a Namespace object it is the name of the object, for authorization. */
  readonly namespace: string;
  /** Whether the path has a `namespaces/{namespace}` before the resource. */
  readonly inNamespace: boolean;
  /** `""`: the collection. */
  readonly name: string;
  readonly subresource: string;
  /** The segments after the subresource, for proxies. */
  readonly rest: readonly string[];
  /** The path has the deprecated prefix `watch`. */
  readonly watchPrefix: boolean;
}

/** Any other path, such as discovery, health and OpenAPI. Segments are decoded. */
export interface PathTarget {
  readonly type: "path";
  readonly segments: readonly string[];
}

/** Subresources of a Namespace. Their paths look like those of resources in the namespace. */
const namespaceSubresources: ReadonlySet<string> = new Set(["finalize", "status"]);

/** Parses a path. Returns `undefined` for a malformed path: empty or dot segments, bad percent-encoding, slashes or control characters in a name. */
export function parsePath(path: string): RequestTarget | undefined {
  const segments = decodeSegments(path);
  if (segments === undefined) return undefined;
  const [root, second, third] = segments;
  if (root === "api" && second !== undefined && segments.length > 2) {
    return resourceTarget("", second, segments.slice(2));
  }
  if (root === "apis" && second !== undefined && third !== undefined && segments.length > 3) {
    return resourceTarget(second, third, segments.slice(3));
  }
  return { type: "path", segments };
}

/** The verb of a request to a resource, for authorization and admission. */
export function verbOf(method: string, target: ResourceTarget, query: URLSearchParams): Verb | undefined {
  switch (method) {
    case "GET":
    case "HEAD":
      if (target.name !== "" && !target.watchPrefix) return "get";
      return target.watchPrefix || isWatch(query) ? "watch" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return target.name === "" ? "deletecollection" : "delete";
    default:
      return undefined;
  }
}

/** Whether the query requests a watch: any value of `watch` but `0` and `false`. */
export function isWatch(query: URLSearchParams): boolean {
  return isTrue(query.get("watch"));
}

function resourceTarget(group: string, version: string, all: readonly string[]): RequestTarget {
  const watchPrefix = all[0] === "watch" && all.length > 1;
  let parts = watchPrefix ? all.slice(1) : all;
  let namespace = "";
  let inNamespace = false;
  const [first, second, third] = parts;
  if (first === "namespaces" && second !== undefined) {
    namespace = second;
    if (third !== undefined && !namespaceSubresources.has(third)) {
      inNamespace = true;
      parts = parts.slice(2);
    }
  }
  const [resource = "", name = "", subresource = "", ...rest] = parts;
  return { type: "resource", group, version, resource, namespace, inNamespace, name, subresource, rest, watchPrefix };
}

function decodeSegments(path: string): readonly string[] | undefined {
  if (!path.startsWith("/")) return undefined;
  const raw = path.slice(1).split("/");
  // A slash at the end is accepted; anywhere else an empty segment is not.
  if (raw.at(-1) === "") raw.pop();
  const segments: string[] = [];
  for (const segment of raw) {
    const decoded = segment.includes("%") ? decodeSegment(segment) : segment;
    if (decoded === undefined || decoded === "" || decoded === "." || decoded === "..") return undefined;
    if (forbiddenInSegment.test(decoded)) return undefined;
    segments.push(decoded);
  }
  return segments;
}

// A percent sign after decoding would be a double encoding. No name may contain it.
const forbiddenInSegment = /[\u0000-\u001F\u007F/\\%]/;

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // Not UTF-8, or a percent sign without two hexadecimal digits.
  }
}
