/** The error of a plugin that rejects a request: 403 with the name of the object, with its `generateName`, or with "Unknown". */
import type { ApiError } from "@kubewright/apimachinery";
import { forbidden } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";

export function forbid(attributes: AdmissionAttributes, why: string): ApiError {
  const { group, resource } = attributes.resource;
  return forbidden({ group, resource }, nameOf(attributes), why);
}

function nameOf({ name, object }: AdmissionAttributes): string {
  return [name, object?.metadata.name, object?.metadata.generateName].find(Boolean) ?? "Unknown";
}

/** Whether a request is for this resource, without a subresource. */
export function isAbout({ resource, subresource }: AdmissionAttributes, group: string, plural: string): boolean {
  return resource.group === group && resource.resource === plural && subresource === "";
}
