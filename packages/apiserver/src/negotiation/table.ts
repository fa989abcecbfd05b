// Objects as rows: what `kubectl get` shows. https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
import { badRequest, encodeJson } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { metadataPieces, objectIn } from "../conversion/served-form.ts";
import type { TableColumn, TableDefinition } from "../registry/table-definition.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { formatAge } from "./age.ts";

/** Which form of the object a row carries. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** Reads the query parameter. Throws 400 for what it cannot be. */
export function parseIncludeObject(value: string | null): IncludeObject {
  if (value === null || value === "" || value === "Metadata") return "Metadata";
  if (value === "None" || value === "Object") return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** The columns of a kind that declares none. */
export const defaultTable: TableDefinition = {
  columns: [column("Name", "string", "name"), column("Age", "string", "")],
  cells: (object, now) => [object.metadata.name ?? "", formatAge(object.metadata.creationTimestamp, now)],
};

/** The start of a table, up to its first row. `columns: undefined` prints null: a watch names them only once. */
export function tableHead(
  metaVersion: string,
  listMeta: Readonly<Record<string, unknown>>,
  columns: readonly TableColumn[] | undefined,
): Uint8Array {
  const head = {
    kind: "Table",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: listMeta,
    columnDefinitions: columns ?? null,
  };
  return Buffer.from(`${encodeJson(head).slice(0, -1)},"rows":[`);
}

/** What ends a table. */
export const tableTail: Uint8Array = Buffer.from("]}");

/** A whole table without rows. */
export function emptyTable(
  metaVersion: string,
  listMeta: Readonly<Record<string, unknown>>,
  { columns, printsNoRowsAsNull }: TableDefinition,
): Uint8Array {
  const head = Buffer.from(tableHead(metaVersion, listMeta, columns)).toString();
  return Buffer.from(`${head.slice(0, -1)}${printsNoRowsAsNull === true ? "null" : "[]"}}`);
}

export interface RowOptions {
  readonly table: TableDefinition;
  readonly include: IncludeObject;
  readonly metaVersion: string;
  readonly now: Date;
}

/** One row as JSON pieces. */
export function rowPieces(entry: StoredEntry, resource: VersionedResource, options: RowOptions): readonly Uint8Array[] {
  const object = objectIn(entry, resource);
  const start = Buffer.from(`${encodeJson(shownOf(object, options)).slice(0, -1)},"object":`);
  switch (options.include) {
    case "None":
      return [start, Buffer.from("null}")];
    case "Object":
      return [start, Buffer.from(encodeJson(object)), Buffer.from("}")];
    case "Metadata":
      return [start, ...metadataPieces(entry, options.metaVersion), Buffer.from("}")];
  }
}

/** A whole table of one object that is in no store. */
export function tableOf(
  object: ReadonlyObject,
  options: RowOptions,
): { readonly rows: readonly object[]; readonly [field: string]: unknown } {
  const { table, include, metaVersion } = options;
  const { resourceVersion } = object.metadata;
  const forms = { None: null, Object: object, Metadata: partialMetadata(object, metaVersion) };
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    columnDefinitions: table.columns,
    rows: [{ ...shownOf(object, options), object: forms[include] }],
  };
}

/** An object's metadata as an object of its own. */
export function partialMetadata({ metadata }: ReadonlyObject, metaVersion: string): object {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

function shownOf(object: ReadonlyObject, { table, now }: RowOptions): object {
  const conditions = table.conditions?.(object);
  return { cells: table.cells(object, now), ...(conditions === undefined ? {} : { conditions }) };
}

function column(name: string, type: string, format: string): TableColumn {
  return { name, type, format, description: "", priority: 0 };
}
