// The grammar of API paths. A path is percent-decoded once, as a whole, and then split at its slashes, as in kube-apiserver: an encoded slash separates
// segments, too. Authorization and the endpoints read the same segments, so a request reaches only the object that it is authorized for.
//
//   /api/v1/namespaces/{namespace}/{plural}/{name}/{subresource}
//   /apis/{group}/{version}/{plural}
//   /apis/{group}/{version}/watch/…        the deprecated form of ?watch=1
//   /apis/{group}/{version}/proxy/…        a verb without routes
//
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go
import { decodeUtf8 } from "@kubewright/apimachinery";
import { isTrue } from "../http/query-values.ts";
import type { Verb } from "../contracts/strategy.ts";

/** What a path names. */
export type RequestTarget = ResourceTarget | PathTarget;

/** Segments may be empty, as in `/api/v1/namespaces//pods`, and are not validated. */
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
  /** The verb that the path has as a prefix; `""` if the method is the verb. */
  readonly prefix: PrefixVerb | "";
}

export type PrefixVerb = "watch" | "proxy";

/** Any other path, such as discovery, health and OpenAPI. */
export interface PathTarget {
  readonly type: "path";
  /** Without the slashes at both ends. Segments may be empty. */
  readonly segments: readonly string[];
}

/** Subresources of a Namespace. Their paths look like those of resources in the namespace. */
const namespaceSubresources: ReadonlySet<string> = new Set(["finalize", "status"]);

/** Decodes the percent-encoding of a path. Returns `undefined` for a percent sign without two hexadecimal digits. */
export function decodePath(path: string): string | undefined {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return hasInvalidEscape.test(path) ? undefined : decodeBytes(path);
  }
}

const hasInvalidEscape = /%(?![\da-f]{2})/i;

/** Keeps bytes that are not UTF-8 (`decodeUtf8`). */
function decodeBytes(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    decodeUtf8(String.fromCharCode(...Uint8Array.fromHex(escapes.replaceAll("%", "")))),
  );
}

export interface ParsedPath {
  /** The decoded path. */
  readonly path: string;
  /** `undefined` for a path that ends after the prefix `watch` or `proxy`. */
  readonly target: RequestTarget | undefined;
}

/** Decodes and parses a path. Returns `undefined` for an invalid percent-encoding. */
export function parsePath(encoded: string): ParsedPath | undefined {
  const path = decodePath(encoded);
  return path === undefined ? undefined : { path, target: targetOf(path) };
}

function targetOf(path: string): RequestTarget | undefined {
  const segments = segmentsOf(path);
  const [root, second = "", third = ""] = segments;
  if (root === "api" && segments.length > 2) return resourceTarget("", second, segments.slice(2));
  if (root === "apis" && segments.length > 3) return resourceTarget(second, third, segments.slice(3));
  return { type: "path", segments };
}

/** The verb of a request to a resource, for the endpoints; `undefined` for methods without a verb and for the prefix `proxy`. */
export function verbOf(method: string, target: ResourceTarget, query: URLSearchParams): Verb | undefined {
  if (target.prefix !== "") return target.prefix === "watch" ? "watch" : undefined;
  switch (method) {
    case "GET":
    case "HEAD":
      if (target.name !== "") return "get";
      return isWatch(query) ? "watch" : "list";
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

function resourceTarget(group: string, version: string, all: readonly string[]): RequestTarget | undefined {
  const prefix = all[0] === "watch" || all[0] === "proxy" ? all[0] : "";
  let parts = prefix === "" ? all : all.slice(1);
  if (parts.length === 0) return undefined;
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
  const [resource = "", name = "", ...subpath] = parts;
  // The prefix `proxy` has no subresources: all that follows the name is a path of its target.
  const [subresource = "", ...rest] = prefix === "proxy" ? ["", ...subpath] : subpath;
  return { type: "resource", group, version, resource, namespace, inNamespace, name, subresource, rest, prefix };
}

function segmentsOf(path: string): readonly string[] {
  let [start, end] = [0, path.length];
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return start === end ? [] : path.slice(start, end).split("/");
}
