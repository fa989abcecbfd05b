/** A request to reconcile: the key of an object, never the object or an event. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { defaultKeyOf } from "@kubewright/workqueue";

/**
 * Names an object of the kind that a controller is for. It does not contain the event: several events of one object, or of several objects that it owns,
 * become one request, and the reconciler reads the current state. Controllers of other requests are built by `typedControllerManagedBy`.
 */
export interface Request extends ObjectKey {
  /** The cluster of the object, by its name in the fleet. Default: the cluster of the manager. */
  readonly clusterName?: string;
}

/** The string that two requests share exactly if they are equal: `default/pi`, `node1`, `west:default/pi`. */
export function formatRequest(request: Request): string {
  return request.clusterName === undefined ? formatKey(request) : `${request.clusterName}:${formatKey(request)}`;
}

/**
 * The key of a request of any type: a string itself, else `formatRequest` of the key of an object, else the result of its own `toString`, else its
 * properties as JSON in alphabetical order. Requests with the same key are one entry of the queue.
 */
export function formatTypedRequest(request: unknown): string {
  if (hasOwnFormat(request)) return String(request);
  return isRequest(request) ? formatRequest(request) : defaultKeyOf(request);
}

/** Whether the request has the properties of `Request` and no others. */
function isRequest(request: unknown): request is Request {
  for (const property in request as object) {
    if (property !== "name" && property !== "namespace" && property !== "clusterName") return false;
  }
  return typeof (request as Partial<Request>).name === "string";
}

function hasOwnFormat(request: unknown): boolean {
  if (typeof request !== "object" || request === null) return true;
  return !Array.isArray(request) && request.toString !== Object.prototype.toString;
}
