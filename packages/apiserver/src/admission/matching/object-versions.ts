/** Converts the object of a write to the version that a webhook or policy matches, and back. */
import {
  field,
  finish,
  internalError,
  invalid,
  isBadRequest,
  isJsonObject,
  parseApiVersion,
  setOwn,
  unclassifiedError,
  whenFailed,
} from "@kubewright/apimachinery";
import type { GroupVersionResource, Work } from "@kubewright/apimachinery";
import type { ExpectedKind } from "../../writes/decode-value.ts";
import type { Decoded, DecodeSource } from "../../contracts/object-codec.ts";
import { withMetadata } from "../../writes/decode-value.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { cloneObject } from "../../objects/clone-object.ts";
import { infinityProblem } from "../../kinds/decode/infinity-problem.ts";
import type { Registry, VersionedResource } from "../../registry/registry.ts";
import { failedConversionMessage } from "../../conversion/failed-conversion.ts";
import { inServedVersion, toServedVersion, toWorkingVersion } from "../../conversion/served-object.ts";
import type { MatchedVersion } from "./rules.ts";

/** The objects of a write, in the version that a webhook or policy matches. */
export interface MatchedObjects {
  readonly object: ReadonlyObject | undefined;
  readonly oldObject: ReadonlyObject | undefined;
}

/** In steps, the object in the matched version: `object` itself if it has that version. */
export function inMatchedVersion(
  object: ReadonlyObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
): Work<ReadonlyObject> {
  if (attributes.operation === "CONNECT") return withoutMetadata(object);
  const resource = versionedResource(attributes, matched, registry);
  if (resource === undefined) return object;
  return hasRenamedVersions(resource) ? renamed(object, resource) : inServedVersion(object, resource);
}

/** Whether the versions of a custom resource differ only in their names. Objects then keep fields that the schema of another version lacks. */
function hasRenamedVersions({ custom, strategy }: VersionedResource): boolean {
  return custom && strategy.converter?.type !== "ahead";
}

