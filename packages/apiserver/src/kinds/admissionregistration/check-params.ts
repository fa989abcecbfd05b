/** Errors of the params of policies: the kind in a policy, and the reference to objects of that kind in a binding. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, isDns1035Label, isDns1123Subdomain, isPathSegmentName, joinedInSteps } from "@kubewright/apimachinery";
import { checkLabelSelector, invalidFor } from "../field-checks.ts";
import type { ParamKindView, ParamRefView } from "./policy.ts";

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

const notFoundActions: readonly string[] = ["Deny", "Allow"];

/** In steps, the errors of a reference to params. */
export function checkParamRef(paramRef: ParamRefView | undefined, path: FieldPath): Work<readonly FieldError[]> {
  if (paramRef === undefined) return [];
  const { name = "", selector, parameterNotFoundAction: action = "" } = paramRef;
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
      ...checkNotFoundAction(action, path.child("parameterNotFoundAction")),
    ],
  ]);
}

function checkNotFoundAction(action: string, path: FieldPath): readonly FieldError[] {
  if (action === "") return [field.required(path, "")];
  return notFoundActions.includes(action) ? [] : [field.notSupported(path, action, notFoundActions)];
}
