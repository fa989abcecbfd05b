/** The state of the fixture in a form that two runs can be compared by: values that differ in each run (uids, versions, times) are masked. */
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { differences } from "../differential/differences.ts";

/** The objects, by `Kind namespace/name`. */
export type EndState = Readonly<Record<string, unknown>>;

const maskedFields: ReadonlySet<string> = new Set([
  "resourceVersion",
  "managedFields", // Who wrote what, and in which second: another order of writes is not another end.
  "generation",
  "observedGeneration",
  "creationTimestamp",
  "deletionTimestamp",
  "lastTransitionTime",
  "lastUpdateTime",
  "startTime",
  "startedAt",
  "finishedAt",
  "containerID",
  "podIP",
  "podIPs",
  "ip",
  "clusterIP",
  "clusterIPs",
]);

/** Reads all objects of the kinds. An owner is replaced with the name of the object with its uid, which reveals orphans. */
export async function readEndState(client: Client, kinds: readonly ResourceType[]): Promise<EndState> {
  const objects: KubernetesObject[] = [];
  for (const kind of kinds) objects.push(...(await Array.fromAsync(client.list(kind))));
  const named = new Map(objects.map((object) => [object.metadata?.uid ?? "", nameOf(object)]));
  return Object.fromEntries(objects.map((object) => [nameOf(object), masked(object, named)]));
}

/** The differences from the run without faults. */
export function differencesOf(expected: EndState, found: EndState): readonly string[] {
  return differences(expected, found).map(
    ({ at, recorded, answered }) => `${at}: expected ${textOf(recorded)}, found ${textOf(answered)}`,
  );
}

function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata?.namespace ?? ""}/${metadata?.name ?? ""}`;
}

/** The volume with a Pod's token has a random name. */
const tokenVolume = /\bkube-api-access-[a-z0-9]{5}\b/gu;

function masked(object: KubernetesObject, named: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(object, (field, value: unknown) => {
    if (maskedFields.has(field)) return "<masked>";
    return field === "uid" ? (named.get(String(value)) ?? "<nobody>") : value;
  });
  return JSON.parse(text.replaceAll(tokenVolume, "kube-api-access-<any>")) as unknown;
}

function textOf(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200);
}
