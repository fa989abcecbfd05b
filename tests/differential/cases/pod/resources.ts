/** Requests, limits and claims of resources, of containers and of the Pod. At most one error comes from a walk through a map. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { container, tryContainers, trySpecs } from "./requests.ts";

/** Names that every object of JavaScript has. */
const inherited = ["constructor", "__proto__"] as const;

export const podResourceCases: readonly DifferentialCase[] = cases("pod-resources", {
  names: tryContainers(
    ...[
      "a b",
      "gpu",
      "storage",
      "requests.cpu",
      "kubernetes.io/gpu",
      "requests.example.com/gpu",
      "example.com/a b",
    ].map((name) => ({ resources: { limits: { [name]: "1" } } })),
  ),
  "inherited-names": [
    ...tryContainers(
      ...inherited.map((name) => ({ resources: { requests: { [name]: "1" }, limits: { cpu: "1" } } })),
      ...inherited.map((name) => ({ resources: { limits: { [name]: "1" } } })),
    ),
    ...trySpecs(
      ...inherited.map((name) => ({
        resources: { limits: { cpu: "1" } },
        containers: [{ ...container, resources: { limits: { [name]: "1" } } }],
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: name,
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: { matchLabels: { a: "b" } },
            matchLabelKeys: [name],
          },
        ],
      })),
    ),
  ],
  quantities: tryContainers(
    { resources: { limits: { cpu: "-1" } } },
    { resources: { requests: { memory: "-1Mi" } } },
    { resources: { limits: { "example.com/gpu": "1500m" } } },
    { resources: { limits: { "example.com/gpu": "-1" } } },
    { resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } },
    { resources: { limits: { "example.com/gpu": "2" }, requests: { "example.com/gpu": "1" } } },
    { resources: { requests: { "example.com/gpu": "1" } } },
    { resources: { limits: { "hugepages-2Mi": "2Mi" } } },
    { resources: { limits: { "hugepages-2Mi": "3Mi", cpu: "1" } } },
    { resources: { requests: { "hugepages-2Mi": "3Mi" }, limits: { "hugepages-2Mi": "4Mi" } } },
    { resources: { limits: { "hugepages-odd": "3Mi", cpu: "1" } } },
  ),
  claims: trySpecs(
    { containers: [{ ...container, resources: { claims: [{ name: "" }, { name: "none" }] } }] },
    {
      resourceClaims: [{ name: "r", resourceClaimName: "x" }],
      containers: [
        {
          ...container,
          resources: {
            claims: [
              { name: "r" },
              { name: "r" },
              { name: "r", request: "Bad_" },
              { name: "q", request: "a" },
              { name: "q", request: "a" },
              { name: "q" },
            ],
          },
        },
      ],
    },
  ),
  "pod-claims": trySpecs(
    { resourceClaims: [{ name: "" }] },
    { resourceClaims: [{ name: "A_", resourceClaimName: "B_", resourceClaimTemplateName: "C_" }] },
    {
      resourceClaims: [
        { name: "a", resourceClaimName: "x" },
        { name: "a", resourceClaimName: "y" },
      ],
    },
  ),
  "pod-level": trySpecs(
    { resources: { claims: [{ name: "a" }] } },
    { resources: { limits: { "ephemeral-storage": "1" } } },
    { resources: { limits: { "example.com/gpu": "1" } } },
    { resources: { limits: { gpu: "1" } } },
    { resources: { limits: { cpu: "1" }, requests: { cpu: "2" } } },
    {
      resources: { requests: { cpu: "1" } },
      containers: [
        { ...container, resources: { requests: { cpu: "800m" } } },
        { ...container, name: "d", resources: { requests: { cpu: "800m" } } },
      ],
    },
    {
      resources: { limits: { memory: "1Gi" } },
      containers: [{ ...container, resources: { limits: { memory: "2Gi" } } }],
    },
    {
      resources: { limits: { "hugepages-2Mi": "2Mi", cpu: "1" } },
      containers: [{ ...container, resources: { limits: { "hugepages-2Mi": "4Mi" } } }],
    },
    { os: { name: "windows" }, resources: { limits: { cpu: "1" } } },
  ),
  overhead: trySpecs({ overhead: { "a b": "1" } }, { overhead: { cpu: "-1" } }),
});
