/** A request to reconcile: the key of an object, never the object or an event. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { defaultKeyOf } from "@kubewright/workqueue";

/**
 * The key of an object of the controller's kind. It does not contain the event: several events of one object, or of several dependents of the object,
 * become one request, and the reconciler reads the current state. `typedControllerManagedBy` builds controllers with other requests.
 */
export interface Request extends ObjectKey {
  /** The cluster of the object, by its name in the fleet. Default: the cluster of the manager. */
  readonly clusterName?: string;
}

/** Formats a request: `default/pi`, `node1`, `west:default/pi`. Equal requests, and only those, have the same string. */
export function formatRequest(request: Request): string {
  return request.clusterName === undefined ? formatKey(request) : `${request.clusterName}:${formatKey(request)}`;
}

/**
 * The key of a request of any type. Requests with the same key are one entry of the queue. The key of a string is the string; of a request with its own
 * `toString`, the result of that; of the key of an object, `formatRequest`; of other requests, their properties as JSON in alphabetical order.
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
