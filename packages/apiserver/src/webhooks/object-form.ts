/** The object of a write as a webhook sees it, in the version that its rule names, and the way back. */
import {
  cloneJson,
  field,
  internalError,
  invalid,
  isBadRequest,
  parseApiVersion,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { GroupVersionResource, JsonValue } from "@kubewright/apimachinery";
import { dropEmptyMetadata } from "../registry/metadata.ts";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import { toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { Decoded } from "../registry/strategy.ts";
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
  if (form === undefined) return shown;
  const { custom } = form.resource;
  assertSameKind(shown, form);
  const { object } = decoded(shown, form) ?? { object: shown };
  dropEmptyMetadata(object.metadata);
  const working = toWorkingForm(object, form);
  const requested = formOf(attributes, attributes.resource, registry);
  return custom && requested !== undefined ? toServedForm(working, requested) : working;
}

/** A webhook may change everything but what the object is. */
function assertSameKind({ kind, apiVersion, metadata }: ApiObject, form: VersionedResource): void {
  const { resource } = form;
  if (kind === resource.kind && apiVersion === form.apiVersion) return;
  if (resource.custom) {
    throw invalid({ group: resource.group, kind }, metadata.name ?? "", [
      ...(kind === resource.kind ? [] : [field.invalid("kind", kind, `must be ${resource.kind}`)]),
      ...(apiVersion === form.apiVersion
        ? []
        : [field.invalid("apiVersion", apiVersion, `must be ${form.apiVersion}`)]),
    ]);
  }
  const given = `${parseApiVersion(String(apiVersion)).version}.${String(kind)}`;
  const own = resource.group === "" ? "core" : resource.group.replace(/\..*$/, "");
  throw unclassifiedError(`converting (${given}) to (${own}.${resource.kind}): unknown conversion`);
}

/** Decodes as a request's body is, but what does not fit is the webhook's mistake and not the client's. */
function decoded(shown: ApiObject, { resource, version }: VersionedResource): Decoded | undefined {
  try {
    return resource.strategy.decode?.(shown, version.name);
  } catch (error) {
    if (!isBadRequest(error)) throw error;
    const lead = `${resource.kind} in version "${version.name}" cannot be handled as a ${resource.kind}: `;
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
