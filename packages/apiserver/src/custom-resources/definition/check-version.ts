/**
 * Checks the fields of a version besides its schema: subresources, printer columns, selectable fields. `path` is the path of errors: the
 * version, or the top level if the fields are equal in all versions.
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field } from "@kubewright/apimachinery";
import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
  SelectableField,
} from "@kubewright/api/apiextensions.k8s.io/v1";
import type { JsonSchema } from "@kubewright/schema";
import { followFieldPath } from "@kubewright/schema";
import type { View } from "../../kinds/typed.ts";

export function checkSubresources(
  subresources: View<CustomResourceSubresources> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { labelSelectorPath } = scale;
  return [
    ...checkReplicasPath(scale.specReplicasPath ?? "", ".spec", path.child("scale.specReplicasPath")),
    ...checkReplicasPath(scale.statusReplicasPath ?? "", ".status", path.child("scale.statusReplicasPath")),
    ...(labelSelectorPath === undefined || labelSelectorPath === ""
      ? []
      : checkSelectorPath(labelSelectorPath, path.child("scale.labelSelectorPath"))),
  ];
}

function checkReplicasPath(text: string, below: string, path: FieldPath): readonly FieldError[] {
  if (text === "") return [field.required(path, "")];
  const errors = checkSimplePath(text, path);
  if (errors.length > 0 || text.startsWith(`${below}.`)) return errors;
  return [field.invalid(path, text, `should be a json path under ${below}`)];
}

function checkSelectorPath(text: string, path: FieldPath): readonly FieldError[] {
  const errors = checkSimplePath(text, path);
  if (errors.length > 0 || text.startsWith(".spec.") || text.startsWith(".status.")) return errors;
  return [field.invalid(path, text, "should be a json path under either .spec or .status")];
}

function checkSimplePath(text: string, path: FieldPath): readonly FieldError[] {
  return text.startsWith(".") ? [] : [field.invalid(path, text, "must be a simple json path starting with .")];
}

const columnTypes: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const columnFormats: readonly string[] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

export function checkColumn(column: View<CustomResourceColumnDefinition>, path: FieldPath): readonly FieldError[] {
  const { name = "", type = "", format = "", jsonPath = "" } = column;
  const typeText = `must be one of ${columnTypes.join(",")}`;
  const errors: FieldError[] = [];
  if (name === "") errors.push(field.required(path.child("name"), ""));
  if (type === "") errors.push(field.required(path.child("type"), typeText));
  else if (!columnTypes.includes(type)) errors.push(field.invalid(path.child("type"), type, typeText));
  if (format !== "" && !columnFormats.includes(format)) {
    errors.push(field.invalid(path.child("format"), format, `must be one of ${columnFormats.join(",")}`));
  }
  if (jsonPath === "") errors.push(field.required(path.child("JSONPath"), ""));
  else append(errors, checkSimplePath(jsonPath, path.child("JSONPath")));
  return errors;
}

const selectableFieldsMax = 8;
const selectableTypes: readonly string[] = ["boolean", "integer", "string"];

/** `missing` is the message for fields without a schema at their level. */
export function checkSelectableFields(
  fields: readonly View<SelectableField>[],
  schema: JsonSchema | undefined,
  missing: string,
  path: FieldPath,
): readonly FieldError[] {
  if (fields.length === 0) return [];
  if (schema === undefined) return [field.invalid(path, "", missing)];
  const seen = new Set<string>();
  const errors = fields.flatMap(({ jsonPath = "" }, index) => {
    const at = path.index(index).child("jsonPath");
    if (jsonPath === "") return [field.required(at, "")];
    const target = followFieldPath(jsonPath, schema);
    if (typeof target === "string") return [field.invalid(at, jsonPath, `is an invalid path: ${target}`)];
    const found: FieldError[] = [];
    if (target.names[0] === "metadata") found.push(field.invalid(at, jsonPath, "must not point to fields in metadata"));
    if (!selectableTypes.includes(target.schema.type ?? "")) {
      const text =
        "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
      found.push(field.invalid(at, jsonPath, text));
    }
    const key = target.names.join(".");
    if (seen.has(key)) found.push(field.duplicate(at, jsonPath));
    seen.add(key);
    return found;
  });
  if (seen.size <= selectableFieldsMax) return errors;
  return [...errors, field.tooMany(path, seen.size, selectableFieldsMax)];
}
