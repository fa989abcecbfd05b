/** PodResizeValidator: rejects a resize that the node of the Pod cannot hold, and resizes on nodes without Linux. */
import type { ApiError } from "@kubewright/apimachinery";
import { apiErrorFrom } from "@kubewright/apimachinery";
import type { Node, Pod } from "@kubewright/api/core/v1";
import { podDemand } from "../../kinds/pod/pod-demand.ts";
import { compareQuantities, int64Value } from "../../kinds/quantities.ts";
import type { View } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { boundPodUpdate, nodeOf } from "./bound-pod-update.ts";
import { forbid } from "./forbid.ts";

export const podResizeValidator: AdmissionPlugin = {
  name: "PodResizeValidator",
  validate: (attributes, context) => {
    const update = boundPodUpdate(attributes, ["resize"]);
    if (update === undefined) return;
    const node = nodeOf(update.pod, attributes, context);
    const { name = "", labels = {} } = node.metadata ?? {};
    const system = labels["kubernetes.io/os"] ?? "linux";
    if (system !== "linux") {
      const [quoted, other] = [JSON.stringify(name), JSON.stringify(system)];
      const why = `pod resize is only supported on linux nodes, node ${quoted} is ${other}`;
      throw forbidFor("UnsupportedPlatform", attributes, why);
    }
    const lacking = lackingResources(update.pod, node);
    if (lacking.length === 0) return;
    const why = `node didn't have enough allocatable resources: ${lacking.join("; ")}`;
    throw forbidFor("NodeCapacity", attributes, why);
  },
};

/** The unit in which each resource is printed, as a power of ten. */
const scales = [
  ["cpu", -3],
  ["memory", 0],
] as const;

function lackingResources(pod: View<Pod>, { status }: View<Node>): readonly string[] {
  const requests = podDemand(pod, "requests");
  return scales.flatMap(([name, scale]) => {
    const [requested, allocatable] = [requests[name] ?? 0, status?.allocatable?.[name] ?? 0];
    if (compareQuantities(requested, allocatable) <= 0) return [];
    return [`${name}, requested: ${int64Value(requested, scale)}, allocatable: ${int64Value(allocatable, scale)}`];
  });
}

function forbidFor(reason: string, attributes: AdmissionAttributes, why: string): ApiError {
  const { status } = forbid(attributes, why);
  return apiErrorFrom({ ...status, details: { ...status.details, causes: [{ reason }] } });
}
