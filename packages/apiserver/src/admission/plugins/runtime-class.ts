/**
 * RuntimeClass: sets the overhead and the scheduling constraints of a Pod's runtime.
 * https://kubernetes.io/docs/concepts/containers/runtime-class/
 */
import { getOwn, isDeepEqual } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { RuntimeClass } from "@kubewright/api/node.k8s.io/v1";
import type { Draft, View } from "../../kinds/typed.ts";
import { draftOf, viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid, isAbout } from "./forbid.ts";

const runtimeClasses = { group: "node.k8s.io", resource: "runtimeclasses" } as const;

export const runtimeClassPlugin: AdmissionPlugin = {
  name: "RuntimeClass",
  mutate: (attributes, context) => {
    const spec = specOf(attributes);
    const runtimeClass = spec && classOf(spec, attributes, context);
    if (spec === undefined || runtimeClass === undefined) return;
    const overhead = runtimeClass.overhead?.podFixed;
    if (overhead !== undefined) {
      if (spec.overhead !== undefined && !isDeepEqual(spec.overhead, overhead)) throw mismatch(attributes);
      spec.overhead = { ...overhead };
    }
    if (runtimeClass.scheduling !== undefined) schedule(spec, runtimeClass.scheduling, attributes);
  },
  validate: (attributes, context) => {
    const spec = specOf(attributes);
    if (spec === undefined) return;
    const overhead = classOf(spec, attributes, context)?.overhead;
    if (overhead !== undefined) {
      if (!isDeepEqual(overhead.podFixed, spec.overhead)) throw mismatch(attributes);
    } else if (spec.overhead !== undefined) {
      throw forbid(attributes, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  },
};

type Spec = NonNullable<Draft<Pod>["spec"]>;

/** The spec of a Pod that is created. */
function specOf(attributes: AdmissionAttributes): Spec | undefined {
  const { object, operation } = attributes;
  if (operation !== "CREATE" || object === undefined || !isAbout(attributes, "", "pods")) return undefined;
  return draftOf<Pod>(object).spec;
}

function classOf(
  { runtimeClassName: name }: Spec,
  attributes: AdmissionAttributes,
  { read }: RequestContext,
): View<RuntimeClass> | undefined {
  if (name === undefined) return undefined;
  const found = read.get(runtimeClasses, { name });
  if (found === undefined) throw forbid(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  return viewOf<RuntimeClass>(found);
}

function mismatch(attributes: AdmissionAttributes): Error {
  return forbid(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

function schedule(
  spec: Spec,
  { nodeSelector = {}, tolerations = [] }: NonNullable<View<RuntimeClass>["scheduling"]>,
  attributes: AdmissionAttributes,
): void {
  for (const [key, value] of Object.entries(nodeSelector)) {
    const own = getOwn(spec.nodeSelector ?? {}, key);
    if (own === undefined || own === value) continue;
    const both = `runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`;
    throw forbid(attributes, `conflict: ${both}`);
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...nodeSelector };
  const own = spec.tolerations ?? [];
  const added = tolerations.filter((toleration) => !own.some((other) => isDeepEqual(other, toleration)));
  if (added.length > 0) spec.tolerations = [...own, ...added.map((toleration) => ({ ...toleration }))];
}
