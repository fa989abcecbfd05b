/** Where the templates of Pods stand in the kinds that make Pods. */
import { getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import { dropGatedFields } from "../pod/gated-fields.ts";

const inSpec = ["spec", "template"] as const;

/** By resource. */
export const templates: ReadonlyMap<string, readonly [string, ...string[]]> = new Map<
  string,
  readonly [string, ...string[]]
>([
  ["deployments.apps", inSpec],
  ["replicasets.apps", inSpec],
  ["statefulsets.apps", inSpec],
  ["daemonsets.apps", inSpec],
  ["replicationcontrollers", inSpec],
  ["jobs.batch", inSpec],
  ["cronjobs.batch", ["spec", "jobTemplate", "spec", "template"]],
  ["podtemplates", ["template"]],
]);

/** What stands at the end of these steps. */
export function valueAt(object: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => (isJsonObject(value) ? getOwn(value, step) : undefined), object);
}

/**
 * What a write does with fields of Pods whose features are off, in the Pods themselves and in the templates of this resource; undefined for
 * one without Pods. Who wrote them owns them all the same.
 */
export function gateOf(resource: string): ((draft: ApiObject) => void) | undefined {
  const steps = resource === "pods" ? [] : templates.get(resource);
  if (steps === undefined) return undefined;
  return (draft) => {
    const spec = valueAt(draft, [...steps, "spec"]);
    // The decoder has proved the shape of what is there.
    if (isJsonObject(spec)) dropGatedFields(spec);
  };
}
