/** Which fields of a stored Pod can be changed, and at which subresource. */
import { cases, get, patch, post } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { container, podOf, pods } from "./requests.ts";

function change(...bodies: readonly object[]): readonly DifferentialRequest[] {
  return bodies.map((body) => patch("merge", `${pods}/p?dryRun=All`, body));
}

function changeSpec(...specs: readonly object[]): readonly DifferentialRequest[] {
  return change(...specs.map((spec) => ({ spec })));
}

function addEphemeral(...lists: readonly (readonly object[])[]): readonly DifferentialRequest[] {
  return lists.map((ephemeralContainers) =>
    patch("merge", `${pods}/p/ephemeralcontainers?dryRun=All`, { spec: { ephemeralContainers } }),
  );
}

function resize(...specs: readonly object[]): readonly DifferentialRequest[] {
  return specs.map((spec) => patch("merge", `${pods}/p/resize?dryRun=All`, { spec }));
}

function withResources(limits: object, requests: object = limits): object {
  return { ...container, resources: { limits, requests } };
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";

function nodeTerms(...nodeSelectorTerms: readonly object[]): object {
  return { affinity: { nodeAffinity: { [required]: { nodeSelectorTerms } } } };
}

const inZone = { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] };
const onDisk = { key: "disk", operator: "Exists" };

