/**
 * The annotation of `kubectl apply` without `--server-side`, which holds the last configuration. When kubectl applies on the server, fields that
 * the annotation sets do not conflict, and the annotation is updated for older clients.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#upgrading-from-client-side-apply-to-server-side-apply
 */
import { decodeJson, encodeJson, getOwn, isJsonObject, jsonDepthMax } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { Conflict, FieldSet } from "@kubewright/schema";
import { compareTyped, fieldSetOf, typedErrors } from "@kubewright/schema";
import type { ReadonlyObject } from "../objects/api-object.ts";
import { withoutEntries } from "./after-update.ts";
import type { FieldManager } from "./field-manager.ts";

/** The name of the manager whose applies update the annotation. */
export const clientSideApplier = "kubectl";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";
const annotationsBytesMax = 256 * 1024;

/** The fields that the annotation sets and the object still has; `undefined` if the annotation is absent or cannot be read. */
export function lastAppliedSet(fieldManager: FieldManager, live: ReadonlyObject | undefined): FieldSet | undefined {
  const text = live?.metadata.annotations?.[annotation] ?? "";
  const schema = fieldManager.converter.schemaOf(fieldManager.apiVersion);
  if (text === "" || live === undefined || schema === undefined) return undefined;
  const stored = withoutEntries(live);
  const lastApplied = parsed(text);
  if (lastApplied === undefined || lastApplied["apiVersion"] !== fieldManager.apiVersion) return undefined;
  if (typedErrors(stored, schema).length > 0 || typedErrors(lastApplied, schema).length > 0) return undefined;
  const { added, modified, removed } = compareTyped(lastApplied, stored, schema);
  return fieldSetOf(lastApplied, schema).difference(modified).difference(added).difference(removed);
}

function parsed(text: string): JsonObject | undefined {
  try {
    const { value } = decodeJson(text, { depthMax: jsonDepthMax });
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // Any client may write the annotation.
  }
}

/** The conflicts over fields that are not in `allowed`. */
export function conflictsBeyond(conflicts: readonly Conflict[], allowed: FieldSet): readonly Conflict[] {
  return conflicts.flatMap(({ manager, paths }) => {
    const left = paths.filter((path) => !allowed.has(path));
    return left.length === 0 ? [] : [{ manager, paths: left }];
  });
}

/** Returns the object with the annotation, if it has one, updated to the applied configuration. */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const metadata = recordOf(object["metadata"]);
  const annotations = recordOf(getOwn(metadata, "annotations"));
  const before = getOwn(annotations, annotation);
  if (typeof before !== "string" || before === "") return object;
  const { [annotation]: _, ...others } = annotations;
  const next = { ...others, [annotation]: textOfApplied(applied) };
  return { ...object, metadata: { ...metadata, annotations: bytesOf(next) > annotationsBytesMax ? others : next } };
}

/** A line of JSON with sorted keys, as Go encodes it. */
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
