/** The table of a built-in kind: generated columns, and the cells of its record. */
import type { TableColumn } from "@kubewright/api-facts";
import { getOwn } from "@kubewright/apimachinery";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { TableDefinition } from "../../contracts/table-definition.ts";
import type { BuiltinKind } from "./builtin-kind.ts";

/** A kind without cells prints its name and its age, and `<none>` in other columns. */
export function tableOf(kind: Partial<BuiltinKind>, columns: readonly TableColumn[]): TableDefinition {
  const names = new Set(columns.map(({ name }) => name));
  const { rowConditions, compareRows } = kind;
  return {
    columns: columns.map((column) => ({ ...column, description: "" })),
    printsNoRowsAsNull: names.has("Created At"),
    cells: (object, now) => {
      const cells = kind.cells?.(object, now) ?? {};
      const row = columns.map(({ name }) => getOwn(cells, name) ?? commonCell(name, object, now));
      // kube-apiserver prints the age of IPAddresses without a column for it.
      const rest = Object.keys(cells).filter((name) => !names.has(name));
      return rest.length === 0 ? row : [...row, ...rest.map((name) => cells[name])];
    },
    ...(rowConditions === undefined ? {} : { conditions: rowConditions }),
    ...(compareRows === undefined ? {} : { compareRows }),
  };
}

function commonCell(name: string, { metadata }: ReadonlyObject, now: Date): unknown {
  switch (name) {
    case "Name":
      return metadata.name;
    case "Age":
      return formatAge(metadata.creationTimestamp, now);
    case "Created At":
      return metadata.creationTimestamp;
    default:
      return "<none>";
  }
}
