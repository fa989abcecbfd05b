/**
 * ResourceQuotas and LimitRanges. Neither server has a quota controller, so a step writes the status of the quota. Each limit has one resource, because
 * kubectl prints several in random order.
 */
import type { Step } from "./step.ts";

const status = { hard: { pods: "2", cpu: "1500m" }, used: { pods: "1", cpu: "250m" } };

const range = JSON.stringify({
  apiVersion: "v1",
  kind: "LimitRange",
  metadata: { name: "made" },
  spec: {
    limits: [
      { type: "Container", default: { cpu: "500m" } },
      { type: "Pod", maxLimitRequestRatio: { memory: "2" } },
      { type: "PersistentVolumeClaim", max: { storage: "2Gi" } },
    ],
  },
});

export const quotaSteps: readonly Step[] = [
  { args: "create quota made --hard=pods=2,cpu=1500m" },
  { args: "create quota scoped --hard=pods=0 --scopes=BestEffort" },
  { args: "describe quota made" },
  { args: ["patch", "quota", "made", "--subresource=status", "--type=merge", "-p", JSON.stringify({ status })] },
  { args: "describe quota" },
  { args: "get quota made" },
  { args: "create -f -", stdin: range },
  { args: "describe limitrange made" },
  { args: "get limits" },
  { args: "describe namespace script" },
  { args: "delete quota made scoped" },
  { args: "delete limitrange made" },
];
