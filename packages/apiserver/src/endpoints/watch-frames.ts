// The frames of a watch, in the form that the client asked for: lines of JSON, or messages with their length in front.
import { encodeJson } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { defaultTable, parseIncludeObject, rowPieces, tableHead, tableTail } from "../negotiation/table.ts";
import type { ApiObjectMeta, ReadonlyObject } from "../objects/api-object.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { bytesIn, metadataPieces } from "../registry/served-form.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { encodeWatchFrame } from "../protobuf/watch-frame.ts";
import { protobufOf } from "./answer.ts";
import { joinPieces } from "../http/chunks.ts";
import type { Scope } from "./scope.ts";

/** Frames, in pieces: an object's bytes are copied once, into the chunk that is sent. */
export interface WatchFrames {
  /** False for a form that no single object has: the watch ends where its first event would be. */
  readonly canShow: boolean;
  readonly event: (type: WatchEventType, entry: StoredEntry) => Frame;
  readonly bookmark: (revision: number, initialEnd: boolean) => Frame;
  readonly error: (status: Status) => Frame;
}

export type Frame = readonly Uint8Array[];
export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

const lineStarts = {
  ADDED: lineStart("ADDED"),
  MODIFIED: lineStart("MODIFIED"),
  DELETED: lineStart("DELETED"),
  BOOKMARK: lineStart("BOOKMARK"),
  ERROR: lineStart("ERROR"),
};
const lineEnd = Buffer.from("}\n");

function lineStart(type: string): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":`);
}

/** The frames of one watch. Those of tables name their columns in the first one only, so they belong to that watch alone. */
export function createWatchFrames(scope: Pick<Scope, "engine" | "resource" | "accept" | "request">): WatchFrames {
  const { event, bookmark } = viewFor(scope);
  const frame = scope.accept.format === "protobuf" ? protobufFrame : line;
  return {
    canShow: scope.accept.as !== "PartialObjectMetadataList",
    event: (type, entry) => frame(type, event(entry)),
    bookmark(revision, initialEnd) {
      const annotations = initialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
      return frame("BOOKMARK", bookmark({ resourceVersion: String(revision), ...annotations }));
    },
    error: (status) => frame("ERROR", [jsonBytes(status)]),
  };
}

function line(type: keyof typeof lineStarts, object: readonly Uint8Array[]): Frame {
  return [lineStarts[type], ...object, lineEnd];
}

function protobufFrame(type: string, object: readonly Uint8Array[]): Frame {
  return [encodeWatchFrame(type, protobufOf(joinPieces(object)))];
}

/** How a watch shows objects, as JSON pieces. A bookmark is an object that has metadata and no values. */
interface View {
  readonly event: (entry: StoredEntry) => readonly Uint8Array[];
  readonly bookmark: (metadata: BookmarkMetadata) => readonly Uint8Array[];
}

type BookmarkMetadata = ApiObjectMeta & { readonly resourceVersion: string };

function viewFor(scope: Pick<Scope, "engine" | "resource" | "accept" | "request">): View {
  const { resource, accept } = scope;
  if (accept.as === undefined) {
    return {
      event: (entry) => [bytesIn(entry, resource)],
      bookmark: (metadata) => [jsonBytes(emptyObject(resource, metadata))],
    };
  }
  if (accept.as === "Table") return tableView(scope);
  return {
    event: (entry) => metadataPieces(entry, accept.asVersion),
    bookmark: (metadata) => [jsonBytes(onlyMetadata(accept.asVersion, metadata))],
  };
}

function tableView({
  engine,
  resource,
  accept,
  request,
}: Pick<Scope, "engine" | "resource" | "accept" | "request">): View {
  const metaVersion = accept.asVersion;
  const table = resource.version.table?.() ?? defaultTable;
  const include = parseIncludeObject(request.query.get("includeObject"));
  let columns: typeof table.columns | undefined = table.columns;
  const head = (resourceVersion: string): Uint8Array => {
    const bytes = tableHead(metaVersion, { resourceVersion }, columns);
    columns = undefined;
    return bytes;
  };
  const now = (): Date => new Date(engine.clock.wallTime());
  return {
    event: (entry) => [
      head(String(entry.revision)),
      ...rowPieces(entry, resource, { table, include, metaVersion, now: now() }),
      tableTail,
    ],
    bookmark(metadata) {
      const object = emptyObject(resource, metadata);
      // A kube-apiserver shows metadata here even when no object was asked for: without them a bookmark says nothing.
      const shown = include === "Object" ? object : onlyMetadata(metaVersion, metadata);
      const row = jsonBytes({
        // The cells of custom resources are looked up in what is there; those of other kinds are fields, and empty ones.
        cells: table.cells(resource.custom ? object : { ...object, metadata: { name: "", ...metadata } }, now()),
        object: shown,
      });
      return [head(metadata.resourceVersion), row, tableTail];
    },
  };
}

function emptyObject({ kind, apiVersion, version }: VersionedResource, metadata: BookmarkMetadata): ReadonlyObject {
  return { kind, apiVersion, metadata, ...version.emptyFields?.() };
}

function onlyMetadata(metaVersion: string, metadata: BookmarkMetadata): object {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${metaVersion}`, metadata };
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(encodeJson(value));
}
