// Copies of objects. An object is JSON, so a copy of it is an object again.
import { cloneJson } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import { jsonOf } from "./json-of.ts";

/** Returns a deep copy. */
export function cloneObject(object: ReadonlyObject): ApiObject {
  return cloneJson(jsonOf(object)) as unknown as ApiObject;
}

/** Copies the object and its metadata. The copy shares the values of their fields. */
export function shallowCopy(object: ReadonlyObject): ApiObject {
  return { ...object, metadata: { ...object.metadata } } as ApiObject;
}