export const podUpdateCases: readonly DifferentialCase[] = cases("pod-update", {
  containers: [
    post(pods, podOf({ containers: [container], initContainers: [{ ...container, name: "i" }] })),
    ...changeSpec(
      { containers: [container, { ...container, name: "d" }] },
      { initContainers: [] },
      { containers: [{ ...container, image: "" }] },
      { containers: [{ ...container, image: " padded" }], initContainers: [{ ...container, name: "i", image: "b " }] },
      { containers: [{ ...container, image: "example.com/c:2" }] },
    ),
  ],
  deadline: [
    post(pods, podOf({ containers: [container], activeDeadlineSeconds: 10 })),
    ...changeSpec(
      { activeDeadlineSeconds: 11 },
      { activeDeadlineSeconds: null },
      { activeDeadlineSeconds: -1 },
      { activeDeadlineSeconds: 2_147_483_648 },
      { activeDeadlineSeconds: 5 },
    ),
  ],
  tolerations: [
    post(pods, podOf({ containers: [container], tolerations: [{ key: "a", operator: "Exists" }] })),
    ...changeSpec({ tolerations: [] }, { tolerations: [{ key: "a", operator: "Equal" }] }),
  ],
  gates: [
    post(pods, podOf({ containers: [container], schedulingGates: [{ name: "a" }], nodeSelector: { a: "b" } })),
    ...changeSpec(
      { schedulingGates: [{ name: "a" }, { name: "b" }] },
      { nodeSelector: { a: "c" } },
      { nodeSelector: { a: null } },
      { nodeSelector: { d: "e" } },
      nodeTerms(inZone),
      { schedulingGates: [] },
    ),
    post(`${pods}/p/binding`, { metadata: { name: "p" }, target: { kind: "Node", name: "n" } }),
  ],
  "gated-affinity": [
    post(pods, podOf({ containers: [container], schedulingGates: [{ name: "a" }], ...nodeTerms(inZone) })),
    ...changeSpec(
      nodeTerms(),
      nodeTerms(inZone, inZone),
      nodeTerms({ matchExpressions: [onDisk] }),
      nodeTerms({ matchExpressions: [...inZone.matchExpressions, onDisk] }),
      { affinity: null },
    ),
  ],
  "gated-fields": [
    post(
      pods,
      podOf({
        containers: [container],
        schedulingGates: [{ name: "a" }],
        ...nodeTerms({ matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] }),
      }),
    ),
    ...changeSpec(
      nodeTerms({ matchFields: [{ key: "metadata.name", operator: "In", values: ["m"] }] }),
      nodeTerms({ matchExpressions: [onDisk] }),
    ),
  ],
  annotations: [
    post(
      pods,
      podOf(
        { containers: [container], nodeName: "n" },
        { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } },
      ),
    ),
    ...change(
      { metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/c": null } } },
      { metadata: { annotations: { "kubernetes.io/config.mirror": "x" } } },
      { metadata: { annotations: { "controller.kubernetes.io/pod-deletion-cost": "cheap" } } },
    ),
  ],
  "app-armor-added": [
    post(pods, podOf({ containers: [container] })),
    ...change({ metadata: { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } } }),
  ],
  mirror: [
    post(
      pods,
      podOf({ containers: [container], nodeName: "n" }, { annotations: { "kubernetes.io/config.mirror": "x" } }),
    ),
    ...change({ metadata: { annotations: { "kubernetes.io/config.mirror": "y" } } }),
    ...addEphemeral([{ ...container, name: "e" }]),
    ...resize({ containers: [withResources({ cpu: "1" })] }),
  ],
  "mirror-claims": [
    post(
      pods,
      podOf(
        { containers: [container], nodeName: "n", resourceClaims: [{ name: "a", resourceClaimName: "b" }] },
        { annotations: { "kubernetes.io/config.mirror": "x" } },
      ),
    ),
  ],
  "ephemeral-containers": [
    post(pods, podOf({ containers: [container] })),
    get(`${pods}/p/ephemeralcontainers`),
    ...addEphemeral(
      [{ ...container, name: "c" }],
      [{ ...container, name: "e", targetContainerName: "nobody" }],
      [{ ...container, name: "e", ports: [{ containerPort: 1 }] }],
    ),
    patch("strategic", `${pods}/p/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ ...container, name: "e" }], hostNetwork: true },
      metadata: { labels: { a: "b" } },
      status: { phase: "Running" },
    }),
    ...addEphemeral([{ ...container, name: "f" }]),
    get(`${pods}/p`),
    patch("merge", `${pods}/none/ephemeralcontainers`, { spec: { ephemeralContainers: [] } }),
  ],
  resize: [
    post(pods, podOf({ containers: [withResources({ cpu: "1", memory: "1Gi" }, { cpu: "500m", memory: "1Gi" })] })),
    get(`${pods}/p/resize`),
    ...resize(
      { containers: [withResources({ cpu: "2", memory: "1Gi" })] },
      {
        containers: [
          withResources({ cpu: "2", memory: "1Gi" }, { cpu: "1", memory: "1Gi" }),
          { ...container, name: "d" },
        ],
      },
      { containers: [{ ...withResources({ cpu: "2", memory: "1Gi" }, { cpu: "1", memory: "1Gi" }), name: "d" }] },
      { containers: [withResources({ cpu: "2" }, { cpu: "1", memory: "1Gi" })] },
      { containers: [withResources({ cpu: "2", memory: "1Gi" }, { cpu: "1" })] },
      {
        containers: [
          withResources(
            { cpu: "2", memory: "1Gi", "ephemeral-storage": "1Gi" },
            { cpu: "1", memory: "1Gi", "ephemeral-storage": "1Gi" },
          ),
        ],
      },
      { containers: [withResources({ cpu: "1", memory: "1Gi" }, { cpu: "2", memory: "1Gi" })] },
      { containers: [], initContainers: [container] },
    ),
    patch("strategic", `${pods}/p/resize`, {
      spec: {
        containers: [{ name: "c", image: "other", resources: { requests: { cpu: "600m" } } }],
        hostNetwork: true,
      },
      metadata: { labels: { a: "b" } },
    }),
    get(`${pods}/p`),
  ],
  "resize-init": [
    post(
      pods,
      podOf({
        containers: [withResources({ cpu: "1" }, { cpu: "500m" })],
        initContainers: [
          { ...withResources({ cpu: "1" }, { cpu: "500m" }), name: "i" },
          { ...withResources({ cpu: "1" }, { cpu: "500m" }), name: "j", restartPolicy: "Always" },
        ],
      }),
    ),
    ...resize(
      { initContainers: [{ ...withResources({ cpu: "1" }, { cpu: "500m" }), name: "i" }] },
      {
        initContainers: [
          { ...withResources({ cpu: "1" }, { cpu: "500m" }), name: "i" },
          { ...withResources({ cpu: "1" }, { cpu: "500m" }), name: "k", restartPolicy: "Always" },
        ],
      },
      {
        initContainers: [
          { ...withResources({ cpu: "2" }, { cpu: "500m" }), name: "i" },
          {
            ...withResources({ cpu: "2", "ephemeral-storage": "1Gi" }, { cpu: "1" }),
            name: "j",
            restartPolicy: "Always",
          },
        ],
      },
      {
        initContainers: [
          { ...container, name: "i" },
          { ...withResources({ cpu: "2" }, { cpu: "1" }), name: "j", restartPolicy: "Always" },
        ],
      },
    ),
  ],
  "resize-windows": [
    post(pods, podOf({ containers: [withResources({ cpu: "1" })], os: { name: "windows" } })),
    ...resize({ containers: [withResources({ cpu: "2" })] }),
  ],
  "resize-pod-level": [
    post(
      pods,
      podOf({
        containers: [withResources({ cpu: "1" }, { cpu: "500m" })],
        resources: { limits: { cpu: "2", memory: "1Gi" }, requests: { cpu: "1", memory: "1Gi" } },
      }),
    ),
    ...resize(
      { resources: null },
      { resources: { requests: { cpu: null } } },
      { resources: { limits: { memory: null } } },
      { resources: { limits: { "hugepages-2Mi": "2Mi" } } },
      { resources: { limits: { cpu: "3" } } },
    ),
  ],
  "resize-without-support": [
    post(pods, podOf({ containers: [withResources({ cpu: "1" }, { cpu: "500m" })] })),
    patch("strategic", `${pods}/p/status`, {
      status: {
        containerStatuses: [
          { name: "c", image: "i", imageID: "", ready: true, restartCount: 0, state: { running: {} } },
        ],
      },
    }),
    ...resize({ containers: [withResources({ cpu: "2" }, { cpu: "500m" })] }),
  ],
  binding: [
    post(pods, podOf({ containers: [container] })),
    post(`${pods}/p/binding`, { metadata: { name: "p" }, target: { kind: "Pod", name: "" } }),
    post(`${pods}/p/binding`, { metadata: { name: "q" }, target: { name: "n" } }),
    post(`${pods}/none/binding`, { metadata: { name: "none" }, target: { name: "n" } }),
    post(`${pods}/p/binding`, {
      metadata: { name: "p", annotations: { a: "b" }, labels: { "topology.kubernetes.io/zone": "z", c: "d" } },
      target: { name: "n" },
    }),
    get(`${pods}/p`),
  ],
});
