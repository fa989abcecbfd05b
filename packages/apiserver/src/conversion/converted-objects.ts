// The results of a converter that is called ahead, for objects that are in no store: drafts of writes and their results. They are kept by content, since a
// write that is repeated decodes its body again.
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { VersionConverter } from "./version-converter.ts";

export type AheadConverter = VersionConverter & { readonly type: "ahead" };

/** The conversions that are kept for each converter: more than a write needs. */
const keptMax = 64;

const kept = new WeakMap<AheadConverter, Map<string, string>>();

/** The object in another version, if it has been converted. It belongs to the caller. */
export function knownObject(converter: AheadConverter, object: ApiObject, apiVersion: string): ApiObject | undefined {
  const json = kept.get(converter)?.get(keyOf(object, apiVersion));
  return json === undefined ? undefined : (decodeJson(json).value as ApiObject); // It was encoded from an object.
}

/** Converts an object and keeps the result. */
export async function convertAhead(converter: AheadConverter, object: ApiObject, apiVersion: string): Promise<void> {
  const key = keyOf(object, apiVersion);
  const [converted] = await converter.convertAll([object], apiVersion);
  if (converted === undefined) throw missingResult(object.metadata.name ?? "", apiVersion);
  let byKey = kept.get(converter);
  if (byKey === undefined) kept.set(converter, (byKey = new Map<string, string>()));
  byKey.set(key, encodeJson(converted));
  for (const oldest of byKey.keys()) {
    if (byKey.size <= keptMax) return;
    byKey.delete(oldest);
  }
}

/** The error of a converter that returns fewer objects than it received. */
export function missingResult(name: string, apiVersion: string): Error {
  return new Error(`Cannot convert ${JSON.stringify(name)} to ${apiVersion}: the converter returned no object for it`);
}

function keyOf(object: ApiObject, apiVersion: string): string {
  return `${apiVersion} ${encodeJson(object)}`;
}
