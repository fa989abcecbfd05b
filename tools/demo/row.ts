// The row of an object in the table of the demo. Equal objects have equal rows.
import type { Event } from "@kubewright/api/events.k8s.io/v1";
import { parseTime } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";

/** One line of the table. */
export interface Row {
  readonly kind: string;
  readonly name: string;
  readonly phase: string;
  readonly age: string;
  readonly lastEvent: string;
}

export function rowOf(
  object: Stored<KubernetesObject>,
  phase: string,
  lastEvent: Event | undefined,
  nowMs: number,
): Row {
  const { name, namespace, creationTimestamp } = object.metadata;
  return {
    kind: object.kind ?? "",
    name: namespace === undefined ? name : `${namespace}/${name}`,
    phase,
    age: ageText(nowMs - (parseTime(creationTimestamp) ?? nowMs)),
    lastEvent: lastEvent ? `${lastEvent.reason ?? ""}: ${lastEvent.note ?? ""}` : "",
  };
}

/** `0s`, `59s`, `2m05s`, `3h07m`, for times below a day. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, "0");
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${two(Math.floor(seconds / 60) % 60)}m`;
}
