/** Typed bodies of requests whose kind is not stored, such as a TokenRequest. */
import type { GroupVersionKind } from "@kubewright/apimachinery";
import { badRequest } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { DecodeSource } from "../../registry/object-codec.ts";
import { completeStruct } from "../decode/complete.ts";
import { convertStruct } from "../decode/convert.ts";
import { DecodeError } from "../decode/decode-error.ts";
import { decodeStruct } from "../decode/decode.ts";
import type { StructDecoder } from "../decode/struct-decoder.ts";

/** Decodes `object` in place and sets published defaults. Returns the paths of the fields that the kind does not have. */
export function decodeAndComplete(
  object: ApiObject,
  decoder: StructDecoder,
  gvk: Pick<GroupVersionKind, "kind" | "version">,
): readonly string[] {
  const unknownFields = decodeObject(object, decoder, gvk);
  completeStruct(object, decoder);
  return unknownFields;
}

/** @throws ApiError 400 for a value of the wrong type */
export function decodeObject(
  object: ApiObject,
  decoder: StructDecoder,
  { kind, version }: Pick<GroupVersionKind, "kind" | "version">,
  source: DecodeSource = "text",
): readonly string[] {
  try {
    return source === "text" ? decodeStruct(object, decoder) : decodeValues(object, decoder);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}

/** Converts only values that cannot be decoded. Conversion and decoding differ in rejected values and messages. */
function decodeValues(object: ApiObject, decoder: StructDecoder): readonly string[] {
  try {
    return decodeStruct(object, decoder);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    convertStruct(object, decoder);
    return decodeStruct(object, decoder);
  }
}
