// The events of a watch in the media type of the request: lines of JSON, or protobuf messages that begin with their length.
import { encodeJson } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import { rowOptionsOf, rowBuffers, tableOfRow } from "../negotiation/table.ts";
import type { ApiObjectMeta, ReadonlyObject } from "../objects/api-object.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { bytesIn, metadataBuffers } from "../conversion/served-object.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { encodeWatchFrame } from "../protobuf/watch-frame.ts";
import { protobufOf } from "../request/responses.ts";
import { joinBuffers } from "../http/chunks.ts";
import type { Scope } from "../request/scope.ts";

/** Encodes the events of a watch as lists of buffers, so that the bytes of an object are copied once: into the chunk that is sent. */
export interface WatchFrames {
  /** False for a media type that applies to lists only: the watch ends instead of sending its first event. */
  readonly canShow: boolean;
  /** Whether the first event of a watch names the columns of a table. */
  readonly hasColumns: boolean;
  /** `isFirst`: the event is the first one of its watch. */
  readonly event: (type: WatchEventType, entry: ConvertedEntry, isFirst: boolean) => Frame;
  readonly bookmark: (bookmark: Bookmark, isFirst: boolean) => Frame;
  readonly error: (status: Status) => Frame;
}

export interface Bookmark {
  readonly revision: number;
  /** Marks the end of the initial objects. */
  readonly isInitialEnd: boolean;
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

/** The encoder for a version and a media type. */
export function createWatchFrames(scope: ViewScope): WatchFrames {
  const { event, bookmark } = viewFor(scope);
  const { accept } = scope;
  const frame = accept.format === "protobuf" ? protobufFrame : line;
  return {
    canShow: accept.as !== "PartialObjectMetadataList",
    hasColumns: accept.as === "Table",
    event: (type, entry, isFirst) => frame(type, event(entry, isFirst)),
    bookmark({ revision, isInitialEnd }, isFirst) {
      const annotations = isInitialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {};
      return frame("BOOKMARK", bookmark({ resourceVersion: String(revision), ...annotations }, isFirst));
    },
    error: (status) => frame("ERROR", [jsonBytes(status)]),
  };
}

type ViewScope = Pick<Scope, "engine" | "resource" | "accept" | "request">;

function line(type: keyof typeof lineStarts, object: readonly Uint8Array[]): Frame {
  return [lineStarts[type], ...object, lineEnd];
}

function protobufFrame(type: string, object: readonly Uint8Array[]): Frame {
  return [encodeWatchFrame(type, protobufOf(joinBuffers(object)))];
}

/** How a watch represents objects, as JSON in buffers. A bookmark is an object with metadata and no values. */
interface View {
  readonly event: (entry: ConvertedEntry, isFirst: boolean) => readonly Uint8Array[];
  readonly bookmark: (metadata: BookmarkMetadata, isFirst: boolean) => readonly Uint8Array[];
}

type BookmarkMetadata = ApiObjectMeta & { readonly resourceVersion: string };

function viewFor(scope: ViewScope): View {
  const { resource, accept } = scope;
  if (accept.as === undefined) {
    return {
      event: (entry) => [bytesIn(entry, resource)],
      bookmark: (metadata) => [jsonBytes(emptyObject(resource, metadata))],
    };
  }
  if (accept.as === "Table") return tableView(scope);
  return {
    event: (entry) => metadataBuffers(entry, resource, accept.asVersion),
    bookmark: (metadata) => [jsonBytes(onlyMetadata(accept.asVersion, metadata))],
  };
}

function tableView(scope: ViewScope): View {
  const { engine, resource } = scope;
  const options = rowOptionsOf(scope);
  const { table, include, metaVersion } = options;
  const tableOf = (resourceVersion: string, isFirst: boolean, row: readonly Uint8Array[]): readonly Uint8Array[] =>
    tableOfRow(metaVersion, { resourceVersion }, isFirst ? table.columns : undefined, row);
  const now = (): Date => new Date(engine.clock.wallTime());
  return {
    event: (entry, isFirst) =>
      tableOf(String(entry.revision), isFirst, rowBuffers(entry, resource, { ...options, now: now() })),
    bookmark(metadata, isFirst) {
      const object = emptyObject(resource, metadata);
      // kube-apiserver includes the metadata here even with includeObject=None: without it a bookmark has no version.
      const shown = include === "Object" ? object : onlyMetadata(metaVersion, metadata);
      const row = jsonBytes({
        // The cells of custom resources come from the object; those of built-in kinds are fields, here empty ones.
        cells: table.cells(resource.custom ? object : { ...object, metadata: { name: "", ...metadata } }, now()),
        object: shown,
      });
      return tableOf(metadata.resourceVersion, isFirst, [row]);
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
