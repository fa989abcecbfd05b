// Objects as rows of a table, which `kubectl get` prints. https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
import { badRequest, encodeJson } from "@kubewright/apimachinery";
import type { ServerRequest } from "../http/server-request.ts";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { metadataBuffers, objectIn, shownMetadata } from "../conversion/served-object.ts";
import type { TableColumn, TableDefinition } from "../contracts/table-definition.ts";
import type { MediaTypeOptions } from "./accept.ts";
import { formatAge } from "./age.ts";

/** The part of the object that a row contains. */
type IncludeObject = "None" | "Metadata" | "Object";

/** Parses the query parameter `includeObject`. Throws 400 for an unknown value. */
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

export interface RowOptions {
  readonly table: TableDefinition;
  readonly strategy: VersionedResource["strategy"];
  readonly include: IncludeObject;
  readonly metaVersion: string;
  readonly now: Date;
}

/** The parts of a request on which a table depends. */
interface TableScope {
  readonly accept: MediaTypeOptions;
  readonly resource: VersionedResource;
  readonly request: Pick<ServerRequest, "query">;
  readonly engine: Pick<Engine, "clock">;
}

/** The options of a request for the rows of a table. Throws 400 for a wrong `includeObject`. */
export function rowOptionsOf({ accept, resource, request, engine }: TableScope): RowOptions {
  return {
    table: resource.version.table?.() ?? defaultTable,
    strategy: resource.strategy,
    include: parseIncludeObject(request.query.get("includeObject")),
    metaVersion: accept.asVersion,
    now: new Date(engine.clock.wallTime()),
  };
}

/** Entries as a table. Its JSON is encoded while it is sent. */
export function* tableBuffers(
  scope: TableScope,
  entries: Iterable<ConvertedEntry>,
  listMeta: Readonly<Record<string, unknown>>,
): Generator<Uint8Array, void, undefined> {
  const options = rowOptionsOf(scope);
  const { table, metaVersion } = options;
  const ordered = inRowOrder(scope.resource, table, entries);
  yield tableHead(metaVersion, listMeta, table.columns);
  let isFirst = true;
  for (const entry of ordered) {
    yield isFirst ? openBracket : comma;
    isFirst = false;
    yield* rowBuffers(entry, scope.resource, options);
  }
  if (isFirst) yield table.printsNoRowsAsNull === true ? nullRows : emptyRows;
  else yield closeRows;
}

const openBracket = Buffer.from("[");
const comma = Buffer.from(",");
const closeRows = Buffer.from("]}");
const emptyRows = Buffer.from("[]}");
const nullRows = Buffer.from("null}");

/** The JSON of a table of one row, in buffers. `columns: undefined` prints null: only the first event of a watch has columns. */
export function tableOfRow(
  metaVersion: string,
  listMeta: Readonly<Record<string, unknown>>,
  columns: readonly TableColumn[] | undefined,
  row: readonly Uint8Array[],
): readonly Uint8Array[] {
  return [tableHead(metaVersion, listMeta, columns), openBracket, ...row, closeRows];
}

/** The start of a table, up to the value of `rows`. */
function tableHead(
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
  return Buffer.from(`${encodeJson(head).slice(0, -1)},"rows":`);
}

function inRowOrder(
  resource: VersionedResource,
  { compareRows }: TableDefinition,
  entries: Iterable<ConvertedEntry>,
): Iterable<ConvertedEntry> {
  if (compareRows === undefined) return entries;
  const rows = Array.from(entries, (entry) => ({ entry, object: objectIn(entry, resource) }));
  return rows.toSorted((a, b) => compareRows(a.object, b.object)).map(({ entry }) => entry);
}

/** The JSON of a row, in buffers. */
export function rowBuffers(
  entry: ConvertedEntry,
  resource: VersionedResource,
  options: RowOptions,
): readonly Uint8Array[] {
  const object = objectIn(entry, resource);
  const start = Buffer.from(`${encodeJson(shownOf(object, options)).slice(0, -1)},"object":`);
  switch (options.include) {
    case "None":
      return [start, Buffer.from("null}")];
    case "Object":
      return [start, Buffer.from(encodeJson(object)), Buffer.from("}")];
    case "Metadata":
      return [start, ...metadataBuffers(entry, resource, options.metaVersion), Buffer.from("}")];
  }
}

/** A whole table of one object that is not stored. */
export function tableOf(
  object: ReadonlyObject,
  options: RowOptions,
): { readonly rows: readonly object[]; readonly [field: string]: unknown } {
  const { table, include, metaVersion } = options;
  const { resourceVersion } = object.metadata;
  const parts = { None: null, Object: object, Metadata: partialMetadata(object, options, metaVersion) };
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    columnDefinitions: table.columns,
    rows: [{ ...shownOf(object, options), object: parts[include] }],
  };
}

/** The PartialObjectMetadata of an object. */
export function partialMetadata(
  object: ReadonlyObject,
  { strategy }: Pick<VersionedResource, "strategy">,
  metaVersion: string,
): object {
  const metadata = shownMetadata(object, strategy);
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

function shownOf(object: ReadonlyObject, { table, now }: RowOptions): object {
  const conditions = table.conditions?.(object);
  return { cells: table.cells(object, now), ...(conditions === undefined ? {} : { conditions }) };
}

function column(name: string, type: string, format: string): TableColumn {
  return { name, type, format, description: "", priority: 0 };
}
