/** Warnings for names that are valid object names but not valid hostnames. */
import { isDns1123Label } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";

/** Warnings about the name of an object that creates Pods. */
export function podNameWarnings({ metadata }: ReadonlyObject): readonly string[] {
  return warnings(metadata.name ?? "", "Pod names and hostnames");
}

/** Warnings about the name of a Pod. */
export function hostnameWarnings({ metadata }: ReadonlyObject): readonly string[] {
  return warnings(metadata.name ?? "", "the Pod's hostname");
}

function warnings(name: string, usedIn: string): readonly string[] {
  const messages = isDns1123Label(name);
  if (messages.length === 0) return [];
  return [
    `metadata.name: this is used in ${usedIn}, which can result in surprising behavior; ` +
      `a DNS label is recommended: [${messages.join(" ")}]`,
  ];
}
