/** The error of a plugin that rejects a request: 403 with the name of the object, with its `generateName`, or with "Unknown". */
import type { ApiError } from "@kubewright/apimachinery";
import { forbidden, QuantityRangeError } from "@kubewright/apimachinery";
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

/**
 * Runs a check that adds quantities. Amounts that are too far apart to be added (`1` and `1e5000`) reject the request.
 *
 * @throws {ApiError} 403 with the reason. Other errors of `check` are passed on.
 */
export function forbidUncountable<T>(attributes: AdmissionAttributes, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof QuantityRangeError) throw forbid(attributes, error.message);
    throw error;
  }
}
