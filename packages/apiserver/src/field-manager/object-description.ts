// How errors of apply name an object.
import { isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

export interface ObjectDescription {
  /** `apps/v1, Kind=Deployment`; the core group is an empty one. */
  readonly kind: string;
  /** `namespace/name; apps/v1, Kind=Deployment`, by what the object says itself. */
  readonly identity: string;
}

export function describeObject(object: JsonObject): ObjectDescription {
  const { group, version } = groupVersionOf(textOf(object["apiVersion"]));
  const kind = `${group}/${version}, Kind=${textOf(object["kind"])}`;
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  return { kind, identity: `${textOf(metadata["namespace"])}/${textOf(metadata["name"])}; ${kind}` };
}

function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  try {
    return parseApiVersion(apiVersion);
  } catch {
    return { group: "", version: "" }; // It is called nothing, as upstream calls it.
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
