/** The Events of a Balancer: what `kubectl describe` tells of it. */
import type { EventNote } from "@kubewright/client";
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { NameTakenError } from "../children/owned.ts";

export function created(object: KubernetesObject): EventNote {
  const note = `Created ${object.kind} "${object.metadata?.name}"`;
  return { type: "Normal", reason: "Created", action: "CreateObject", note, related: object };
}

export function backendDeleted(service: KubernetesObject): EventNote {
  const note = `Deleted Service "${service.metadata?.name}", whose backend is no longer wanted`;
  return { type: "Normal", reason: "BackendDeleted", action: "DeleteObject", note, related: service };
}

export function nameTaken({ message, object }: NameTakenError): EventNote {
  return { type: "Warning", reason: "NameTaken", action: "CreateObject", note: message, related: object };
}

export function invalidSpec(problem: string): EventNote {
  return { type: "Warning", reason: "InvalidSpec", action: "CreateObject", note: problem };
}
