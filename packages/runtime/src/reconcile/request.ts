/** A request to reconcile: the key of an object, never the object or an event. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";

/**
 * Names one object of the kind a controller is for. It says nothing of what happened: several events of one object, or of several objects it
 * owns, become one request, and the reconciler looks at what is there now.
 */
export interface Request extends ObjectKey {
  /** The cluster the object is in. Absent: the manager's own, the only one so far. */
  readonly cluster?: string;
}

/** The text two requests share exactly when they are the same: `default/pi`, `node1`, `west:default/pi`. */
export function formatRequest(request: Request): string {
  return request.cluster === undefined ? formatKey(request) : `${request.cluster}:${formatKey(request)}`;
}
