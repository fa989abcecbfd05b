/** Checks an object that a conversion webhook has returned. It may change labels and annotations; the other metadata is that of the original. */
import {
  encodeJson,
  fieldPath,
  formatFieldErrors,
  goKindOf,
  goTypeOf,
  isDeepEqual,
  isJsonObject,
  validateAnnotations,
  validateLabels,
} from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import { ConversionFailedError } from "./conversion-failed-error.ts";

/** An object, or a part of one that field management compares. */
export interface ConvertedPart {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: ApiObject["metadata"];
  readonly [field: string]: unknown;
}

type Fail = (type: ConversionFailedError["type"], text: string) => ConversionFailedError;

/** The converted object with the metadata of the original. Throws a `ConversionFailedError`; `fail` prefixes the messages that kube-apiserver prefixes. */
export function checkedObject(value: JsonValue, original: ConvertedPart, toApiVersion: string, fail: Fail): ApiObject {
  const invalid = (text: string): ConversionFailedError => fail("invalid_converted_object", text);
  const object = objectIn(value);
  const got = typeof object["apiVersion"] === "string" ? object["apiVersion"] : "";
  if (got !== toApiVersion) {
    throw invalid(
      `returned invalid object at index 0: invalid groupVersion (expected ${toApiVersion}, received ${got})`,
    );
  }
  const kind = typeof object["kind"] === "string" ? object["kind"] : "";
  if (kind !== original.kind) {
    throw invalid(`returned invalid object at index 0: invalid kind (expected ${original.kind}, received ${kind})`);
  }
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  const before = original.metadata ?? {};
  for (const [name, field] of identity) {
    const expected = before[field] ?? "";
    const found = typeof metadata[field] === "string" ? metadata[field] : "";
    if (found !== expected)
      throw invalid(`returned invalid object: must have the same ${name}: ${expected} != ${found}`);
  }
  const invalidMetadata = (text: string): Error => invalid(`returned invalid metadata: ${text}`);
  if (object["metadata"] === undefined) throw invalidMetadata("missing metadata in converted object");
  const maps = mapsOf(metadata, before, invalidMetadata);
  const { labels: _, annotations: __, ...others } = before;
  return { ...object, apiVersion: toApiVersion, kind: original.kind, metadata: { ...others, ...maps } };
}

const identity = [
  ["name", "name"],
  ["namespace", "namespace"],
  ["UID", "uid"],
] as const;

/** An object with a kind and a version that can be parsed. kube-apiserver reports others without a prefix. */
function objectIn(value: JsonValue): JsonObject {
  const fail = (text: string): ConversionFailedError => new ConversionFailedError("invalid_converted_object", text);
  if (value === null) throw fail("unexpected end of JSON input");
  if (!isJsonObject(value)) {
    throw fail(`json: cannot unmarshal ${goKindOf(value)} into Go value of type map[string]interface {}`);
  }
  const { kind, apiVersion } = value;
  const isVersion = typeof apiVersion !== "string" || apiVersion.split("/").length <= 2;
  if (typeof kind !== "string" || kind === "" || !isVersion)
    throw fail(`Object 'Kind' is missing in '${encodeJson(value)}'`);
  return value;
}

type StringMaps = Pick<ApiObject["metadata"], "labels" | "annotations">;

/** The labels and annotations, which are validated if they differ from those of the original. */
function mapsOf(metadata: JsonObject, original: StringMaps, invalid: (text: string) => Error): StringMaps {
  const maps: { labels?: StringMap; annotations?: StringMap } = {};
  for (const [name, check] of checks) {
    const value = metadata[name];
    if (value === undefined || value === null) continue;
    if (!isJsonObject(value)) throw invalid(`invalid metadata.${name} of type ${goTypeOf(value)} in converted object`);
    const map = stringMapIn(value, name, invalid);
    const errors = isDeepEqual(map, original[name] ?? {}) ? [] : check(map);
    if (errors.length > 0) throw invalid(formatFieldErrors(errors));
    maps[name] = map;
  }
  return maps;
}

interface StringMap {
  [key: string]: string;
}

// kube-apiserver names the field of annotations "annotation" here.
const checks = [
  ["labels", (map: StringMap) => validateLabels(map, fieldPath("metadata", "labels"))],
  ["annotations", (map: StringMap) => validateAnnotations(map, fieldPath("metadata", "annotation"))],
] as const;

function stringMapIn(value: JsonObject, name: string, invalid: (text: string) => Error): StringMap {
  for (const [key, each] of Object.entries(value)) {
    if (typeof each === "string") continue;
    throw invalid(`metadata.${name}[${key}] must be a string, but is ${goTypeOf(each)} in converted object`);
  }
  return value as StringMap; // Checked above.
}
