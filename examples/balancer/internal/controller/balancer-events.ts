/** The Events of a Balancer, which `kubectl describe` shows. The condition Ready repeats the reason and the note of a failure. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { EventNote } from "@kubewright/client";

export function created(object: KubernetesObject): EventNote {
  const note = `Created ${object.kind} "${object.metadata?.name}"`;
  return { type: "Normal", reason: "Created", action: "CreateObject", note, related: object };
}

export function backendDeleted(service: KubernetesObject): EventNote {
  const note = `Deleted Service "${service.metadata?.name}", whose backend is no longer in the spec`;
  return { type: "Normal", reason: "BackendDeleted", action: "DeleteObject", note, related: service };
}

export function nameTaken(object: KubernetesObject): EventNote {
  const note = `${object.kind} "${object.metadata?.name}" exists and does not belong to this Balancer: delete it, or create the Balancer under another name`;
  return { type: "Warning", reason: "NameTaken", action: "CreateObject", note, related: object };
}

export function invalidSpec(note: string): EventNote {
  return { type: "Warning", reason: "InvalidSpec", action: "CreateObject", note };
}
