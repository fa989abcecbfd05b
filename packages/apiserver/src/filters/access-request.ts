// The access request of an HTTP request: its user, verb and target, as authorization and flow control read them.
import { parseFieldSelector, SelectorSyntaxError } from "@kubewright/apimachinery";
import type { AccessRequest } from "../authorization/authorizer.ts";
import type { RequestState } from "./request-state.ts";

/** The access request of `state.user`. Called once impersonation has set the user. */
export function accessOf(state: RequestState): AccessRequest {
  return (state.access ??= createAccess(state));
}

function createAccess({ user, info, request }: RequestState): AccessRequest {
  const { target } = info;
  const verb = info.verb ?? request.method.toLowerCase();
  if (target?.type !== "resource") return { user, verb, target: { type: "path", path: request.path } };
  const { group, version, resource, subresource, namespace } = target;
  const isCollection = verb === "list" || verb === "watch" || verb === "deletecollection";
  // A user with access to one object by name may list and watch it by that name.
  const name = target.name === "" && isCollection ? selectedName(request.query) : target.name;
  return { user, verb, target: { type: "resource", group, version, resource, subresource, namespace, name } };
}

function selectedName(query: URLSearchParams): string {
  const selector = query.get("fieldSelector");
  if (selector === null) return "";
  try {
    const requirements = parseFieldSelector(selector);
    return requirements.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value ?? "";
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return ""; // The endpoint rejects the selector.
    throw error;
  }
}
