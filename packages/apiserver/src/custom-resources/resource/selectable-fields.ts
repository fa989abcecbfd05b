/** Field selectors of custom resources: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields */
import { compileJsonPath, formatJsonPathResult, JsonPathError } from "@kubewright/apimachinery";
import type { FieldSelectorFields } from "../../contracts/field-selectors.ts";
import type { VersionView } from "../definition-view.ts";

/** The selectable fields of all served versions. */
export function selectableFields(versions: readonly VersionView[]): FieldSelectorFields {
  const readers = new Map<string, FieldReader>();
  for (const version of versions) {
    for (const { jsonPath = "" } of version.selectableFields ?? []) {
      readers.set(jsonPath.replace(/^\./, ""), fieldReader(jsonPath));
    }
  }
  return {
    labels: [...readers.keys()],
    valuesOf: (object) => Object.fromEntries([...readers].map(([label, read]) => [label, read(object)] as const)),
  };
}

type FieldReader = (object: unknown) => string;

/** An absent field and null have the value of an empty string. */
function fieldReader(jsonPath: string): FieldReader {
  const find = withoutErrors(() => compileJsonPath(jsonPath).find);
  return (object) => {
    const [value = null] = withoutErrors(() => find?.(object)) ?? [];
    return value === null ? "" : formatJsonPathResult(value);
  };
}

/** A name of a field can contain characters that have a meaning in JSONPath. */
function withoutErrors<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}
