/** The Node object of a simulated node: ready, with large resources, and labelled as simulated. */
import type { Node, NodeCondition } from "@kubewright/api/core/v1";
import { formatTime } from "@kubewright/apimachinery";
import { addressOfNode } from "./address-pool.ts";

/** Enough for the Pods of any test. */
export const nodeResources = { cpu: "64", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "10000" };

/** The features that a kubelet 1.36 declares by default. Without them, admission rejects updates of Pods that need one. */
const declaredFeatures = [
  "ExtendWebSocketsToKubelet",
  "InPlacePodLevelResourcesVerticalScaling",
  "InPlacePodVerticalScalingInitContainers",
  "RestartAllContainersOnContainerExits",
] as const;

const pressures = ["MemoryPressure", "DiskPressure", "PIDPressure"] as const;

export function nodeLabels(name: string): Readonly<Record<string, string>> {
  return {
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "node.kubernetes.io/instance-type": "simulated",
  };
}

export function nodeObject(name: string, index: number, nowMs: number): Node {
  const time = formatTime(nowMs);
  const condition = (type: string, status: "True" | "False", reason: string): NodeCondition => ({
    type,
    status,
    reason,
    message: "Simulated: nothing runs on this node",
    lastHeartbeatTime: time,
    lastTransitionTime: time,
  });
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: nodeLabels(name),
    },
    spec: { providerID: `simulated://${name}` },
    status: {
      capacity: nodeResources,
      allocatable: nodeResources,
      declaredFeatures,
      addresses: [
        { type: "InternalIP", address: addressOfNode(index) },
        { type: "Hostname", address: name },
      ],
      conditions: [
        ...pressures.map((type) => condition(type, "False", `KubeletHasNo${type}`)),
        condition("Ready", "True", "SimulatorReady"),
      ],
      nodeInfo: {
        machineID: name,
        systemUUID: name,
        bootID: name,
        kernelVersion: "simulated",
        osImage: "simulated",
        containerRuntimeVersion: "simulated://0",
        kubeletVersion: "v1.36.3",
        kubeProxyVersion: "",
        operatingSystem: "linux",
        architecture: "amd64",
      },
    },
  };
}
