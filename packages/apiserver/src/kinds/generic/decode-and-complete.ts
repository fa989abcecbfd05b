/** Typed bodies of requests whose kind is not stored, such as a TokenRequest. */
import type { GroupVersionKind, Work } from "@kubewright/apimachinery";
import { badRequest, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Decoded, DecodeSource } from "../../contracts/object-codec.ts";
import { convertStruct } from "../decode/convert.ts";
import { DecodeError } from "../decode/decode-error.ts";
import { decodeStruct } from "../decode/decode.ts";
import type { StructDecoder } from "../decode/struct-decoder.ts";

/**
 * Decodes an object in place.
 *
 * @throws ApiError 400 for a value of the wrong type
 */
export function decodeObject(
  object: ApiObject,
  decoder: StructDecoder,
  { kind, version }: Pick<GroupVersionKind, "kind" | "version">,
  source: DecodeSource = "text",
): Work<Decoded> {
  const decode = (): Work<readonly string[]> =>
    source === "values"
      ? decodeValues(object, decoder)
      : decodeStruct(object, decoder, source === "text" ? undefined : source);
  const decoding = whenFailed(decode, (error) => {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
  });
  return whenDone(decoding, (unknownFields) => ({ object, unknownFields }));
}

/** Converts only values that cannot be decoded. Conversion and decoding differ in rejected values and messages. */
function decodeValues(object: ApiObject, decoder: StructDecoder): Work<readonly string[]> {
  const decode = (): Work<readonly string[]> => decodeStruct(object, decoder);
  return whenFailed(decode, (error) => {
    if (!(error instanceof DecodeError)) throw error;
    convertStruct(object, decoder);
    return decode();
  });
}
