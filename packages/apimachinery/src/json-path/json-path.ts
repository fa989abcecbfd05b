// The JSONPath of kubectl, for printer columns and selectable fields: https://kubernetes.io/docs/reference/kubectl/jsonpath/.
// Results, errors and quirks are those of k8s.io/client-go/util/jsonpath; `range` is not supported.
import { formatGoFloat, stringifyGoJson } from "../go/go-format.ts";
import { goTypeOf } from "../go/go-types.ts";
import { getOwn, isJsonObject } from "../json/json-value.ts";
import { Evaluation } from "./evaluate.ts";
import { GoNumber } from "./nodes.ts";
import { parseActions } from "./parse.ts";

/** A compiled path. */
export interface JsonPath {
  /**
   * Returns the values at the path in a decoded JSON value; an empty list for a field that does not exist. Throws a `JsonPathError` if the path does not
   * fit the value, for example for an index behind the end of a list. Also throws if the path reads more than 100,000 values.
   */
  find(value: unknown): readonly unknown[];
}

/** Compiles a path without braces: `.spec.color`, `.items[-1:].name`, `..image`, `.conditions[?(@.type=="Ready")].status`. Throws a `JsonPathError`. */
export function compileJsonPath(path: string): JsonPath {
  const lists = parseActions(path);
  return {
    find(value) {
      const evaluation = new Evaluation();
      // Only the results of the first action count, but an error of a later one is an error.
      const [results = []] = lists.map((nodes) => evaluation.list([value], nodes));
      return results;
    },
  };
}

/** A result as kubectl prints it: strings unchanged, objects and lists as JSON with sorted keys, null as `<no value>`. */
export function formatJsonPathResult(value: unknown): string {
  if (value === null || value === undefined) return "<no value>";
  if (value instanceof GoNumber) return formatNumber(value.value, value.type === "float64");
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return formatNumber(value, goTypeOf(value) === "float64");
    case "boolean":
    case "bigint":
      return value.toString();
    default:
      return marshal(value);
  }
}

function formatNumber(value: number | bigint, isFloat: boolean): string {
  return isFloat ? formatGoFloat(Number(value)) : String(value);
}

/** JSON with sorted keys. It is not made from an object with sorted keys, because JavaScript puts numeric keys first. */
function marshal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(marshal).join(",")}]`;
  if (!isJsonObject(value)) return stringifyGoJson(value);
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${stringifyGoJson(key)}:${marshal(getOwn(value, key))}`).join(",")}}`;
}
