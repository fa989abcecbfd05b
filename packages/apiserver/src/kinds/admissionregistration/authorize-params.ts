/**
 * Prevents users from reading params through a policy. Writing a policy with a `paramKind` requires the right to read all objects of that kind. Writing
 * a binding requires the right to read the objects of its `paramRef`.
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, parseApiVersion } from "@kubewright/apimachinery";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { Registry } from "../../registry/registry.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { viewOf } from "../typed.ts";
import type { ParamKindView, ValidatingBindingView, ValidatingPolicyView } from "./policy.ts";

/** The fields of a policy of either type that concern params. */
export type PolicyWithParams = Pick<ValidatingPolicyView, "spec">;
/** The fields of a binding of either type that concern params. */
export type BindingWithParams = Pick<ValidatingBindingView, "spec">;

/** The resource of the kind; `*` if the server does not have it. */
interface ParamResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Errors of a policy whose params the user is not allowed to read. */
export function authorizeParamKind(
  policy: PolicyWithParams,
  old: PolicyWithParams | undefined,
  registry: Registry,
  { user, authorizer }: Pick<RequestContext, "user" | "authorizer">,
): readonly FieldError[] {
  const paramKind = policy.spec?.paramKind;
  if (paramKind === undefined || isDeepEqual(paramKind, old?.spec?.paramKind)) return [];
  const { resource = "*", ...groupVersion } = resourceOf(paramKind, registry);
  const target = { type: "resource", ...groupVersion, resource, subresource: "", namespace: "*", name: "*" } as const;
  if (authorizer.authorize({ user, verb: "get", target }).allowed) return [];
  const { kind = "", apiVersion = "" } = paramKind;
  const kindText = `(kind=${kind}, apiVersion=${apiVersion})`;
  const text = `user ${shownUser(user)} must have "get" permission on all objects of the referenced paramKind ${kindText}`;
  return [field.forbidden(fieldPath("spec", "paramKind"), text)];
}

/**
 * Errors of a binding whose params the user is not allowed to read, even if the binding does not change. `policies` is the plural of the kind of its
 * policy.
 */
export function authorizeParamRef(
  binding: BindingWithParams,
  policies: string,
  registry: Registry,
  { user, authorizer, read }: Pick<RequestContext, "user" | "authorizer" | "read">,
): readonly FieldError[] {
  const { paramRef, policyName = "" } = binding.spec ?? {};
  if (paramRef === undefined) return [];
  const stored = read.get({ group: "admissionregistration.k8s.io", resource: policies }, { name: policyName });
  const paramKind = stored && paramKindOf(stored);
  const found = paramKind && resourceOf(paramKind, registry);
  const { group = "*", version = "*", resource = "*" } = found ?? {};
  const { name = "", namespace = "" } = paramRef;
  const verb = name === "" ? "list" : "get";
  const target = { type: "resource", group, version, resource, subresource: "", namespace, name } as const;
  if (authorizer.authorize({ user, verb, target }).allowed) return [];
  const who = `user ${shownUser(user)} does not have "${verb}" permission`;
  const everywhere = `to determine minimum required permissions and ${who} for all groups, versions and resources`;
  const text =
    stored === undefined
      ? `unable to get policy ${policyName} ${everywhere}`
      : found !== undefined && found.resource === undefined
        ? `unable to resolve paramKind ${shownKind(paramKind)} ${everywhere}`
        : `${who} on the object referenced by paramRef`;
  return [field.forbidden(fieldPath("spec", "paramRef"), text)];
}

function paramKindOf(policy: ReadonlyObject): ParamKindView | undefined {
  return viewOf<{ readonly spec?: { readonly paramKind?: ParamKindView } }>(policy).spec?.paramKind;
}

function resourceOf(
  { apiVersion = "", kind }: ParamKindView,
  registry: Registry,
): Omit<ParamResource, "resource"> & Partial<Pick<ParamResource, "resource">> {
  const { group, version } = parseApiVersion(apiVersion);
  const served = registry.resources(group, version).find((each) => each.kind === kind);
  return { group, version, ...(served === undefined ? {} : { resource: served.plural }) };
}

/** A user as Go prints a pointer to the struct. */
function shownUser({ name, uid = "", groups, extra = {} }: UserInfo): string {
  const entries = Object.entries(extra).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const map = entries.map(([key, values]) => `${key}:[${values.join(" ")}]`).join(" ");
  return `&{${name} ${uid} [${groups.join(" ")}] map[${map}]}`;
}

function shownKind({ apiVersion = "", kind = "" }: ParamKindView = {}): string {
  return `&{${apiVersion} ${kind}}`;
}
