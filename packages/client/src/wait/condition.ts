/** Conditions for `waitFor`: pure functions of an object, and their combinators. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";

/** Whether an object, or undefined if it does not exist, meets the condition. The name of the function is part of error messages. */
export type WaitCondition<T extends KubernetesObject> = (object: Stored<T> | undefined) => boolean;

/** Sets the name of a condition in error messages. */
export function named<T extends KubernetesObject>(name: string, condition: WaitCondition<T>): WaitCondition<T> {
  return Object.defineProperty((object: Stored<T> | undefined) => condition(object), "name", { value: name });
}

/** Holds if every condition holds. */
export function and<T extends KubernetesObject>(...conditions: readonly WaitCondition<T>[]): WaitCondition<T> {
  return named(`and(${namesOf(conditions)})`, (object) => conditions.every((condition) => condition(object)));
}

/** Holds if at least one condition holds. */
export function or<T extends KubernetesObject>(...conditions: readonly WaitCondition<T>[]): WaitCondition<T> {
  return named(`or(${namesOf(conditions)})`, (object) => conditions.some((condition) => condition(object)));
}

/** Holds if the condition does not hold. It therefore holds for a missing object if the condition requires an object. */
export function not<T extends KubernetesObject>(condition: WaitCondition<T>): WaitCondition<T> {
  return named(`not(${namesOf([condition])})`, (object) => !condition(object));
}

/** Holds once the object with this uid is gone, even if another object has its name. */
export function isDeleted(uid: string): WaitCondition<KubernetesObject> {
  return named(`isDeleted(${uid})`, (object) => object?.metadata.uid !== uid);
}

/**
 * Holds if `status.conditions` has a condition of this type with this status. As in `kubectl wait`, a condition that was observed at an older
 * generation of the object is ignored.
 */
export function hasCondition(
  type: string,
  status: "True" | "False" | "Unknown" = "True",
): WaitCondition<KubernetesObject> {
  return named(`hasCondition(${type}, ${status})`, (object) => {
    const observed: unknown = (object as { readonly status?: unknown } | undefined)?.status; // Any kind can have a status.
    if (object === undefined || !isJsonObject(observed)) return false;
    const { conditions, observedGeneration } = observed;
    const found = Array.isArray(conditions)
      ? conditions.filter(isJsonObject).find((condition) => condition["type"] === type)
      : undefined;
    if (found?.["status"] !== status) return false;
    const generation = found["observedGeneration"] ?? observedGeneration;
    return typeof generation !== "number" || generation >= (object.metadata.generation ?? 0);
  });
}

function namesOf(conditions: readonly { readonly name: string }[]): string {
  return conditions.map(({ name }) => name || "condition").join(", ");
}
