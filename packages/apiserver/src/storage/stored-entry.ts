// A stored object: its JSON bytes and the offsets of its parts, so that lists and watches do not parse it.
//
//   {"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"42","labels":{…},"name":"pi",…},"spec":{…}}
//   └──────── head ───────────────┘└───────────────────── metadata ────────────────────────────┘
//
// The order of the first fields is fixed, so three representations are slices of the bytes: the item of a built-in list (without the head),
// another apiVersion (with another head), and only the metadata (without the rest). The resourceVersion is the first field of the metadata, so the
// last bytes of a deleted object get the version of the deletion without being parsed. The labels follow, where selectors find them. A store may
// have 100,000 entries, so an entry has no copies of what its bytes or its key contain.
import { afterPause, decodeJson, encodeJsonInSteps, finish } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";

/** The fields of an entry. */
export interface EntryFields {
  readonly key: string;
  readonly revision: number;
  readonly bytes: Uint8Array;
  readonly headLength: number;
  readonly metadataEnd: number;
  readonly labelsLength: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly deleting: boolean;
  readonly schemaId: string | undefined;
  readonly expiresAtMs: number | undefined;
}

export class StoredEntry {
  /** `namespace/name`, or the name of a cluster-scoped object. Tables are ordered by it. */
  readonly key: string;
  /** The store's revision at this write, which is the object's resourceVersion. */
  readonly revision: number;
  readonly bytes: Uint8Array;
  /** The end of the head: the offset of `"metadata"`. */
  readonly headLength: number;
  /** The end of the value of `metadata`. */
  readonly metadataEnd: number;
  /** The size of the JSON of the labels in bytes; 0 without labels. */
  readonly labelsLength: number;
  /** The apiVersion and kind in the stored bytes. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Values of the kind's selectable fields; `metadata.name` and `metadata.namespace` are not among them. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly deleting: boolean;
  /**
   * The `Strategy.schemaId` of the schema that has pruned and defaulted the bytes. `undefined` for built-in kinds, and for an object that was
   * converted when it was stored: it may lack defaults. `incompleteMarker` marks an object of a built-in kind that lacks fields.
   */
  readonly schemaId: string | undefined;
  /** The wall time at which the server removes the object. `undefined`: never. */
  readonly expiresAtMs: number | undefined;

  /** Called only by `encodeEntry`, `withRevision` and the durable storage. */
  constructor(entry: EntryFields) {
    this.key = entry.key;
    this.revision = entry.revision;
    this.bytes = entry.bytes;
    this.headLength = entry.headLength;
    this.metadataEnd = entry.metadataEnd;
    this.labelsLength = entry.labelsLength;
    this.apiVersion = entry.apiVersion;
    this.kind = entry.kind;
    this.fields = entry.fields;
    this.deleting = entry.deleting;
    this.schemaId = entry.schemaId;
    this.expiresAtMs = entry.expiresAtMs;
  }

  /** `""` for cluster-scoped objects. */
  get namespace(): string {
    return this.key.slice(0, Math.max(0, this.key.indexOf("/")));
  }

  get name(): string {
    return this.key.slice(this.key.indexOf("/") + 1);
  }

