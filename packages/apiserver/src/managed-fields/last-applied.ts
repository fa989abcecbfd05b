/**
 * What `kubectl apply` without `--server-side` leaves behind: the last configuration, in an annotation. When the same client applies on
 * the server, what it had set that way is not somebody else's, and the annotation is kept up to date for older clients.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#upgrading-from-client-side-apply-to-server-side-apply
 */
import { decodeJson, encodeJson, getOwn, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { Conflict, FieldSet } from "@kubewright/schema";
import { compareTyped, fieldSetOf, typedErrors } from "@kubewright/schema";
import { withoutEntries } from "./after-update.ts";
import type { Apply } from "./after-apply.ts";

/** The manager for which this is done; who does not want it calls itself otherwise. */
export const clientSideApplier = "kubectl";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const annotationsBytesMax = 256 * 1024;

/** The fields that the annotation says and the object still has; `undefined` when there is no telling. */
export function lastAppliedSet({ door, live }: Apply): FieldSet | undefined {
  const text = live?.metadata.annotations?.[annotation] ?? "";
  const schema = door.world.schemaOf(door.apiVersion);
  if (text === "" || live === undefined || schema === undefined) return undefined;
  const stored = withoutEntries(live);
  const lastApplied = parsed(text);
  if (lastApplied === undefined || lastApplied["apiVersion"] !== door.apiVersion) return undefined;
  if (typedErrors(stored, schema).length > 0 || typedErrors(lastApplied, schema).length > 0) return undefined;
  const { added, modified, removed } = compareTyped(lastApplied, stored, schema);
  return fieldSetOf(lastApplied, schema).difference(modified).difference(added).difference(removed);
}

function parsed(text: string): JsonObject | undefined {
  try {
    const { value } = decodeJson(text, { depthMax: jsonDepthMax });
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // Anybody may write annotations.
  }
}

/** Conflicts about other fields than these; all of them, as soon as there is one. */
export function conflictsBeyond(conflicts: readonly Conflict[], allowed: FieldSet): readonly Conflict[] {
  return conflicts.flatMap(({ manager, paths }) => {
    const left = paths.filter((path) => !allowed.has(path));
    return left.length === 0 ? [] : [{ manager, paths: left }];
  });
}

/** The object, its annotation, if it has one, brought to what is applied now. */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const metadata = recordOf(object["metadata"]);
  const annotations = recordOf(getOwn(metadata, "annotations"));
  const before = getOwn(annotations, annotation);
  if (typeof before !== "string" || before === "") return object;
  const { [annotation]: _, ...others } = annotations;
  const next = { ...others, [annotation]: textOfApplied(applied) };
  return { ...object, metadata: { ...metadata, annotations: bytesOf(next) > annotationsBytesMax ? others : next } };
}

/** A line of JSON, keys in order, as Go writes it. */
function textOfApplied(applied: JsonObject): string {
  const metadata = recordOf(applied["metadata"]);
  const { annotations, ...otherMetadata } = metadata;
  const { [annotation]: _, ...otherAnnotations } = recordOf(annotations);
  const keptAnnotations = annotations === undefined ? {} : { annotations: otherAnnotations };
  const shown = applied["metadata"] === undefined ? {} : { metadata: { ...otherMetadata, ...keptAnnotations } };
  const text = encodeJson(sorted({ ...applied, ...shown }));
  const escaped = text.replace(/[<>&\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `${escaped}\n`;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sorted(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function bytesOf(annotations: JsonObject): number {
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(typeof value === "string" ? value : ""),
    0,
  );
}

function recordOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
