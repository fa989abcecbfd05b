/** The status of Pods, as kubelets and simulators of nodes write it. */
import { cases, get, patch, post } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { container, podOf, pods } from "./requests.ts";

function tryStatus(...statuses: readonly object[]): readonly DifferentialRequest[] {
  return statuses.map((status) => patch("merge", `${pods}/p/status?dryRun=All`, { status }));
}

function write(status: object): DifferentialRequest {
  return patch("merge", `${pods}/p/status`, { status });
}

function statusOf(name: string, state: object, more: object = {}): object {
  return { name, image: "i", imageID: "", ready: false, restartCount: 0, state, ...more };
}

const ended = { terminated: { exitCode: 1 } };
const endedWell = { terminated: { exitCode: 0 } };
const running = { running: {} };

function statuses(state: object): object {
  return {
    containerStatuses: [statusOf("c", state)],
    initContainerStatuses: [statusOf("i", state)],
    ephemeralContainerStatuses: [statusOf("e", state)],
  };
}

function withUser(linux: object): object {
  return { containerStatuses: [statusOf("c", running, { user: { linux } })] };
}

function allocated(...allocatedResourcesStatus: readonly object[]): object {
  return { containerStatuses: [statusOf("c", running, { allocatedResourcesStatus })] };
}

export const podStatusCases: readonly DifferentialCase[] = cases("pod-status", {
  conditions: [
    post(pods, podOf({ containers: [container] })),
    ...tryStatus(
      { conditions: [{ type: "a b", status: "True" }] },
      { conditions: [{ type: "Ready", status: "True", observedGeneration: -1 }] },
      { observedGeneration: -1 },
      { qosClass: "Guaranteed" },
      { nominatedNodeName: "A_" },
    ),
    write({ conditions: [{ type: "Ready", status: "True", observedGeneration: 1 }], observedGeneration: 1 }),
    write({ conditions: [{ type: "Ready", status: "False" }], observedGeneration: 0, qosClass: "" }),
    get(`${pods}/p`),
  ],
  "nominated-and-bound": [
    post(pods, podOf({ containers: [container], nodeName: "n" })),
    ...tryStatus({ nominatedNodeName: "m" }),
  ],
  addresses: [
    post(pods, podOf({ containers: [container] })),
    ...tryStatus(
      { podIP: "1.2.3.4", podIPs: [{ ip: "1.2.3.5" }] },
      { podIPs: [{ ip: "a" }] },
      { podIPs: [{ ip: "010.0.0.1" }] },
      { podIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }] },
      { podIPs: [{ ip: "1.2.3.4" }, { ip: "a" }] },
      { podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }, { ip: "::2" }] },
      { podIPs: [{ ip: "1.2.3.4" }, { ip: "::1" }] },
      { podIP: "1.2.3.4" },
      { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.5" }] },
      { hostIPs: [{ ip: "1.2.3.4" }] },
      { hostIP: "a", hostIPs: [{ ip: "a" }] },
      { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }] },
      { hostIP: "1.2.3.4", hostIPs: [{ ip: "1.2.3.4" }, { ip: "a" }] },
    ),
  ],
  transitions: [
    post(
      pods,
      podOf({
        restartPolicy: "Never",
        containers: [container, { ...container, name: "d" }],
        initContainers: [{ ...container, name: "i" }],
      }),
    ),
    write(statuses(ended)),
    ...tryStatus(statuses(running)),
  ],
  "transitions-on-failure": [
    post(
      pods,
      podOf({ restartPolicy: "OnFailure", containers: [container], initContainers: [{ ...container, name: "i" }] }),
    ),
    write(statuses(ended)),
    ...tryStatus(statuses(running)),
    write(statuses(endedWell)),
    ...tryStatus(statuses(running)),
  ],
  "transitions-always": [
    post(pods, podOf({ containers: [container], initContainers: [{ ...container, name: "i" }] })),
    write({ containerStatuses: [statusOf("c", endedWell)], initContainerStatuses: [statusOf("i", endedWell)] }),
    ...tryStatus({ containerStatuses: [statusOf("c", running)], initContainerStatuses: [statusOf("i", running)] }),
  ],
  "transitions-of-unknown": [
    post(pods, podOf({ containers: [container] })),
    write({ containerStatuses: [statusOf("z", endedWell)] }),
    ...tryStatus({ containerStatuses: [statusOf("z", running)] }),
  ],
  "transitions-by-rules": [
    post(
      pods,
      podOf({
        restartPolicy: "Never",
        containers: [
          {
            ...container,
            restartPolicy: "Never",
            restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }],
          },
        ],
      }),
    ),
    write({ containerStatuses: [statusOf("c", ended)] }),
    ...tryStatus({ containerStatuses: [statusOf("c", running)] }),
    write({ containerStatuses: [statusOf("c", { terminated: { exitCode: 2 } })] }),
    ...tryStatus({ containerStatuses: [statusOf("c", running)] }),
  ],
  "transitions-of-all": [
    post(
      pods,
      podOf({
        restartPolicy: "Never",
        containers: [
          container,
          {
            ...container,
            name: "d",
            restartPolicy: "Never",
            restartPolicyRules: [{ action: "RestartAllContainers", exitCodes: { operator: "NotIn", values: [0] } }],
          },
        ],
      }),
    ),
    write({ containerStatuses: [statusOf("c", ended)] }),
    ...tryStatus({ containerStatuses: [statusOf("c", running)] }),
  ],
  claims: [
    post(pods, podOf({ containers: [container], resourceClaims: [{ name: "a", resourceClaimTemplateName: "b" }] })),
    ...tryStatus(
      { resourceClaimStatuses: [{ name: "b" }] },
      { resourceClaimStatuses: [{ name: "a", resourceClaimName: "A_" }] },
    ),
    patch("json", `${pods}/p/status?dryRun=All`, [
      { op: "add", path: "/status/resourceClaimStatuses", value: [{ name: "a" }, { name: "a" }] },
    ]),
    ...tryStatus(
      { extendedResourceClaimStatus: { resourceClaimName: "", requestMappings: [] } },
      {
        extendedResourceClaimStatus: {
          resourceClaimName: "A_",
          requestMappings: [
            { containerName: "z", resourceName: "x", requestName: "B_" },
            { containerName: "c", resourceName: "x", requestName: "r" },
            { containerName: "c", resourceName: "x", requestName: "r" },
          ],
        },
      },
    ),
  ],
  users: [
    post(pods, podOf({ containers: [container] })),
    ...tryStatus(withUser({ uid: -1, gid: -1, supplementalGroups: [-1, 1] })),
  ],
  "users-on-windows": [
    post(pods, podOf({ containers: [container], os: { name: "windows" } })),
    ...tryStatus(withUser({ uid: 1, gid: 1 })),
  ],
  "allocated-resources": [
    post(
      pods,
      podOf({
        containers: [{ ...container, resources: { requests: { cpu: "1" }, claims: [{ name: "a", request: "r" }] } }],
        resourceClaims: [{ name: "a", resourceClaimName: "b" }],
      }),
    ),
    ...tryStatus(
      allocated({ name: "memory" }, { name: "claim:a" }, { name: "claim:a/r" }, { name: "cpu" }),
      allocated({
        name: "cpu",
        resources: [
          { resourceID: "x", health: "Sick" },
          { resourceID: "x", health: "Healthy", message: "" },
          { resourceID: "y", health: "Unknown", message: "m".repeat(1100) },
        ],
      }),
      { ephemeralContainerStatuses: [statusOf("e", running, { allocatedResourcesStatus: [{ name: "cpu" }] })] },
    ),
  ],
  metadata: [
    post(pods, podOf({ containers: [container] })),
    patch("merge", `${pods}/p/status`, {
      metadata: {
        labels: { a: "b" },
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "o", uid: "12345678-1234-1234-1234-123456789012" }],
      },
      spec: { hostNetwork: true, nodeName: "n" },
      status: { phase: "Running" },
    }),
    patch("merge", `${pods}/p/status?dryRun=All`, { metadata: { labels: { "a b": "c" } } }),
    patch("merge", `${pods}/p/status?dryRun=All`, {
      metadata: { annotations: { "kubernetes.io/config.mirror": "x" } },
    }),
  ],
});