  /** The labels, parsed by each call. */
  get labels(): Readonly<Record<string, string>> | undefined {
    if (this.labelsLength === 0) return undefined;
    const start = revisionEnd(this) + labelsLead.length;
    // The server wrote these bytes from labels.
    return JSON.parse(decoder.decode(this.bytes.subarray(start, start + this.labelsLength))) as Record<string, string>;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const metadataLead = '"metadata":';
const revisionLead = '{"resourceVersion":"';
const labelsLead = '","labels":';

/** The key of an object in its table. Neither part can contain a slash, so different objects have different keys. */
export function entryKey(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

/** The fields of an entry that do not follow from the object. */
export type EntryFacts = Pick<EntryFields, "fields" | "schemaId"> & Partial<Pick<EntryFields, "expiresAtMs">>;

/** Serialises an object for the store. Its `metadata.resourceVersion` becomes `revision`. */
export function encodeEntry(object: ApiObject, revision: number, facts: EntryFacts): StoredEntry {
  return finish(encodeEntryInSteps(object, revision, facts));
}

/** Like `encodeEntry`, in steps. */
export function encodeEntryInSteps(object: ApiObject, revision: number, facts: EntryFacts): Work<StoredEntry> {
  const { labels, ...metadata } = object.metadata;
  const encodingLabels = labels === undefined ? "" : encodeJsonInSteps(labels);
  return afterPause(encodingLabels, (labelsJson) =>
    afterPause(encodeJsonInSteps({ ...metadata, resourceVersion: undefined }), (othersJson) => {
      const rest = { ...object, kind: undefined, apiVersion: undefined, metadata: undefined };
      return afterPause(encodeJsonInSteps(rest), (restJson) =>
        entryOf(object, revision, facts, { labelsJson, othersJson, restJson }),
      );
    }),
  );
}

/** The JSON of an object in parts. */
interface EncodedParts {
  /** Empty without labels. */
  readonly labelsJson: string;
  /** The other fields of the metadata, without the version. */
  readonly othersJson: string;
  /** The fields after the metadata. */
  readonly restJson: string;
}

function entryOf(
  { kind, apiVersion, metadata }: ApiObject,
  revision: number,
  facts: EntryFacts,
  { labelsJson, othersJson, restJson }: EncodedParts,
): StoredEntry {
  const head = headOf(kind, apiVersion);
  const others = othersJson.slice(1);
  const metadataJson = `${revisionLead}${revision}${labelsJson === "" ? '"' : labelsLead + labelsJson}${others === "}" ? "" : ","}${others}`;
  const headLength = byteLength(head);
  return new StoredEntry({
    key: entryKey(metadata.namespace, metadata.name ?? ""),
    revision,
    bytes: encodeText(head + metadataLead + metadataJson + (restJson === "{}" ? "}" : `,${restJson.slice(1)}`)),
    headLength,
    metadataEnd: headLength + metadataLead.length + byteLength(metadataJson),
    labelsLength: byteLength(labelsJson),
    apiVersion,
    kind,
    fields: facts.fields !== undefined && Object.keys(facts.fields).length > 0 ? facts.fields : undefined,
    deleting: metadata.deletionTimestamp !== undefined,
    schemaId: facts.schemaId,
    expiresAtMs: facts.expiresAtMs,
  });
}

/** Parses an entry. The object belongs to the caller. */
export function decodeEntry(entry: StoredEntry): ApiObject {
  // The server wrote these bytes from an `ApiObject`, so they decode to one.
  return decodeJson(decoder.decode(entry.bytes)).value as ApiObject;
}

/** The same object with a later version: what a DELETED event shows. */
export function withRevision(entry: StoredEntry, revision: number): StoredEntry {
  const end = revisionEnd(entry);
  const before = String(entry.revision).length;
  const digits = String(revision);
  const bytes = Buffer.allocUnsafe(entry.bytes.length + digits.length - before);
  bytes.set(entry.bytes.subarray(0, end - before));
  bytes.write(digits, end - before, "latin1");
  bytes.set(entry.bytes.subarray(end), end - before + digits.length);
  return new StoredEntry({ ...entry, revision, bytes, metadataEnd: entry.metadataEnd + digits.length - before });
}

/** The offset after the digits of the version. */
function revisionEnd({ headLength, revision }: StoredEntry): number {
  return headLength + metadataLead.length + revisionLead.length + String(revision).length;
}

/** The bytes before `"metadata"` of an object of this kind. */
export function headOf(kind: string, apiVersion: string): string {
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`;
}

/** The metadata of an entry as JSON, a slice of its bytes. */
export function metadataBytes(entry: StoredEntry): Uint8Array {
  return entry.bytes.subarray(entry.headLength + metadataLead.length, entry.metadataEnd);
}

/** The bytes after the head: `"metadata":{…},…}`. With a brace in front, they are the item of a built-in list. */
export function bodyBytes(entry: StoredEntry): Uint8Array {
  return entry.bytes.subarray(entry.headLength);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

function encodeText(text: string): Uint8Array {
  return text.length < 1024 ? Buffer.from(text) : encoder.encode(text);
}
