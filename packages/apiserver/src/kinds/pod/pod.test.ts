import assert from "node:assert/strict";
import type { PodSpec } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { gracePeriodOf } from "./grace-period.ts";
import { qualityOfServiceOf } from "./quality-of-service.ts";

const half = { cpu: "500m", memory: "1Gi" };

test.for([
  [[{}], "BestEffort"],
  [[{ requests: { cpu: "0" } }], "BestEffort"],
  [[{ requests: { cpu: "1" } }], "Burstable"],
  [[{ limits: half, requests: half }], "Guaranteed"],
  [[{ limits: half, requests: { cpu: "0.5", memory: "1024Mi" } }], "Guaranteed"],
  [[{ limits: half, requests: { cpu: "400m", memory: "1Gi" } }], "Burstable"],
  [[{ limits: { cpu: "1" }, requests: { cpu: "1" } }], "Burstable"],
  [[{ limits: half, requests: half }, {}], "Burstable"],
] as const)("qualityOfServiceOf() of containers with %o is %s", ([resources, quality]) => {
  const spec: PodSpec = { containers: resources.map((each, index) => ({ name: `c${index}`, resources: { ...each } })) };

  assert.equal(qualityOfServiceOf(spec), quality);
});

test.for([
  ["without a node", {}, undefined, undefined, 0],
  ["on a node", { nodeName: "n" }, undefined, undefined, 30],
  ["on a node, with a requested period", { nodeName: "n" }, undefined, 5, 5],
  ["on a node, killed", { nodeName: "n" }, undefined, 0, 0],
  ["that has ended", { nodeName: "n" }, "Succeeded", undefined, 0],
  ["on a node, with a negative period", { nodeName: "n" }, undefined, -5, 1],
] as const)("gracePeriodOf() of a Pod %s", ([, spec, phase, requested, seconds]) => {
  const pod = {
    spec: { terminationGracePeriodSeconds: 30, containers: [], ...spec },
    ...(phase === undefined ? {} : { status: { phase } }),
  };

  assert.equal(gracePeriodOf(pod, requested), seconds);
});
