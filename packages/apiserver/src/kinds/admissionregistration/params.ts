/**
 * Params of policies: the kind in a policy, and the reference to objects of that kind in a binding.
 *
 * Users cannot read params through a policy. Writing a policy with a `paramKind` requires the right to read all objects of that kind. Writing
 * a binding requires the right to read the objects of its `paramRef`.
 */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  isDeepEqual,
  isDns1035Label,
  isDns1123Subdomain,
  isPathSegmentName,
  joinedInSteps,
  parseApiVersion,
} from "@kubewright/apimachinery";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { Registry } from "../../registry/registry.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { checkLabelSelector, checkOneOf, invalidFor } from "../field-checks.ts";
import { viewOf } from "../typed.ts";
import type { ParamKindView, ParamRefView, ValidatingBindingView, ValidatingPolicyView } from "./admission-kind.ts";

/** The fields of a policy of either type that concern params. */
export type PolicyWithParams = Pick<ValidatingPolicyView, "spec">;
/** The fields of a binding of either type that concern params. */
export type BindingWithParams = Pick<ValidatingBindingView, "spec">;

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
  const paramKind = stored && viewOf<PolicyWithParams>(stored).spec?.paramKind;
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

function resourceOf(
  { apiVersion = "", kind }: ParamKindView,
  registry: Registry,
): { readonly group: string; readonly version: string; readonly resource?: string } {
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

/** Errors of the kind of params. The server may lack the kind. */
export function checkParamKind(paramKind: ParamKindView, path: FieldPath): readonly FieldError[] {
  const { apiVersion = "", kind = "" } = paramKind;
  return [...checkApiVersion(apiVersion, path.child("apiVersion")), ...checkKind(kind, path.child("kind"))];
}

function checkApiVersion(apiVersion: string, path: FieldPath): readonly FieldError[] {
  if (apiVersion === "") return [field.required(path, "")];
  const parts = apiVersion === "/" ? ["", ""] : apiVersion.split("/");
  if (parts.length > 2) return [field.invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group = "", version = ""] = parts.length === 1 ? ["", ...parts] : parts;
  const groupMessages = group === "" ? [] : isDns1123Subdomain(group);
  const versionMessages = isDns1035Label(version);
  return [
    ...(groupMessages.length === 0 ? [] : [field.invalid(path, group, groupMessages.join(","))]),
    ...(version === "" ? [field.invalid(path, apiVersion, "version must be specified")] : []),
    ...(version === "" || versionMessages.length === 0
      ? []
      : [field.invalid(path, version, versionMessages.join(","))]),
  ];
}

function checkKind(kind: string, path: FieldPath): readonly FieldError[] {
  if (kind === "") return [field.required(path, "")];
  const messages = isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return [];
  return [field.invalid(path, kind, `may have mixed case, but should otherwise match: ${messages.join(",")}`)];
}

/** In steps, the errors of a reference to params. */
export function checkParamRef(paramRef: ParamRefView | undefined, path: FieldPath): Work<readonly FieldError[]> {
  if (paramRef === undefined) return [];
  const { name = "", selector, parameterNotFoundAction: action } = paramRef;
  const hasBoth = name !== "" && selector !== undefined;
  const exclusive = "name and selector are mutually exclusive";
  return joinedInSteps([
    () => (name === "" ? [] : invalidFor(path.child("name"), name, isPathSegmentName(name))),
    () => (hasBoth ? [field.forbidden(path.child("name"), exclusive)] : []),
    () => checkLabelSelector(selector, path.child("selector")),
    () => [
      ...(hasBoth ? [field.forbidden(path.child("selector"), exclusive)] : []),
      ...(name === "" && selector === undefined
        ? [field.required(path, "one of name or selector must be specified")]
        : []),
      ...checkOneOf(action, ["Deny", "Allow"], path.child("parameterNotFoundAction")),
    ],
  ]);
}

/** The kind of params in a table. */
export function shownParamKind(paramKind: ParamKindView | undefined): string {
  return paramKind === undefined ? "<unset>" : `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}`;
}

/** The params of a binding in a table. */
export function shownParamRef(paramRef: ParamRefView | undefined): string {
  if (paramRef === undefined) return "<unset>";
  const { name = "", namespace = "", selector } = paramRef;
  if (name !== "") return `${namespace === "" ? "*" : namespace}/${name}`;
  return selector === undefined ? "<unset>" : goTextOf(selector);
}

/** A selector as Go prints it. */
function goTextOf({ matchLabels = {}, matchExpressions = [] }: NonNullable<ParamRefView["selector"]>): string {
  const labels = Object.entries(matchLabels)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}: ${value},`);
  const expressions = matchExpressions.map(
    ({ key = "", operator = "", values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${String(operator)},Values:[${values.join(" ")}],},`,
  );
  const lists = `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},${lists},}`;
}
