/** Objects that suites with many writers create: workloads, Pods, and bodies of Pod subresources. */
import { patch, post } from "./writers.ts";
import type { Writers } from "./writers.ts";

/** Creates an object in this collection and resolves with its path. */
export async function create(writers: Writers, path: string, body: object): Promise<string> {
  const { status, body: created } = await writers.send(post(path, body));
  if (status !== 201) throw new Error(`Cannot create an object at ${path}: ${created.message}`);
  return `${path}/${created.metadata.name}`;
}

/** A Deployment, ReplicaSet or StatefulSet. */
export function workload(name: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "x:1" }] } };
  return { metadata: { name }, spec: { selector: { matchLabels: labels }, template } };
}

export function pod(name: string, labels: object = {}): object {
  return { metadata: { name, labels }, spec: { containers: [{ name: "c", image: "x:1" }] } };
}

export function binding(name: string, node: string, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "Binding", metadata: { name, ...metadata }, target: { kind: "Node", name: node } };
}

export function eviction(name: string, deleteOptions?: object): object {
  return {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
    ...(deleteOptions !== undefined && { deleteOptions }),
  };
}

/** A running Pod, as one that a PodDisruptionBudget counts. */
export async function runningPod(writers: Writers, core: string, name: string): Promise<string> {
  const path = await create(writers, `${core}/pods`, pod(name, { app: "guarded" }));
  const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  const response = await writers.send(patch("merge", `${path}/status`, { status }));
  if (response.status !== 200) throw new Error(`Cannot write the status of Pod "${name}": ${response.body.message}`);
  return path;
}

/** A PodDisruptionBudget of the Pods that `runningPod` creates. */
export async function budget(writers: Writers, namespace: string, disruptionsAllowed: number): Promise<string> {
  const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  const selector = { matchLabels: { app: "guarded" } };
  const path = await create(writers, budgets, { metadata: { name: "guard" }, spec: { minAvailable: 1, selector } });
  await writers.send(patch("merge", `${path}/status`, { status: budgetStatus(disruptionsAllowed) }));
  return path;
}

/** A status of that budget, up to date. */
export function budgetStatus(disruptionsAllowed: number): object {
  return { observedGeneration: 1, disruptionsAllowed, currentHealthy: 4, desiredHealthy: 3, expectedPods: 4 };
}
