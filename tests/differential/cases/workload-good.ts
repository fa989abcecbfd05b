/** A valid Pod template, and common parts of the cases of workload kinds. */
import type { DifferentialRequest } from "../case.ts";
import { post } from "../case.ts";
import type { Change } from "../changes.ts";
import { tryToCreate, tryToMerge, tryToUpdate } from "../changes.ts";

export const labels = { app: "a" };
export const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
export const selector = { matchLabels: labels };

/** The collection of a kind, and a valid object. */
export interface Kind {
  readonly path: string;
  readonly good: object;
}

export function kindAt(apiVersion: string, plural: string, kind: string, spec: object): Kind {
  const root = apiVersion.includes("/") ? "/apis" : "/api";
  return {
    path: `${root}/${apiVersion}/namespaces/{{namespace}}/${plural}`,
    good: { apiVersion, kind, metadata: { name: "x" }, spec },
  };
}

export function creating({ path, good }: Kind, ...changes: readonly Change[]): readonly DifferentialRequest[] {
  return tryToCreate(path, good, changes);
}

/** Creates the object with `before` changed in it, then tries to replace it with the valid object and each change. */
export function updating({ path, good }: Kind, ...changes: readonly Change[]): readonly DifferentialRequest[] {
  return [post(path, good), ...tryToUpdate(`${path}/x`, good, changes)];
}

/** Creates the object, then tries each change of its status. */
export function reporting({ path, good }: Kind, ...changes: readonly Change[]): readonly DifferentialRequest[] {
  return [post(path, good), ...statusOf({ path, good }, ...changes)];
}

/** Tries each change of the status of the existing object. */
export function statusOf({ path }: Kind, ...changes: readonly Change[]): readonly DifferentialRequest[] {
  return tryToMerge(`${path}/x/status`, changes);
}

/** Invalid selectors, and selectors that do not match the template. */
export const badSelectors: readonly Change[] = [
  { "spec.selector": undefined },
  { "spec.selector": {} },
  { "spec.selector.matchLabels": { app: "b" } },
  { "spec.selector.matchLabels": { "a b": "c" } },
  { "spec.selector.matchLabels": { app: "c d" } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "In", values: [] }] } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "Exists", values: ["a"] }] } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "Sometimes" }] } },
  { "spec.selector": { matchExpressions: [{ key: "a b", operator: "Exists" }] } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "In", values: ["a", "b c"] }] } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }] } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "" }] } },
];

/** Invalid changes of a template for Pods that run forever. */
export const badTemplates: readonly Change[] = [
  { "spec.template": undefined },
  { "spec.template.metadata": undefined },
  { "spec.template.metadata.labels": { app: "a", "b c": "d" } },
  { "spec.template.metadata.annotations": { "b c": "d" } },
  { "spec.template.spec": {} },
  { "spec.template.spec.restartPolicy": "Never" },
  { "spec.template.spec.restartPolicy": "Sometimes" },
  { "spec.template.spec.activeDeadlineSeconds": 5 },
  { "spec.template.spec.containers.0.image": "" },
  { "spec.template.spec.ephemeralContainers": [{ name: "e", image: "i" }] },
  { "spec.template.metadata.name": "n", "spec.template.metadata.namespace": "other" },
];

/** Numbers, each once below zero. */
export function negative(...places: readonly string[]): readonly Change[] {
  return [...places.map((place) => ({ [place]: -1 })), Object.fromEntries(places.map((place) => [place, -1]))];
}
