/** Decodes the response of a webhook as a review and checks the types of its fields, with the messages of kube-apiserver. */
import { decodeJson, finish, goKindOf, isJsonObject, jsonDepthMax, parseApiVersion } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { DecodeError } from "../kinds/decode/decode-error.ts";
import { decodeStruct } from "../kinds/decode/decode.ts";
import type { ValueDecoder } from "../kinds/decode/struct-decoder.ts";
import { parseYaml } from "../negotiation/yaml.ts";
import { anyType, structType } from "./review-types.ts";

/** The response of a webhook cannot be decoded as a review. The message states the reason. */
export class UnreadableReviewError extends Error {
  override readonly name = "UnreadableReviewError";
}

/** A kind of review. */
export interface ReviewType {
  readonly group: string;
  readonly kind: string;
  /** The version of the request. */
  readonly version: string;
  /** Other kinds that kube-apiserver has in the group. */
  readonly otherKinds: readonly string[];
  /** The name of the type of `response`, and its fields. */
  readonly response: { readonly name: string; readonly fields: { readonly [name: string]: ValueDecoder } };
}

/** Decodes the body of a response. Fields that kube-apiserver does not know are dropped. */
export function decodeReview(
  text: string,
  type: ReviewType,
  response: { readonly status: number; readonly contentType: string | undefined },
): JsonObject {
  if (text === "") {
    const { status, contentType = "" } = response;
    throw new UnreadableReviewError(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  const review = objectIn(text);
  assertKind(review, type);
  decodeFields(review, type);
  return review;
}

/** As in kube-apiserver, ignores the Content-Type: JSON, or YAML if the body does not begin with a brace. */
function objectIn(text: string): JsonObject {
  const isJson = text.trimStart().startsWith("{");
  let value: JsonValue;
  try {
    value = isJson ? decodeJson(text, { depthMax: jsonDepthMax }).value : (finish(parseYaml(text)).value as JsonValue); // The tags resolve only to JSON values.
  } catch (error) {
    const problem = isJson && error instanceof Error ? error.message : notAnObject("string");
    throw new UnreadableReviewError(`couldn't get version/kind; json parse error: ${problem}`, { cause: error });
  }
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  throw new UnreadableReviewError(`couldn't get version/kind; json parse error: ${notAnObject(goKindOf(value))}`);
}

/** The message for a JSON value of another type than object. */
export function notAnObject(type: string): string {
  const target =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  return `json: cannot unmarshal ${type} into Go value of type ${target}`;
}

/** The versions of reviews that kube-apiserver supports. */
const knownVersions: readonly string[] = ["v1", "v1beta1"];

/** Rejects other kinds. A body without a kind is accepted here and rejected when the response is read. */
function assertKind(review: JsonObject, type: ReviewType): void {
  for (const name of ["apiVersion", "kind"]) {
    const value = review[name] ?? "";
    if (typeof value === "string") continue;
    const problem = `json: cannot unmarshal ${goKindOf(value)} into Go struct field .${name} of type string`;
    throw new UnreadableReviewError(`couldn't get version/kind; json parse error: ${problem}`);
  }
  const { kind, apiVersion } = review;
  if (typeof kind !== "string" || typeof apiVersion !== "string" || kind === "" || apiVersion === "") return;
  const found = parseApiVersion(apiVersion);
  const isReview = kind === type.kind && found.group === type.group && knownVersions.includes(found.version);
  const isOther = type.otherKinds.includes(kind) && found.group === type.group && knownVersions.includes(found.version);
  if (!isReview && !isOther && kind !== "Status") {
    const where = 'in scheme "pkg/runtime/scheme.go:111"';
    const shown = [kind, apiVersion].map((part) => JSON.stringify(part));
    throw new UnreadableReviewError(`no kind ${shown[0]} is registered for version ${shown[1]} ${where}`);
  }
  if (isReview && found.version === type.version) return;
  const conversion = `converting (${found.version}.${kind}) to (${type.version}.${type.kind})`;
  throw new UnreadableReviewError(`${conversion}: unknown conversion`);
}

/** Checks the types of the fields, and drops fields that the types do not have. */
function decodeFields(review: JsonObject, { kind, version, response }: ReviewType): void {
  const responseType = structType(response.name, version, response.fields);
  const reviewType = structType(kind, version, {
    apiVersion: anyType,
    kind: anyType,
    request: anyType,
    response: { type: "struct", struct: () => responseType },
  });
  try {
    finish(decodeStruct(review, reviewType));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new UnreadableReviewError(error.message, { cause: error });
  }
}
