/** Conditions of objects, for `waitFor`: pure functions of the object that is read, and their combinators. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";

/** Whether an object, or its absence, is what is waited for. The name of the function is part of error messages. */
export type WaitCondition<T extends KubernetesObject> = (object: Stored<T> | undefined) => boolean;

/** Gives a condition the name that error messages show. */
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

/** Holds if the condition does not. It therefore holds for an object that does not exist, if the condition needs one. */
export function not<T extends KubernetesObject>(condition: WaitCondition<T>): WaitCondition<T> {
  return named(`not(${namesOf([condition])})`, (object) => !condition(object));
}

/** Holds once the object of this uid is gone, whether or not another one has its name. */
export function isDeleted(uid: string): WaitCondition<KubernetesObject> {
  return named(`isDeleted(${uid})`, (object) => object?.metadata.uid !== uid);
}

/**
 * Holds if `status.conditions` has a condition of this type with this status. As in `kubectl wait`, a condition that was observed at an older
 * generation of the object does not count.
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
