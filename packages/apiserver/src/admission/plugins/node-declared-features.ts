/** NodeDeclaredFeatureValidator: rejects updates of Pods that need a feature which their node does not declare. */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { boundPodUpdate, nodeOf } from "./bound-pod-update.ts";
import { forbid } from "./forbid.ts";

export const nodeDeclaredFeatures: AdmissionPlugin = {
  name: "NodeDeclaredFeatureValidator",
  validate: (attributes, context) => {
    const update = boundPodUpdate(attributes, ["", "resize"]);
    if (update === undefined) return;
    const required = requiredFeatures(update.pod, update.old);
    if (required.length === 0) return;
    const node = nodeOf(update.pod, attributes, context);
    const declared = node.status?.declaredFeatures ?? [];
    const lacking = required.filter((feature) => !declared.includes(feature));
    if (lacking.length === 0) return;
    const name = JSON.stringify(node.metadata?.name ?? "");
    const why = `pod update requires features ${lacking.join(", ")} which are not available on node ${name}`;
    throw forbid(attributes, why);
  },
};

/** The features that a node needs for this update, by name. */
function requiredFeatures({ spec: next = {} }: View<Pod>, { spec: old = {} }: View<Pod>): readonly string[] {
  const resizesPod = !isDeepEqual(next.resources ?? {}, old.resources ?? {});
  const resizesInit = (old.initContainers ?? []).some(({ restartPolicy, resources }, index) => {
    const changed = next.initContainers?.[index]?.resources;
    return restartPolicy !== "Always" && !isDeepEqual(changed ?? {}, resources ?? {});
  });
  return [
    ...(resizesPod ? ["InPlacePodLevelResourcesVerticalScaling"] : []),
    ...(resizesInit ? ["InPlacePodVerticalScalingInitContainers"] : []),
  ];
}
