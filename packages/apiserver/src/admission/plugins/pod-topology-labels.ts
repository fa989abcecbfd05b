/**
 * PodTopologyLabels: a Pod gets the zone and the region of the node that it is bound to, as labels.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#podtopologylabels
 */
import type { Binding, Pod } from "@kubewright/api/core/v1";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../../registry/admission-plugin.ts";

const nodes = { group: "", resource: "nodes" } as const;
const copied = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"] as const;

export const podTopologyLabels: AdmissionPlugin = {
  name: "PodTopologyLabels",
  mutate: (attributes, { read }) => {
    const { object } = attributes;
    const name = nodeNameOf(attributes);
    if (object === undefined || name === "") return;
    const labels = read.get(nodes, { name })?.metadata.labels ?? {};
    const given = Object.entries(labels).filter(([key]) => copied.some((each) => each === key));
    if (given.length > 0) object.metadata.labels = { ...object.metadata.labels, ...Object.fromEntries(given) };
  },
};

/** The node of a new Pod or of a binding. The server copies the labels of a binding to its Pod. */
function nodeNameOf({ operation, resource, subresource, object }: AdmissionAttributes): string {
  const isOfPod = operation === "CREATE" && resource.group === "" && resource.resource === "pods";
  if (!isOfPod || object === undefined) return "";
  if (subresource === "") return viewOf<Pod>(object).spec?.nodeName ?? "";
  const { target } = viewOf<Binding>(object);
  return subresource === "binding" && target?.kind === "Node" ? (target.name ?? "") : "";
}
