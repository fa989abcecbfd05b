/** Services: their number, and how many of them have load balancers and node ports. */
import type { Service } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";
import { viewOf } from "../../../kinds/typed.ts";
import type { Evaluator } from "./evaluator.ts";
import { isCreateOrUpdate } from "./evaluator.ts";

const counted: readonly string[] = ["count/services", "services", "services.nodeports", "services.loadbalancers"];

export const serviceEvaluator: Evaluator = {
  resource: { group: "", resource: "services" },
  handles: isCreateOrUpdate,
  matchingResources: (names) => names.filter((name) => counted.includes(name)),
  usage: (object) => {
    const service = viewOf<Service>(object);
    return {
      "count/services": "1",
      services: "1",
      "services.nodeports": String(nodePortsOf(service)),
      "services.loadbalancers": service.spec?.type === "LoadBalancer" ? "1" : "0",
    };
  },
};

/** Node ports are counted before they are allocated. */
function nodePortsOf({ spec }: View<Service>): number {
  const ports = spec?.ports ?? [];
  if (spec?.type === "NodePort") return ports.length;
  if (spec?.type !== "LoadBalancer") return 0;
  return spec.allocateLoadBalancerNodePorts === false
    ? ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
    : ports.length;
}
