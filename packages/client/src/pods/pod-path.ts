// The path of a subresource of a Pod, with a query that may contain a name several times (`command=sh&command=-c`).

import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

import { objectPath } from "../verbs/paths.ts";

/** Declared here, so that the large module of the core types is not loaded. */
const pod: ResourceType = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Parameters that are `undefined` or `false` are omitted. */
export function podPath(key: ObjectKey, subresource: string, parameters: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === false) continue;
    for (const each of [value].flat()) query.append(name, String(each));
  }
  const text = query.toString();
  return `${objectPath(pod, key, subresource)}${text === "" ? "" : `?${text}`}`;
}
