/** Typed bodies of requests whose kind is not stored, such as a TokenRequest. */
import type { GroupVersionKind, Steps } from "@kubewright/apimachinery";
import { badRequest } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { DecodeSource } from "../../registry/object-codec.ts";
import { convertStruct } from "../decode/convert.ts";
import { DecodeError } from "../decode/decode-error.ts";
import { decodeStruct } from "../decode/decode.ts";
import type { StructDecoder } from "../decode/struct-decoder.ts";

/**
 * Decodes in steps.
 *
 * @throws ApiError 400 for a value of the wrong type
 */
export function* decodeObject(
  object: ApiObject,
  decoder: StructDecoder,
  { kind, version }: Pick<GroupVersionKind, "kind" | "version">,
  source: DecodeSource = "text",
): Steps<readonly string[]> {
  try {
    if (source === "values") return yield* decodeValues(object, decoder);
    return yield* decodeStruct(object, decoder, source === "text" ? undefined : source);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  }
}

/** Converts only values that cannot be decoded. Conversion and decoding differ in rejected values and messages. */
function* decodeValues(object: ApiObject, decoder: StructDecoder): Steps<readonly string[]> {
  try {
    return yield* decodeStruct(object, decoder);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    convertStruct(object, decoder);
    return yield* decodeStruct(object, decoder);
  }
}
