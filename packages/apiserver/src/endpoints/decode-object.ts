// From a request body to an object of the kind that the path names, with the errors of a kube-apiserver for everything else.
import { apiVersionOf, badRequest, field, invalid, isJsonObject, parseApiVersion } from "@kubewright/apimachinery";
import type { GroupVersionKind } from "@kubewright/apimachinery";
import { bodyFormat, decodeBody, unrecognized } from "../negotiation/body.ts";
import type { ApiObject, JsonObject } from "../registry/api-object.ts";
import { dropEmptyMetadata } from "../registry/metadata.ts";
import type { Decoded } from "../registry/strategy.ts";
import type { Scope } from "./scope.ts";
import type { FieldValidation } from "./write-options.ts";

export interface ExpectedKind extends GroupVersionKind {
  readonly decode: ((value: ApiObject, version: string) => Decoded) | undefined;
}

/** What the path of the request expects. */
export function expectedKindOf({ form }: Pick<Scope, "form">): ExpectedKind {
  const { resource, version } = form;
  return { group: resource.group, version: version.name, kind: resource.kind, decode: resource.strategy.decode };
}

/** Decodes the body. Throws 400, 415 or 422; unknown and duplicate fields are warned of, or refused if that was asked for. */
export function decodeObject(scope: Scope, expected: ExpectedKind, validation: FieldValidation): ApiObject {
  const { request, form, warnings } = scope;
  const format = bodyFormat(request);
  const { value, strictErrors } = decodeBody(request.body, format, expected.kind, validation !== "Ignore");
  if (!isJsonObject(value)) {
    const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    const text = Buffer.from(request.body).toString();
    throw unrecognized(expected.kind, `json parse error: json: cannot unmarshal ${type} into Go value of type struct { APIVersion string; Kind string }`, text);
  }
  const typedValue = withKind(value as JsonObject, expected, form.resource.custom); // Decoded afresh for this request, which may change it.
  const { object, unknownFields } = withMetadata(typedValue, expected);
  const errors = validation === "Ignore" ? [] : [...strictErrors, ...unknownFields.map((path) => `unknown field "${path}"`)];
  if (errors.length > 0 && validation === "Strict") {
    throw cannotHandle(expected, `strict decoding error: ${errors.join(", ")}`);
  }
  for (const error of errors) warnings.add(error);
  return object;
}

/** Checks the metadata and brings a value into the kind's form. Throws 400 for wrong types. */
export function withMetadata(value: ApiObject, expected: ExpectedKind): Decoded {
  const metadata: unknown = value.metadata ?? {};
  if (!isJsonObject(metadata)) {
    const type = Array.isArray(metadata) ? "array" : typeof metadata;
    throw cannotHandle(
      expected,
      `json: cannot unmarshal ${type} into Go struct field ${expected.kind}.metadata of type v1.ObjectMeta`,
    );
  }
  value.metadata = metadata as ApiObject["metadata"]; // Its fields are checked by the decoder and by validation.
  const decoded = expected.decode?.(value, expected.version) ?? { object: value, unknownFields: [] };
  dropEmptyMetadata(decoded.object.metadata);
  return decoded;
}

/** Built-in kinds may be left out of a body, since the path names them; what is there must fit. */
function withKind(value: JsonObject, expected: ExpectedKind, custom: boolean): ApiObject {
  const expectedApiVersion = apiVersionOf(expected.group, expected.version);
  const kind = textOf(value["kind"], "kind", expected) || (custom ? "" : expected.kind);
  const apiVersion = textOf(value["apiVersion"], "apiVersion", expected) || (custom ? "" : expectedApiVersion);
  if (kind === "") throw missing("Kind", value);
  if (apiVersion === "") throw missing("apiVersion", value);

  if (kind !== expected.kind) throw wrongKind(kind, apiVersion, value, expected, custom);
  if (apiVersion !== expectedApiVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expectedApiVersion})`,
    );
  }
  return Object.assign(value as ApiObject, { kind, apiVersion }); // `metadata` is checked by the caller next.
}

function wrongKind(kind: string, apiVersion: string, value: JsonObject, expected: ExpectedKind, custom: boolean): Error {
  const { group, version } = groupVersionOf(apiVersion);
  if (custom) {
    const metadata = value["metadata"];
    const name = isJsonObject(metadata) ? metadata["name"] : undefined;
    const error = field.invalid("kind", kind, `must be ${expected.kind}`);
    return invalid({ group, kind }, typeof name === "string" ? name : "", [error]);
  }
  const internal = expected.group === "" ? "core" : (expected.group.split(".")[0] ?? "");
  return badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ` +
      `converting (${version}.${kind}) to (${internal}.${expected.kind}): unknown conversion`,
  );
}

function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  try {
    return parseApiVersion(apiVersion);
  } catch {
    throw badRequest(`unexpected GroupVersion string: ${apiVersion}`);
  }
}

function missing(name: "Kind" | "apiVersion", value: JsonObject): Error {
  return badRequest(`Object '${name}' is missing in '${JSON.stringify(value)}'`);
}

function textOf(value: unknown, name: string, expected: ExpectedKind): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw badRequest(
    `the object provided is unrecognized (must be of type ${expected.kind}): couldn't get version/kind; ` +
      `json parse error: json: cannot unmarshal ${Array.isArray(value) ? "array" : typeof value} into Go struct field .${name} of type string`,
  );
}

/** 400: the kind is right and the content is not. */
export function cannotHandle({ kind, version }: GroupVersionKind, problem: string): Error {
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${problem}`);
}
