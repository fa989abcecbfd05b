/** Errors of the names in a CustomResourceDefinition: its group, its versions, and its kind. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDns1035Label, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { CustomResourceDefinitionNames } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { View } from "../../kinds/typed.ts";
import type { DefinitionView } from "../definition-view.ts";

export function checkGroup(group: string, path: FieldPath): readonly FieldError[] {
  if (group === "") return [field.required(path, "")];
  const messages = isDns1123Subdomain(group);
  if (messages.length > 0) return [field.invalid(path, group, messages.join(","))];
  return group.includes(".") ? [] : [field.invalid(path, group, "should be a domain with at least one dot")];
}

/** Errors of missing names. The accepted names in the status may lack any of them. */
export function checkRequiredNames(names: View<CustomResourceDefinitionNames>, path: FieldPath): readonly FieldError[] {
  return (["plural", "singular", "kind", "listKind"] as const)
    .filter((name) => (names[name] ?? "") === "")
    .map((name) => field.required(path.child(name), ""));
}

export function checkNames(names: View<CustomResourceDefinitionNames>, path: FieldPath): readonly FieldError[] {
  const { kind = "", listKind = "" } = names;
  return [
    ...checkLabel(names.plural ?? "", path.child("plural")),
    ...checkLabel(names.singular ?? "", path.child("singular")),
    ...checkKind(kind, path.child("kind")),
    ...checkKind(listKind, path.child("listKind")),
    ...(names.shortNames ?? []).flatMap((name, index) => checkItem(name, path.child("shortNames").index(index))),
    ...(kind !== "" && kind === listKind
      ? [field.invalid(path.child("listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...(names.categories ?? []).flatMap((name, index) => checkItem(name, path.child("categories").index(index))),
  ];
}

function checkLabel(name: string, path: FieldPath): readonly FieldError[] {
  return name === "" ? [] : checkItem(name, path);
}

function checkItem(name: string, path: FieldPath): readonly FieldError[] {
  const messages = isDns1035Label(name);
  return messages.length === 0 ? [] : [field.invalid(path, name, messages.join(","))];
}

function checkKind(name: string, path: FieldPath): readonly FieldError[] {
  const messages = name === "" ? [] : isDns1035Label(name.toLowerCase());
  if (messages.length === 0) return [];
  return [field.invalid(path, name, `may have mixed case, but should otherwise match: ${messages.join(",")}`)];
}

/** The name of a definition consists of the plural name and the group. A missing name is reported with the metadata. */
export function checkDefinitionName(definition: DefinitionView): readonly FieldError[] {
  const name = definition.metadata?.name ?? "";
  const { group = "", names = {} } = definition.spec ?? {};
  if (name === "" || name === `${names.plural ?? ""}.${group}`) return [];
  return [field.invalid(fieldPath("metadata", "name"), name, 'must be spec.names.plural+"."+spec.group')];
}
