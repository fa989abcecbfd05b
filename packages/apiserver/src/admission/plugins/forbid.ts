/** How a plugin refuses: 403 about the object in question, by its name or by the prefix of the name it is to get. */
import type { ApiError } from "@kubewright/apimachinery";
import { forbidden } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";

export function forbid(attributes: AdmissionAttributes, why: string): ApiError {
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, nameOf(attributes), why);
}

function nameOf({ name, object }: AdmissionAttributes): string {
  return name === "" ? (object?.metadata.name ?? object?.metadata.generateName ?? "") : name;
}

/** Whether a request is about the kind itself, not one of its subresources. */
export function isAbout({ resource, subresource }: AdmissionAttributes, group: string, plural: string): boolean {
  return resource.group === group && resource.resource === plural && subresource === "";
}
