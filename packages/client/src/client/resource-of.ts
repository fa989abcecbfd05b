// The resource that serves an object's kind.

import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";

import type { RestMapper } from "../discovery/rest-mapper.ts";
import { UnknownKindError } from "../errors.ts";
import type { RequestOptions } from "../verbs/verbs.ts";
import { kindOfObject } from "./objects.ts";

/**
 * The resource of an object, by its `apiVersion` and `kind`. `action` is the verb in error messages.
 *
 * @throws {TypeError} if the object does not have both fields.
 * @throws {UnknownKindError} if the kind is neither registered nor served.
 */
export async function resourceOf<T extends KubernetesObject>(
  mapper: RestMapper,
  object: T,
  action: string,
  { signal }: RequestOptions = {},
): Promise<ResourceType<T>> {
  const kind = kindOfObject(object, action);
  const type = await mapper.resourceFor(kind, { signal });
  if (type === undefined) throw new UnknownKindError(`${action} ${kind.kind}`, kind);
  return type as ResourceType<T>; // The descriptor of the object's own kind: its type parameter is the object's type.
}
