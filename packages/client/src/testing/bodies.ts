/** The bodies of requests: JSON values, and objects of a type. */
import {
  apiVersionOfType,
  badRequest,
  decodeJson,
  field,
  invalid,
  isJsonObject,
  jsonDepthMax,
  JsonSyntaxError,
  parseApiVersion,
  unsupportedMediaType,
} from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { TransportRequest } from "@kubewright/transport";
import { assertMetadata } from "./metadata.ts";
import { isCustom } from "./served-types.ts";

/** An object with further fields, which this package does not read. */
export type Fields = KubernetesObject & { readonly [field: string]: unknown };

/** @throws {ApiError} 415 for other media types than JSON, and what {@link objectIn} throws. */
export function sentObject(type: ResourceType, request: TransportRequest): Fields {
  const mediaType = headerOf(request.headers ?? {}, "content-type") ?? "application/json";
  if (!mediaType.startsWith("application/json")) {
    throw unsupportedMediaType(
      "the body of the request was in an unknown format - accepted media types include: application/json",
    );
  }
  return objectIn(type, sentValue(request, type.kind) ?? null);
}

/** @throws {ApiError} 400 if the value is not an object of the type, 422 for another kind of a custom resource. */
export function objectIn(type: ResourceType, value: JsonValue): Fields {
  if (!isJsonObject(value)) throw badRequest(`the body is not an object, must be a ${type.kind}`);
  const served = { apiVersion: apiVersionOfType(type), kind: type.kind };
  const { apiVersion = "", kind = "", metadata: sentMetadata = {} } = value;
  const metadata: unknown = withoutNulls(sentMetadata);
  assertMetadata(metadata);
  if (isCustom(type)) assertCustomKind(type, value, metadata.name ?? "");
  else if (apiVersion !== "" && apiVersion !== served.apiVersion)
    throw otherValue("apiVersion", apiVersion, served.apiVersion);
  else if (kind !== "" && kind !== served.kind) throw otherValue("kind", kind, served.kind);
  return { ...value, ...served, metadata };
}

/** The JSON value of a body, or undefined if it is empty. `kind` is the expected kind in the error. */
export function sentValue({ body = "" }: TransportRequest, kind?: string): JsonValue | undefined {
  if (body.length === 0) return undefined;
  try {
    return decodeJson(body, { depthMax: jsonDepthMax }).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const problem = `couldn't get version/kind; json parse error: ${error.message}`;
    throw kind === undefined ? badRequest(problem) : unrecognized(kind, problem, Buffer.from(body).toString());
  }
}

/** Custom resources must contain their apiVersion and kind. */
function assertCustomKind(type: ResourceType, value: { readonly [field: string]: JsonValue }, name: string): void {
  const expected = apiVersionOfType(type);
  const { apiVersion = "", kind = "" } = value;
  const text = JSON.stringify(value);
  if (kind === "") throw unrecognized(type.kind, `Object 'Kind' is missing in '${text}'`, text);
  if (typeof apiVersion !== "string" || typeof kind !== "string") throw otherValue("kind", kind, type.kind);
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== type.kind) {
    const { group } = parseApiVersion(apiVersion);
    throw invalid({ group, kind }, name, [field.invalid("kind", kind, `must be ${type.kind}`)]);
  }
}

function otherValue(name: string, found: JsonValue, expected: string): Error {
  return badRequest(`${name} is ${JSON.stringify(found)}, must be ${JSON.stringify(expected)}`);
}

function unrecognized(kind: string, problem: string, text: string): Error {
  const summary = text.length > summaryLength ? `${text.slice(0, summaryLength)} ...` : text;
  return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${summary})`);
}

const summaryLength = 30;

/** Null in metadata means that a field is absent. */
function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}
