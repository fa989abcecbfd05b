// The names of an object in errors of apply.
import { isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { stringOf } from "../objects/api-object.ts";

export interface ObjectDescription {
  /** `apps/v1, Kind=Deployment`; the core group is empty: `/v1, Kind=Pod`. */
  readonly kind: string;
  /** `namespace/name; apps/v1, Kind=Deployment`, from the fields of the object. */
  readonly identity: string;
}

export function describeObject(object: JsonObject): ObjectDescription {
  const { group, version } = groupVersionOf(stringOf(object["apiVersion"]));
  const kind = `${group}/${version}, Kind=${stringOf(object["kind"])}`;
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  return { kind, identity: `${stringOf(metadata["namespace"])}/${stringOf(metadata["name"])}; ${kind}` };
}

function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  try {
    return parseApiVersion(apiVersion);
  } catch {
    return { group: "", version: "" }; // As kube-apiserver does.
  }
}
