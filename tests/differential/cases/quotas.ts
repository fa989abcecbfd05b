/** LimitRanges and ResourceQuotas. A real server checks resources in random order, so at most one of a request is invalid. */
import { cases, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates, varied } from "../variations.ts";
import type { Variation } from "../variations.ts";

const ranges = "/api/v1/namespaces/{{namespace}}/limitranges";
const goodRange = {
  apiVersion: "v1",
  kind: "LimitRange",
  metadata: { name: "a" },
  spec: { limits: [{ type: "Container", max: { cpu: "2" } }] },
};

function limits(...list: readonly object[]): readonly Variation[] {
  return list.map((limit) => ({ spec: { limits: [limit] } }));
}

const ofContainer = { type: "Container" };
const ofPod = { type: "Pod" };
const ofClaim = { type: "PersistentVolumeClaim" };

export const limitRangeCases: readonly DifferentialCase[] = cases("limit-range", {
  types: creates(ranges, goodRange, [
    { spec: null },
    { spec: { limits: null } },
    { spec: { limits: [] } },
    { spec: { limits: [ofContainer, ofContainer] } },
    { spec: { limits: [ofContainer, ofPod, ofContainer] } },
    ...limits({}, { type: "Other" }, { type: "not a type" }, { type: "example.com/Gpu" }, ofContainer),
    ...limits(ofClaim, { ...ofClaim, min: { storage: "1Gi" } }, { ...ofClaim, max: { storage: "1Gi" } }),
    ...limits({ ...ofClaim, max: { cpu: "1" } }),
  ]),
  names: creates(
    ranges,
    goodRange,
    limits(
      { ...ofContainer, max: { other: "1" } },
      { ...ofContainer, max: { pods: "1" } },
      { ...ofContainer, min: { "not a name": "1" } },
      { ...ofContainer, default: { "requests.example.com/x": "1" } },
      { ...ofContainer, defaultRequest: { "example.com/gpu": "1" } },
      { ...ofContainer, maxLimitRequestRatio: { other: "2" } },
      { ...ofContainer, max: { "hugepages-2Mi": "4Mi" } },
      { ...ofPod, max: { other: "1" } },
      { ...ofPod, default: { cpu: "1" } },
      { ...ofPod, defaultRequest: { cpu: "1" } },
      { type: "example.com/Gpu", max: { other: "1" } },
      { type: "example.com/Gpu", max: { storage: "1" } },
    ),
  ),
  sizes: creates(
    ranges,
    goodRange,
    limits(
      { ...ofContainer, min: { cpu: "3" }, max: { cpu: "2" } },
      { ...ofContainer, min: { cpu: "3" }, defaultRequest: { cpu: "2" } },
      { ...ofContainer, max: { cpu: "1" }, defaultRequest: { cpu: "2" } },
      { ...ofContainer, default: { cpu: "1" }, defaultRequest: { cpu: "2" } },
      { ...ofContainer, min: { cpu: "2" }, default: { cpu: "1" } },
      { ...ofContainer, max: { cpu: "1" }, default: { cpu: "2" } },
      { ...ofContainer, max: { memory: "-1" } },
      { ...ofContainer, min: { memory: "1Gi" }, max: { memory: "2Gi" }, default: { memory: "1500Mi" } },
      { ...ofContainer, default: { "hugepages-2Mi": "4Mi" }, defaultRequest: { "hugepages-2Mi": "2Mi" } },
      { ...ofContainer, default: { "example.com/gpu": "2" }, defaultRequest: { "example.com/gpu": "1" } },
    ),
  ),
  ratios: creates(
    ranges,
    goodRange,
    limits(
      { ...ofPod, maxLimitRequestRatio: { cpu: "500m" } },
      { ...ofPod, maxLimitRequestRatio: { cpu: "2" } },
      { ...ofPod, min: { cpu: "1" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } },
      { ...ofPod, min: { cpu: "3" }, max: { cpu: "4" }, maxLimitRequestRatio: { cpu: "1500m" } },
      { ...ofPod, min: { memory: "1Ki" }, max: { memory: "8Ei" }, maxLimitRequestRatio: { memory: "2" } },
      { ...ofPod, min: { memory: "7Ei" }, max: { memory: "7Ei" }, maxLimitRequestRatio: { memory: "2" } },
      { ...ofPod, min: { cpu: "0" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } },
      { ...ofPod, min: { cpu: "1" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "2" } },
    ),
  ),
  update: [
    ...updates(ranges, goodRange, limits({ type: "Other" }, ofPod, { ...ofContainer, max: { cpu: "4" } })),
    put(`${ranges}/b?dryRun=All`, varied(goodRange, { metadata: { name: "b" } })),
    put(`${ranges}/b?dryRun=All`, varied(goodRange, { metadata: { name: "b" }, spec: { limits: [{ type: "" }] } })),
  ],
});

const quotas = "/api/v1/namespaces/{{namespace}}/resourcequotas";
const goodQuota = {
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: { name: "a" },
  spec: { hard: { pods: "10" } },
};

function hard(...list: readonly object[]): readonly Variation[] {
  return list.map((each) => ({ spec: { hard: each } }));
}

