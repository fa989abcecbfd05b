/** PriorityClasses: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/ */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { PriorityClass } from "@kubewright/api/scheduling.k8s.io/v1";
import { checkImmutable, checkOneOf } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";

/** The maximum value of classes other than system classes. */
const userPriorityMax = 1_000_000_000;

const systemClasses: { readonly [name: string]: number } = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

export const priorityClassKind: BuiltinKind = builtinKind<PriorityClass>({
  group: "scheduling.k8s.io",
  plural: "priorityclasses",
  tracksGeneration: true,
  // The generation stays 1 until the deletion.
  desiredStateChanged: () => false,
  defaults: (draft) => {
    draft.preemptionPolicy ??= "PreemptLowerPriority";
  },
  validate: (object) => checkPriorityClass(object),
  validateUpdate: (object, old) => [
    ...(object.value === old.value ? [] : [field.forbidden(fieldPath("value"), "may not be changed in an update.")]),
    ...checkImmutable(object.preemptionPolicy, old.preemptionPolicy, fieldPath("preemptionPolicy")),
  ],
  cells: (object) => {
    const { value = 0, globalDefault = false, preemptionPolicy = "" } = object;
    return { Value: value, "Global-Default": globalDefault, PreemptionPolicy: preemptionPolicy };
  },
});

function checkPriorityClass(priorityClass: View<PriorityClass>): readonly FieldError[] {
  const { value = 0 } = priorityClass;
  const name = priorityClass.metadata?.name ?? "";
  const errors: FieldError[] = [];
  if (name.startsWith("system-")) {
    const problem = systemClassProblem(name, value, priorityClass.globalDefault ?? false);
    if (problem !== undefined) {
      const text = "priority class names with 'system-' prefix are reserved for system use only. error: ";
      errors.push(field.forbidden(fieldPath("metadata", "name"), text + problem));
    }
  } else if (value > userPriorityMax) {
    const text = `maximum allowed value of a user defined priority is ${userPriorityMax}`;
    errors.push(field.forbidden(fieldPath("value"), text));
  }
  append(
    errors,
    checkOneOf(priorityClass.preemptionPolicy, ["PreemptLowerPriority", "Never"], fieldPath("preemptionPolicy")),
  );
  return errors;
}

function systemClassProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  if (!Object.hasOwn(systemClasses, name)) return `${name} is not a known system priority class`;
  if (systemClasses[name] !== value) return `value of ${name} PriorityClass must be ${systemClasses[name]}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
