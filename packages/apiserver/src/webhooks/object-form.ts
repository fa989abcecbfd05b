/** The object of a write as a webhook sees it, in the version that its rule names, and the way back. */
import {
  cloneJson,
  field,
  internalError,
  invalid,
  isBadRequest,
  isJsonObject,
  parseApiVersion,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { GroupVersionResource, JsonValue } from "@kubewright/apimachinery";
import type { ExpectedKind } from "../endpoints/decode-object.ts";
import { withMetadata } from "../endpoints/decode-object.ts";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import { toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { Invocation } from "./match.ts";

/** A copy of the object in the form that the call is made with. */
export function shownObject(
  object: ReadonlyObject,
  attributes: AdmissionAttributes,
  { resource }: Pick<Invocation, "resource">,
  registry: Registry,
): ApiObject {
  const copy = cloneJson(object as unknown as JsonValue) as unknown as ApiObject; // Decoded from JSON, it is a JSON value.
  const form = formOf(attributes, resource, registry);
  return form === undefined ? copy : toServedForm(copy, form);
}

/**
 * The object that a webhook has made of a shown one, with defaults, in the form that the write goes on with. Throws the `ApiError` of a value that
 * is no object of the kind.
 */
export function takenObject(
  shown: ApiObject,
  attributes: AdmissionAttributes,
  { resource }: Pick<Invocation, "resource">,
  registry: Registry,
): ApiObject {
  const form = formOf(attributes, resource, registry);
  if (form === undefined) return decoded(shown, { ...attributes.kind, decode: undefined });
  const { custom, group, kind, strategy } = form.resource;
  const named = withKind(shown, form);
  assertSameKind(named, form);
  const object = decoded(named, { group, version: form.version.name, kind, decode: strategy.decode });
  const working = toWorkingForm(object, form);
  const requested = formOf(attributes, attributes.resource, registry);
  return custom && requested !== undefined ? toServedForm(working, requested) : working;
}

/** Built-in kinds may be left out, as in a request's body. */
function withKind(shown: ApiObject, { resource, apiVersion: own }: VersionedResource): ApiObject {
  if (resource.custom) return shown;
  const { kind, apiVersion }: { kind?: unknown; apiVersion?: unknown } = shown;
  return {
    ...shown,
    kind: typeof kind === "string" ? kind : resource.kind,
    apiVersion: typeof apiVersion === "string" ? apiVersion : own,
  };
}

/** A webhook may change everything but what the object is. */
function assertSameKind(
  { kind, apiVersion, metadata }: ApiObject,
  { resource, apiVersion: own }: VersionedResource,
): void {
  if (kind === resource.kind && apiVersion === own) return;
  if (resource.custom) {
    const name: unknown = isJsonObject(metadata) ? metadata["name"] : undefined;
    throw invalid({ group: resource.group, kind }, typeof name === "string" ? name : "", [
      ...(kind === resource.kind ? [] : [field.invalid("kind", kind, `must be ${resource.kind}`)]),
      ...(apiVersion === own ? [] : [field.invalid("apiVersion", apiVersion, `must be ${own}`)]),
    ]);
  }
  const internal = resource.group === "" ? "core" : resource.group.replace(/\..*$/, "");
  const conversion = `converting (${parseApiVersion(apiVersion).version}.${kind}) to (${internal}.${resource.kind})`;
  throw unclassifiedError(`${conversion}: unknown conversion`);
}

/** Decodes as a request's body is, but what does not fit is the webhook's mistake and not the client's. */
function decoded(shown: ApiObject, expected: ExpectedKind): ApiObject {
  try {
    return withMetadata(shown, expected).object;
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const lead = `${expected.kind} in version "${expected.version}" cannot be handled as a ${expected.kind}: `;
    const { message = "" } = error.status;
    throw internalError(message.startsWith(lead) ? message.slice(lead.length) : message, { cause: error });
  }
}

/** `undefined` for what a subresource shows: that has one form, whatever the version of its resource. */
function formOf(
  { kind, resource: { group, resource } }: AdmissionAttributes,
  { group: toGroup, version, resource: plural }: GroupVersionResource,
  registry: Registry,
): VersionedResource | undefined {
  if (registry.get({ group, resource })?.kind !== kind.kind) return undefined;
  return registry.find(toGroup, version, plural);
}