function scopes(...list: readonly (readonly string[])[]): readonly Variation[] {
  return list.map((each) => ({ spec: { scopes: each } }));
}

function selectors(...list: readonly object[]): readonly Variation[] {
  return list.map((each) => ({ spec: { scopeSelector: { matchExpressions: [each] } } }));
}

const all = { operator: "Exists" };

export const quotaCases: readonly DifferentialCase[] = cases("quota", {
  names: creates(quotas, goodQuota, [
    { spec: null },
    { spec: { hard: null } },
    ...hard(
      { other: "1" },
      { "not a name": "1" },
      { "example.com/gpu": "1" },
      { "requests.example.com/gpu": "1" },
      { "count/pods": "1" },
      { "requests.hugepages-2Mi": "4Mi" },
      { "hugepages-2Mi": "4Mi" },
      { "limits.hugepages-2Mi": "4Mi" },
      { "limits.ephemeral-storage": "1Gi" },
      { storage: "1Gi" },
      { "gold.storageclass.storage.k8s.io/requests.storage": "1Gi" },
    ),
  ]),
  values: creates(quotas, goodQuota, [
    ...hard(
      { pods: "-1" },
      { pods: "1500m" },
      { cpu: "1500m" },
      { "example.com/gpu": "1500m" },
      { "requests.example.com/gpu": "1500m" },
      { "count/pods": "1500m" },
      { "requests.cpu": "2", "limits.cpu": "1" },
      { cpu: "2", "limits.cpu": "1" },
      { memory: "2Gi", "limits.memory": "1Gi" },
      { "requests.ephemeral-storage": "2Gi", "limits.ephemeral-storage": "1Gi" },
      { "requests.cpu": "1", cpu: "5", "limits.cpu": "2" },
      { "requests.storage": "2", "limits.storage": "1" },
    ),
    { status: { hard: { pods: "-1" } } },
  ]),
  scopes: creates(quotas, goodQuota, [
    ...scopes(
      ["Other"],
      ["BestEffort"],
      ["BestEffort", "NotBestEffort"],
      ["Terminating", "NotTerminating"],
      ["PriorityClass", "CrossNamespacePodAffinity"],
      ["VolumeAttributesClass"],
      ["BestEffort", "BestEffort"],
    ),
    { spec: { hard: { pods: null, cpu: "1" }, scopes: ["BestEffort"] } },
    { spec: { hard: { pods: null, services: "1" }, scopes: ["NotBestEffort"] } },
    { spec: { hard: { pods: null, "example.com/gpu": "1" }, scopes: ["BestEffort"] } },
    { spec: { hard: { pods: null, "requests.storage": "1" }, scopes: ["VolumeAttributesClass"] } },
  ]),
  selector: creates(quotas, goodQuota, [
    { spec: { scopeSelector: {} } },
    ...selectors(
      {},
      { ...all, scopeName: "Other" },
      { ...all, scopeName: "BestEffort" },
      { ...all, scopeName: "VolumeAttributesClass" },
      { scopeName: "BestEffort", operator: "In", values: ["a"] },
      { scopeName: "PriorityClass", operator: "In", values: ["high"] },
      { scopeName: "PriorityClass", operator: "NotIn" },
      { scopeName: "PriorityClass", operator: "Exists", values: ["high"] },
      { scopeName: "PriorityClass", operator: "DoesNotExist" },
      { scopeName: "PriorityClass", operator: "Like" },
      { scopeName: "Terminating", operator: "Like" },
    ),
    {
      spec: {
        scopes: ["Terminating"],
        scopeSelector: {
          matchExpressions: [
            { ...all, scopeName: "Terminating" },
            { ...all, scopeName: "NotTerminating" },
          ],
        },
      },
    },
    {
      spec: {
        scopeSelector: {
          matchExpressions: [
            { ...all, scopeName: "BestEffort" },
            { ...all, scopeName: "NotBestEffort" },
          ],
        },
      },
    },
  ]),
  update: [
    post(quotas, varied(goodQuota, { spec: { scopes: ["NotTerminating"] } })),
    ...tried(`${quotas}/a`, varied(goodQuota, { spec: { scopes: ["NotTerminating"] } }), [
      { spec: { hard: { pods: "5" } } },
      { spec: { hard: { other: "5" } } },
      { spec: { hard: { "requests.cpu": "2", "limits.cpu": "1" } } },
      ...scopes(["Terminating"], ["NotTerminating", "NotTerminating"]),
      { spec: { scopes: null } },
      { spec: { scopeSelector: { matchExpressions: [{ ...all, scopeName: "Other" }] } } },
    ]),
  ],
  status: [
    post(quotas, goodQuota),
    ...[
      { hard: { pods: "10" }, used: { pods: "3" } },
      { hard: { other: "1" } },
      { hard: { pods: "-1" } },
      { used: { "not a name": "1" } },
      { used: { pods: "1500m" } },
      { used: { pods: "-1" } },
    ].map((status) => patch("merge", `${quotas}/a/status?dryRun=All`, { status })),
    patch("merge", `${quotas}/a/status`, { spec: { hard: { pods: "1" } }, status: { hard: { pods: "10" } } }),
  ],
});
