import type { PodSpec } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { ignoredConstraints } from "./ignored-constraints.ts";

const containers = [{ name: "main", image: "m" }];
const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: "disk", operator: "Exists" as const }] }] };

function withRequests(...requests: readonly Readonly<Record<string, string>>[]): Pick<PodSpec, "containers"> {
  return { containers: requests.map((each, index) => ({ name: `c${index}`, resources: { requests: each } })) };
}

test.each<{ readonly what: string; readonly spec: PodSpec; readonly ignored: readonly string[] }>([
  { what: "no constraints", spec: { containers }, ignored: [] },
  { what: "a label of the node", spec: { containers, nodeSelector: { "kubernetes.io/os": "linux" } }, ignored: [] },
  { what: "another label", spec: { containers, nodeSelector: { disk: "ssd" } }, ignored: ["nodeSelector disk=ssd"] },
  {
    what: "a required affinity",
    spec: {
      containers,
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } },
    },
    ignored: ["nodeAffinity"],
  },
  { what: "preferences only", spec: { containers, affinity: { podAffinity: {} } }, ignored: [] },
  { what: "requests that fit", spec: withRequests({ cpu: "100m", memory: "1Gi" }), ignored: [] },
  {
    what: "requests that are too large together",
    spec: withRequests({ cpu: "40" }, { cpu: "40" }),
    ignored: ["request of 80 cpu"],
  },
  {
    what: "a device",
    spec: withRequests({ "example.com/gpu": "1" }),
    ignored: ["request of 1 example.com/gpu"],
  },
])("$what", ({ spec, ignored }) => {
  expect(ignoredConstraints({ spec }, "simulated-0")).toEqual(ignored);
});
