/** Converts the object of a write to the version that a webhook or policy matches, and back. */
import {
  field,
  internalError,
  invalid,
  isBadRequest,
  isJsonObject,
  parseApiVersion,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { GroupVersionResource } from "@kubewright/apimachinery";
import type { ExpectedKind } from "../../registry/decode-value.ts";
import { withMetadata } from "../../registry/decode-value.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { cloneObject } from "../../objects/clone-object.ts";
import type { Awaitable } from "../../registry/awaitable.ts";
import type { Registry, VersionedResource } from "../../registry/registry.ts";
import { whenConverted } from "../../conversion/converted-objects.ts";
import { inServedVersion, toServedVersion, toWorkingVersion } from "../../conversion/served-object.ts";
import type { MatchedVersion } from "./rules.ts";

/** The objects of a write, in the version that a webhook or policy matches. Both belong to the caller. */
export interface ShownObjects {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** Returns copies of both objects in the matched version. */
export async function shownObjects(
  attributes: AdmissionAttributes,
  matched: Pick<MatchedVersion, "resource">,
  registry: Registry,
): Promise<ShownObjects> {
  const { object, oldObject } = attributes;
  return {
    object: object && (await toMatchedVersion(object, attributes, matched, registry)),
    oldObject: oldObject && (await toMatchedVersion(oldObject, attributes, matched, registry)),
  };
}

/** Returns the object in the matched version: `object` itself if it has that version. For synchronous work, inside of `whenConverted`. */
export function inMatchedVersion(
  object: ReadonlyObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
): ReadonlyObject {
  if (attributes.operation === "CONNECT") return withoutMetadata(object);
  const resource = versionedResource(attributes, matched, registry);
  return resource === undefined ? object : inServedVersion(object, resource);
}

/** The options of a connection as they are shown: their kinds have no metadata, which the attributes of all requests have. */
function withoutMetadata({ metadata: _, ...options }: ReadonlyObject): ApiObject {
  return options as ApiObject; // Only shown, as JSON or to an expression.
}

/** Returns a copy of the object in the matched version. */
export function toMatchedVersion(
  object: ReadonlyObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
): Awaitable<ApiObject> {
  const copy = cloneObject(object);
  if (attributes.operation === "CONNECT") return withoutMetadata(copy);
  const resource = versionedResource(attributes, matched, registry);
  return resource === undefined ? copy : whenConverted(() => toServedVersion(copy, resource));
}

/**
 * Decodes the object that a webhook returned, sets defaults, and converts it to the version of the write. Throws the `ApiError` of a value that is
 * not an object of the kind.
 */
export function fromMatchedVersion(
  returned: ApiObject,
  attributes: AdmissionAttributes,
  { resource: matched }: Pick<MatchedVersion, "resource">,
  registry: Registry,
): Awaitable<ApiObject> {
  const resource = versionedResource(attributes, matched, registry);
  if (resource === undefined) return decoded(returned, { ...attributes.kind, decode: undefined });
  const { custom, group, kind, strategy } = resource;
  const named = withKind(returned, resource);
  assertSameKind(named, resource);
  const object = decoded(named, { group, version: resource.version.name, kind, decode: strategy.decode });
  const working = toWorkingVersion(object, resource);
  const requested = versionedResource(attributes, attributes.resource, registry);
  return custom && requested !== undefined ? whenConverted(() => toServedVersion(working, requested)) : working;
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
function decoded(returned: ApiObject, expected: ExpectedKind): ApiObject {
  try {
    return withMetadata(returned, expected).object;
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const lead = `${expected.kind} in version "${expected.version}" cannot be handled as a ${expected.kind}: `;
    const { message = "" } = error.status;
    throw internalError(message.startsWith(lead) ? message.slice(lead.length) : message, { cause: error });
  }
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