function renamed<T extends ReadonlyObject>(object: T, { apiVersion }: VersionedResource): T {
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

/** The options of a connection, without the metadata that the attributes of all requests have. */
function withoutMetadata({ metadata: _, ...options }: ReadonlyObject): ApiObject {
  return options as ApiObject; // Only encoded as JSON or read by expressions.
}

/** In steps, a copy of the object in the matched version. */
export function toMatchedVersion(
  object: ReadonlyObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
): Work<ApiObject> {
  const copy = cloneObject(object);
  if (attributes.operation === "CONNECT") return withoutMetadata(copy);
  const resource = versionedResource(attributes, matched, registry);
  if (resource === undefined) return copy;
  return hasRenamedVersions(resource) ? renamed(copy, resource) : toServedVersion(copy, resource);
}

/** How to decode an object that a webhook or mutation returned. */
export interface ReturnedDecoding {
  /** "Strict": unknown fields of a built-in object are an error. Default: they are dropped. */
  readonly fieldValidation?: "Strict";
  /** Selects the decoder of kube-apiserver whose messages report wrong types. Default: "text". */
  readonly source?: DecodeSource | undefined;
  /** The error if the converter fails, given its message. Default: that of the converter. */
  readonly failedConversion?: (message: string) => Error;
}

/**
 * In steps: decodes the object that a webhook or mutation returned, sets defaults, and converts it to the version of the write. Throws the `ApiError` of a
 * value that is not an object of the kind; with strict validation, also of a built-in object with unknown fields.
 */
export function inRequestedVersion(
  returned: ApiObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
  decoding: ReturnedDecoding = {},
): Work<ApiObject> {
  const resource = versionedResource(attributes, matched, registry);
  if (resource === undefined) return decodedView(returned, attributes, registry, decoding);
  const { custom, group, kind, strategy } = resource;
  if (custom) assertFiniteNumbers(returned, decoding.source);
  const named = withKind(returned, resource);
  assertSameKind(named, resource);
  const requested = versionedResource(attributes, attributes.resource, registry);
  if (requested !== undefined && hasRenamedVersions(resource))
    return decodedCustom(renamed(named, requested), requested);
  const expected = { group, version: resource.version.name, kind, decode: strategy.decode };
  const { object, unknownFields } = decoded(named, expected, decoding.source);
  if (!custom) assertKnownFields(unknownFields, decoding);
  const working = finish(toWorkingVersion(object, resource));
  if (!custom || requested === undefined) return working;
  return whenFailed(
    () => toServedVersion(working, requested),
    (error) => {
      throw decoding.failedConversion?.(failedConversionMessage(error)) ?? error;
    },
  );
}

/** Decodes the body of a subresource whose kind differs from that of its parent, or the options of a connection. */
function decodedView(
  returned: ApiObject,
  { kind, resource, subresource }: AdmissionAttributes,
  registry: Registry,
  decoding: ReturnedDecoding,
): ApiObject {
  const { group, version, resource: plural } = resource;
  const own = registry.find(group, version, plural)?.subresources?.find(({ name }) => name === subresource);
  const decode = own === undefined || own.type === "object" ? undefined : own.decode;
  const { object, unknownFields } = decoded(returned, { ...kind, decode }, decoding.source);
  assertKnownFields(unknownFields, decoding);
  return object;
}

/** Decodes an object in the version of the write, whose schema prunes it. */
function decodedCustom(object: ApiObject, resource: VersionedResource): ApiObject {
  const { group, kind, strategy, version } = resource;
  const expected = { group, version: version.name, kind, decode: strategy.decode };
  return finish(toWorkingVersion(decoded(object, expected).object, resource));
}

/** A custom resource has no field that can hold a number that is too large for a double. */
function assertFiniteNumbers(returned: ApiObject, source: DecodeSource | undefined): void {
  const problem = finish(infinityProblem(returned, typeof source === "object" ? source : undefined));
  if (problem !== undefined) throw internalError(problem);
}

/** The kind of a built-in object may be absent, as in a request body. */
function withKind(returned: ApiObject, resource: VersionedResource): ApiObject {
  if (resource.custom) return returned;
  const { kind, apiVersion }: { kind?: unknown; apiVersion?: unknown } = returned;
  return {
    ...returned,
    kind: typeof kind === "string" ? kind : resource.kind,
    apiVersion: typeof apiVersion === "string" ? apiVersion : resource.apiVersion,
  };
}

/** A webhook cannot change the kind. */
function assertSameKind({ kind, apiVersion, metadata }: ApiObject, resource: VersionedResource): void {
  if (kind === resource.kind && apiVersion === resource.apiVersion) return;
  if (resource.custom) {
    const name: unknown = isJsonObject(metadata) ? metadata["name"] : undefined;
    throw invalid({ group: resource.group, kind }, typeof name === "string" ? name : "", [
      ...(kind === resource.kind ? [] : [field.invalid("kind", kind, `must be ${resource.kind}`)]),
      ...(apiVersion === resource.apiVersion
        ? []
        : [field.invalid("apiVersion", apiVersion, `must be ${resource.apiVersion}`)]),
    ]);
  }
  const internal = resource.group === "" ? "core" : resource.group.replace(/\..*$/, "");
  const conversion = `converting (${parseApiVersion(apiVersion).version}.${kind}) to (${internal}.${resource.kind})`;
  throw unclassifiedError(`${conversion}: unknown conversion`);
}

/** Decodes the object as a request body. A wrong type is the error of the webhook, not of the client: 500. */
function decoded(returned: ApiObject, expected: ExpectedKind, source?: DecodeSource): Decoded {
  try {
    return finish(withMetadata(returned, expected, source));
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const lead = `${expected.kind} in version "${expected.version}" cannot be handled as a ${expected.kind}: `;
    const { message = "" } = error.status;
    throw internalError(message.startsWith(lead) ? message.slice(lead.length) : message, { cause: error });
  }
}

function assertKnownFields(unknownFields: readonly string[], { fieldValidation }: ReturnedDecoding): void {
  if (fieldValidation !== "Strict" || unknownFields.length === 0) return;
  const problems = unknownFields.map((path) => `unknown field ${JSON.stringify(path)}`);
  throw internalError(`strict decoding error: ${problems.join(", ")}`);
}

/** `undefined` for a view, whose kind is the same in all versions of the resource. */
function versionedResource(
  { kind, resource: { group, resource } }: AdmissionAttributes,
  { group: toGroup, version, resource: plural }: GroupVersionResource,
  registry: Registry,
): VersionedResource | undefined {
  if (registry.get({ group, resource })?.kind !== kind.kind) return undefined;
  return registry.find(toGroup, version, plural);
}

/** Replaces the fields of the draft of a write in place: the request holds a reference to the object. */
export function replaceDraft(draft: ApiObject, next: ApiObject): void {
  for (const name of Object.keys(draft)) delete draft[name];
  for (const [name, value] of Object.entries(next)) setOwn<unknown>(draft, name, value);
}
