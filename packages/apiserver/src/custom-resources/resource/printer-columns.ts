/** The table of a custom resource: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns */
import { compileJsonPath, formatJsonPathResult, JsonPathError, parseTime } from "@kubewright/apimachinery";
import type { JsonPath } from "@kubewright/apimachinery";
import type { CustomResourceColumnDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { TableDefinition } from "../../contracts/table-definition.ts";
import { formatAge } from "../../negotiation/age.ts";
import type { View } from "../../kinds/typed.ts";

type Column = View<CustomResourceColumnDefinition>;

const age: Column = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

/** Name, then the columns of the version up to the first one whose path does not parse. Default: Age. */
export function customTable(columns: readonly Column[]): TableDefinition {
  const shown = parsedColumns(columns.length === 0 ? [age] : columns);
  return {
    columns: [
      { name: "Name", type: "string", format: "name", description: "", priority: 0 },
      ...shown.map(({ name = "", type = "", format = "", description = "", priority = 0, jsonPath = "" }) => ({
        name,
        type,
        format,
        description:
          description === "" ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description,
        priority,
      })),
    ],
    cells: (object, now) => [
      object.metadata.name ?? "",
      ...shown.map(({ path, type = "" }) => cellOf(firstResult(path, object), type, now)),
    ],
  };
}

interface ParsedColumn extends Column {
  readonly path: JsonPath;
}

function parsedColumns(columns: readonly Column[]): readonly ParsedColumn[] {
  const parsed: ParsedColumn[] = [];
  for (const column of columns) {
    try {
      parsed.push({ ...column, path: compileJsonPath(column.jsonPath ?? "") });
    } catch (error) {
      if (!(error instanceof JsonPathError)) throw error;
      break;
    }
  }
  return parsed;
}

/** The first result; `undefined` if the path finds nothing, or if the path does not fit the object. */
function firstResult(path: JsonPath, object: ReadonlyObject): unknown {
  try {
    return path.find(object)[0];
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return undefined;
  }
}

/** A value that does not have the type of the column is an empty cell; in a column of strings, each value is printed. */
function cellOf(value: unknown, type: string, now: Date): unknown {
  if (value === undefined) return null;
  switch (type) {
    case "integer":
      return typeof value === "number" || typeof value === "bigint" ? int64Of(value) : null;
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? dateCell(value, now) : null;
    case "string":
      return formatJsonPathResult(value);
    default:
      return null;
  }
}

/** A number without its fraction. One that does not fit is the smallest number, as the processor of the real server converts it. */
function int64Of(value: number | bigint): number | bigint {
  if (typeof value === "bigint") return value;
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2n ** 63n);
}

function dateCell(text: string, now: Date): string {
  if (text === "" || text === "null") return "<unknown>";
  return parseTime(text) === undefined ? "<invalid>" : formatAge(text, now);
}
