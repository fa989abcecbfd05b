// The serializer of each media type decodes request bodies and encodes response objects. Content negotiation chooses it, so verbs do not depend on
// formats.
import type { Work } from "@kubewright/apimachinery";
import { encodeJson, printYaml, whenDone } from "@kubewright/apimachinery";
import type { DecodedBody } from "../negotiation/body.ts";
import { decodeBody, unknownBodyType } from "../negotiation/body.ts";
import type { Format } from "../negotiation/media-types.ts";
import { jsonType, protobufType, yamlType } from "../negotiation/media-types.ts";
import { encodeEnvelope, messageOfKind } from "../protobuf/envelope.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { decodeProtobufBody } from "./protobuf-body.ts";

export interface Serializer {
  readonly mediaType: string;
  /**
   * Decodes the body of a request for an object of this kind, in steps.
   *
   * @throws {ApiError} 400 if the body is not in this format; 415 if the kind does not support the format.
   */
  readonly decode: (body: Uint8Array, expected: ExpectedKind, reportDuplicates: boolean) => Work<DecodedBody>;
  /** Throws a `TypeError` for a kind that does not support the format. */
  readonly encode: (object: object) => Uint8Array;
}

export const serializers: Readonly<Record<Format, Serializer>> = {
  json: {
    mediaType: jsonType,
    decode: (body, { kind }, reportDuplicates) => decodeBody(body, "json", kind, reportDuplicates),
    encode: (object) => Buffer.from(encodeJson(object)),
  },
  yaml: {
    mediaType: yamlType,
    decode: (body, { kind }, reportDuplicates) => decodeBody(body, "yaml", kind, reportDuplicates),
    encode: (object) => Buffer.from(printYaml(object)),
  },
  protobuf: {
    mediaType: protobufType,
    decode(body, expected) {
      // A kube-apiserver fails here without a response: protobuf does not support custom resources.
      if (messageOfKind(expected) === undefined) throw unknownBodyType([jsonType, yamlType]);
      const decoding = decodeProtobufBody(body, expected, expected.olderVersions);
      return whenDone(decoding, (value) => ({ value, strictErrors: [] }));
    },
    encode: (object) => encodeEnvelope(object),
  },
};
