// The rules of a new object: its draft, the fields that a create sets, and validation.
import {
  afterPause,
  alreadyExists,
  apiErrorFrom,
  field,
  generateNameConflict,
  invalid,
  notFound,
} from "@kubewright/apimachinery";
import type { FieldError, Work } from "@kubewright/apimachinery";
import { toWorkingVersion } from "../conversion/served-object.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { groupResourceOf, kindErrors, kindInErrors, storedKindOf } from "../registry/error-names.ts";
import { completeNewMetadata, prepareNewMetadata } from "./metadata.ts";
import { errorsOfNew } from "./metadata-checks.ts";
import { hasStatusSubresource } from "../registry/registry.ts";
import { parseSentVersion } from "./sent-version.ts";
import { trackFields } from "./track-fields.ts";
import { throwInvalid, warnOf } from "./update-rules.ts";
import type { Draft, WriteRequest, WriteTarget } from "./write-request.ts";

/** In steps, the draft of a POST. `object` was decoded in the version of the request, and belongs to it. */
export function draftOfNew(request: Omit<WriteRequest, "change" | "strategy">, object: ApiObject): Work<Draft> {
  return afterPause(toWorkingVersion(object, request.resource), (draft) => {
    prepareNewMetadata(draft, request); // Admission receives the object without managed fields.
    return afterPause(trackFields(request, draft, undefined), () => ({ object: draft }));
  });
}

/** Completes a new object after admission: its system metadata, and what admission may have changed. */
export function completeCreate(request: WriteTarget, draft: ApiObject): void {
  if (request.name !== "") assertNamed(request, draft);
  completeNewMetadata(draft.metadata, request);
}

/**
 * Checks a new object that is not created by a POST. A kube-apiserver stores an object with another name under the name of the request; here the server
 * rejects it, as in an update.
 */
function assertNamed({ resource, name, context }: WriteTarget, draft: ApiObject): void {
  const { metadata } = draft;
  const named = metadata.name ?? metadata.generateName;
  if (named !== undefined && metadata.name !== name) {
    const error = field.invalid("metadata.name", named, "field is immutable");
    throw invalid(kindInErrors(draft, resource), named, [error]);
  }
  parseSentVersion(metadata);
  // A dry run returns the resourceVersion of the request.
  if (!context.dryRun) delete metadata.resourceVersion;
}

/** Sets the fields that only the server sets. */
export function prepareCreate({ resource, context }: WriteTarget, draft: ApiObject): void {
  const { strategy } = resource;
  if (hasStatusSubresource(resource) && strategy.keepsStatusOnCreate !== true) delete draft["status"];
  if (strategy.tracksGeneration) draft.metadata.generation = 1;
  strategy.checkCreate?.(draft, context);
  strategy.prepareForCreate?.(draft, context);
}

/** In steps: throws 422 with all errors of the new object. */
export function validateCreate({ resource, context }: WriteTarget, draft: ApiObject): Work<void> {
  const { strategy } = resource;
  const wrongKind = kindErrors(draft, resource);
  if (wrongKind.length > 0) throw invalid(kindInErrors(draft, resource), draft.metadata.name ?? "", wrongKind);
  const check = (found: readonly FieldError[]): Work<void> =>
    afterPause(errorsOfNew(draft, resource, found), (errors) => {
      if (errors.length > 0) return throwInvalid(storedKindOf(resource), draft, errors);
      return warnOf(strategy.warningsOnCreate?.(draft, context) ?? [], context);
    });
  return afterPause(strategy.validate?.(draft, context) ?? [], check);
}

/**
 * Checks, in the turn of the write, that objects of this resource may be created: a definition may have been deleted while the request waited.
 *
 * @throws {ApiError} 404 if the resource is no longer served; what its strategy throws.
 */
export function assertCreatable({ engine, resource, context }: WriteTarget, draft: ReadonlyObject): void {
  const { group, plural, namespaced, strategy } = resource;
  const served = engine.registry.find(group, resource.version.name, plural);
  if (served?.namespaced !== namespaced) throw notFound(groupResourceOf(resource), draft.metadata.name ?? "");
  strategy.checkCreate?.(draft, context);
}

/** 409: an object with this name exists. The message states whether that object is being deleted. */
export function alreadyExistsError(request: WriteTarget, { metadata }: ReadonlyObject): Error {
  const { name = "", generateName } = metadata;
  const { engine, namespace } = request;
  const resource = groupResourceOf(request.resource);
  const { status } =
    generateName === undefined ? alreadyExists(resource, name) : generateNameConflict(resource, name, 1);
  const isDeleting = engine.store.tableOf(request.resource).get(entryKey(namespace, name))?.deleting === true;
  return apiErrorFrom(isDeleting ? { ...status, message: `object is being deleted: ${status.message}` } : status);
}
