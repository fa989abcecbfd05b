// The lines of a watch: one JSON object each, in the form that the client asked for.
import { encodeJson } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { defaultTable, parseIncludeObject, rowPieces, tableHead, tableTail } from "../negotiation/table.ts";
import { bytesIn, metadataPieces } from "../registry/served-form.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { joinPieces } from "./pieces.ts";
import type { Scope } from "./scope.ts";

export interface WatchFrames {
  readonly event: (type: "ADDED" | "MODIFIED" | "DELETED", entry: StoredEntry) => Uint8Array;
  readonly bookmark: (revision: number, initialEnd: boolean) => Uint8Array;
  readonly error: (status: Status) => Uint8Array;
}

const lineEnd = Buffer.from("}\n");

/** The frames of one watch. Those of tables name their columns in the first one only, so they belong to that watch alone. */
export function createWatchFrames(scope: Pick<Scope, "engine" | "form" | "accept" | "request">): WatchFrames {
  const { form, accept } = scope;
  const objectPieces = piecesFor(scope);
  const kind = accept.as === undefined ? form.resource.kind : "PartialObjectMetadata";
  const apiVersion = kind === "PartialObjectMetadata" ? `meta.k8s.io/${accept.asVersion}` : form.apiVersion;
  return {
    event: (type, entry) => joinPieces([lineStart(type), ...objectPieces(entry), lineEnd]),
    bookmark(revision, initialEnd) {
      const annotations = initialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
      const metadata = { resourceVersion: String(revision), creationTimestamp: null, ...annotations };
      const object = { kind, apiVersion, metadata };
      const shown = accept.as === "Table" ? bookmarkTable(accept.asVersion, revision, object) : object;
      return Buffer.from(`${encodeJson({ type: "BOOKMARK", object: shown })}\n`);
    },
    error: (status) => Buffer.from(`${encodeJson({ type: "ERROR", object: status })}\n`),
  };
}

function piecesFor({
  engine,
  form,
  accept,
  request,
}: Pick<Scope, "engine" | "form" | "accept" | "request">): (entry: StoredEntry) => readonly Uint8Array[] {
  if (accept.as === undefined) return (entry) => [bytesIn(entry, form)];
  if (accept.as !== "Table") return (entry) => metadataPieces(entry, accept.asVersion);

  const table = form.version.table?.() ?? defaultTable;
  const include = parseIncludeObject(request.query.get("includeObject"));
  let columns: typeof table.columns | undefined = table.columns;
  return (entry) => {
    const now = new Date(engine.clock.wallTime());
    const head = tableHead(accept.asVersion, { resourceVersion: String(entry.revision) }, columns);
    columns = undefined;
    return [head, ...rowPieces(entry, form, { table, include, metaVersion: accept.asVersion, now }), tableTail];
  };
}

function bookmarkTable(metaVersion: string, revision: number, object: object): object {
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${metaVersion}`,
    metadata: { resourceVersion: String(revision) },
    columnDefinitions: null,
    rows: [{ cells: [], object }],
  };
}

function lineStart(type: string): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":`);
}
