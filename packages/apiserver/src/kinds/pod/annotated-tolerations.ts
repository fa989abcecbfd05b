/** Tolerations in an annotation, which preceded the field. They are still validated. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import {
  decodeJson,
  field,
  goKindOf,
  isJsonArray,
  isJsonObject,
  jsonDepthMax,
  JsonSyntaxError,
} from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { checkTolerations } from "./tolerations.ts";

export const tolerationsAnnotation = "scheduler.alpha.kubernetes.io/tolerations";

export function checkAnnotatedTolerations(text: string, path: FieldPath): readonly FieldError[] {
  if (text === "") return [];
  const read = readTolerations(text);
  if (typeof read === "string") return [field.invalid(path, tolerationsAnnotation, read)];
  return checkTolerations(read, path.child(tolerationsAnnotation));
}

type Toleration = Parameters<typeof checkTolerations>[0][number];

/** The JSON and Go names. */
const textFields = [
  ["key", "Key"],
  ["operator", "Operator"],
  ["value", "Value"],
  ["effect", "Effect"],
] as const;

/** The tolerations, or the error of Go's decoder. */
function readTolerations(text: string): readonly Toleration[] | string {
  let value: JsonValue;
  try {
    value = decodeJson(text, { depthMax: jsonDepthMax }).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.message;
  }
  if (value === null) return [];
  const wrong = (found: JsonValue, wanted: string): string =>
    `json: cannot unmarshal ${goKindOf(found)} into Go ${wanted}`;
  if (!isJsonArray(value)) return wrong(value, "value of type []core.Toleration");
  const read: Toleration[] = [];
  for (const item of value) {
    if (item !== null && !isJsonObject(item)) return wrong(item, "value of type core.Toleration");
    for (const [name, shown] of textFields) {
      const part = item?.[name] ?? "";
      if (typeof part !== "string") return wrong(part, `struct field Toleration.${shown} of type string`);
    }
    const seconds = item?.["tolerationSeconds"] ?? 0;
    if (typeof seconds !== "number") return wrong(seconds, "struct field Toleration.TolerationSeconds of type int64");
    read.push({ ...item });
  }
  return read;
}
