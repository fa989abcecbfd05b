/** Taints, which repel Pods from a node. https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  JsonSyntaxError,
  decodeJson,
  field,
  fieldPath,
  flatMapInSteps,
  isJsonObject,
  isLabelValue,
  joinedInSteps,
  jsonDepthMax,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Taint } from "@kubewright/api/core/v1";
import { checkOneOf, checkQualifiedName } from "../field-checks.ts";
import type { View } from "../typed.ts";

const effects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** In steps. */
export function checkTaints(taints: readonly View<Taint>[], list: FieldPath): Work<readonly FieldError[]> {
  const repeated = repeatedIndexes(taints.map(({ key = "", effect = "" }) => `${key}:${effect}`));
  return flatMapInSteps(taints, (taint, index) => {
    const path = list.index(index);
    const { key = "", value = "", effect = "", timeAdded = null } = taint;
    const valueErrors = isLabelValue(value);
    const errors = [
      ...checkQualifiedName(key, path.child("key")),
      ...(valueErrors.length > 0 ? [field.invalid(path.child("value"), value, valueErrors.join(";"))] : []),
      ...checkOneOf(effect, effects, path.child("effect")),
    ];
    if (repeated.has(index)) {
      // kube-apiserver prints the whole Go struct.
      const shown = { Key: key, Value: value, Effect: effect, TimeAdded: timeAdded };
      errors.push({ ...field.duplicate(path, shown), detail: "taints must be unique by key and effect pair" });
    }
    return errors;
  });
}

const taintsAnnotation = "scheduler.alpha.kubernetes.io/taints";
const avoidAnnotation = "scheduler.alpha.kubernetes.io/preferAvoidPods";
const annotationsPath = fieldPath("metadata", "annotations");

/** Annotations that preceded fields. They are validated, and not used. */
export function checkNodeAnnotations(annotations: { readonly [name: string]: string }): Work<readonly FieldError[]> {
  return joinedInSteps([() => checkTaintsAnnotation(annotations), () => checkAvoidedPods(annotations)]);
}

function checkTaintsAnnotation(annotations: { readonly [name: string]: string }): Work<readonly FieldError[]> {
  const text = annotations[taintsAnnotation] ?? "";
  if (text === "") return [];
  const found = parsed(text);
  if (found.error !== undefined) return [field.invalid(annotationsPath, taintsAnnotation, found.error)];
  if (!Array.isArray(found.value)) return [];
  return checkTaints(
    found.value.filter(isJsonObject) as readonly View<Taint>[],
    annotationsPath.child(taintsAnnotation),
  ); // They are unused, so their types are not checked.
}

function checkAvoidedPods(annotations: { readonly [name: string]: string }): readonly FieldError[] {
  const text = annotations[avoidAnnotation] ?? "";
  if (text === "") return [];
  const found = parsed(text);
  if (found.error !== undefined)
    return [field.invalid(annotationsPath.child("AvoidPods"), avoidAnnotation, found.error)];
  const entries = isJsonObject(found.value) ? found.value["preferAvoidPods"] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: JsonValue, index) => {
    const path = annotationsPath.child(avoidAnnotation).index(index).child("PodSignature");
    const signature = isJsonObject(entry) ? entry["podSignature"] : undefined;
    const controller = isJsonObject(signature) ? signature["podController"] : undefined;
    if (!isJsonObject(controller)) return [field.required(path, "")];
    if (controller["controller"] === true) return [];
    return [field.invalid(path.child("PodController", "Controller"), false, "must point to a controller")];
  });
}

type Parsed = { readonly value: JsonValue; readonly error?: undefined } | { readonly error: string };

function parsed(text: string): Parsed {
  try {
    return { value: decodeJson(text, { depthMax: jsonDepthMax }).value };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { error: error.message };
    throw error;
  }
}
