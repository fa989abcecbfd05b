/** The verb and the resource of a request to an API server, derived from its method and path. */
import type { TransportRequest } from "@kubewright/transport";

/** A request in the terms of RBAC. Requests for other paths, such as `/healthz`, have an empty resource. */
export interface DescribedRequest {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; the method in lower case for other paths. */
  readonly verb: string;
  readonly group: string;
  /** The plural: `pods`. */
  readonly resource: string;
  /** `status`; empty for the resource itself. */
  readonly subresource: string;
  readonly namespace: string;
  /** Empty for requests of a collection. */
  readonly name: string;
  /** Without the query. */
  readonly path: string;
}

export function describeRequest({ method, path: full }: Pick<TransportRequest, "method" | "path">): DescribedRequest {
  const [path = "", query = ""] = full.split("?", 2);
  const steps = path.split("/").slice(1).map(decoded);
  const isCore = steps[0] === "api";
  const rest = steps.slice(isCore ? 2 : 3);
  if ((!isCore && steps[0] !== "apis") || rest.length === 0) {
    const none = { group: "", resource: "", subresource: "", namespace: "", name: "" };
    return { ...none, verb: method.toLowerCase(), path };
  }
  const group = isCore ? "" : (steps[1] ?? "");
  const inNamespace = rest[0] === "namespaces" && rest.length > 2 && !namespaceSubresources.has(rest[2] ?? "");
  const [resource = "", name = "", ...subresource] = inNamespace ? rest.slice(2) : rest;
  const namespace = inNamespace ? (rest[1] ?? "") : "";
  const verb = verbOf(method, name !== "", new URLSearchParams(query));
  return { verb, group, resource, subresource: subresource.join("/"), namespace, name, path };
}

const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

function verbOf(method: string, hasName: boolean, query: URLSearchParams): string {
  switch (method) {
    case "GET":
      if (["true", "1"].includes(query.get("watch") ?? "")) return "watch";
      return hasName ? "get" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "DELETE":
      return hasName ? "delete" : "deletecollection";
    default:
      return method.toLowerCase();
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
