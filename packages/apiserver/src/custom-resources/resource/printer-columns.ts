/** The table of a custom resource: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#additional-printer-columns */
import { encodeJson } from "@kubewright/apimachinery";
import type { CustomResourceColumnDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { TableDefinition } from "../../registry/table-definition.ts";
import { formatAge } from "../../negotiation/age.ts";
import type { View } from "../../kinds/typed.ts";
import { compileJsonPath } from "./json-path.ts";

type Column = View<CustomResourceColumnDefinition>;

const age: Column = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

/** Name, then the columns of the version. Default: Age. */
export function customTable(columns: readonly Column[]): TableDefinition {
  const shown = columns.length === 0 ? [age] : columns;
  const readers = shown.map(reader);
  return {
    columns: [
      { name: "Name", type: "string", format: "name", description: "", priority: 0 },
      ...shown.map(({ name = "", type = "", format = "", description, priority = 0, jsonPath = "" }) => ({
        name,
        type,
        format,
        description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
        priority,
      })),
    ],
    cells: (object, now) => [object.metadata.name ?? "", ...readers.map((read) => read(object, now))],
  };
}

function reader({ type = "", jsonPath = "" }: Column): (object: ReadonlyObject, now: Date) => unknown {
  const path = compileJsonPath(jsonPath);
  if (path === undefined) return () => null;
  return (object, now) => cellOf(path(object)[0], type, now);
}

/** A value that does not have the type of the column is an empty cell. */
function cellOf(value: unknown, type: string, now: Date): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : typeof value === "bigint" ? value : null;
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      if (typeof value !== "string") return null;
      return Number.isNaN(Date.parse(value)) ? "<invalid>" : formatAge(value, now);
    case "string":
      return typeof value === "string" ? value : encodeJson(value);
    default:
      return null;
  }
}
