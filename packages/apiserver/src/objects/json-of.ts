/** Objects of the server as JSON values. */
import type { JsonObject } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";

/** The object as the JSON from which it was decoded. The fields that a client has chosen are typed `unknown` in an `ApiObject`. */
export function jsonOf(object: ApiObject | ReadonlyObject): JsonObject {
  return object as unknown as JsonObject; // Objects of the server are decoded JSON.
}
