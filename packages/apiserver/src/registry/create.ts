// A create: `change → track fields → admit → validate → store`, without an object to load. The steps from validation on are shared with an update
// that creates its object.
import {
  afterPause,
  alreadyExists,
  apiErrorFrom,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  isDeepEqual,
  notFound,
  unclassifiedError,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, Work } from "@kubewright/apimachinery";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import { admit } from "./admit.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import { assertActive } from "./deadline.ts";
import type { Awaitable } from "./awaitable.ts";
import { whenReady } from "./awaitable.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import { groupResourceOf, kindErrors, kindInErrors, storedKindOf } from "./error-names.ts";
import { completeNewMetadata, prepareNewMetadata } from "./metadata.ts";
import { errorsOfNew } from "./metadata-checks.ts";
import type { VersionedResource } from "./registry.ts";
import { hasStatusSubresource } from "./registry.ts";
import { withReservation } from "./reservation.ts";
import { hasSentVersion } from "./sent-version.ts";
import type { RequestContext } from "./server-context.ts";
import { runInSteps, whenConvertedInSteps } from "../conversion/converted-objects.ts";
import { toWorkingVersion } from "../conversion/served-object.ts";
import { trackFields } from "./track-fields.ts";
import { throwInvalid, warnOf } from "./update-rules.ts";
import type { WriteOptions } from "./write-options.ts";
import type { WriteTarget } from "./write-target.ts";
import type { WriteResult } from "./written.ts";
import { objectOfDryRun, preparePut, prepareUndecoded } from "./written.ts";

export interface CreateRequest extends Omit<WriteTarget, "name"> {
  /** Decoded, in the version of the request; it belongs to this create. */
  readonly object: ApiObject;
  readonly options: WriteOptions;
}

/** Creates an object, or answers a review. Rejects with the `ApiError` that a kube-apiserver would return. */
export async function createObject(engine: Engine, request: CreateRequest): Promise<WriteResult> {
  const { resource, namespace, options, context } = request;
  const defaulting = runInSteps(() => toWorkingVersion(request.object, resource), context);
  const draft = defaulting instanceof Promise ? await defaulting : defaulting;
  prepareNewMetadata(draft, request); // Admission receives the object without managed fields.
  const drafted = context.pause();
  if (drafted !== undefined) await drafted;
  const tracking = whenConvertedInSteps(() => trackFields(engine, request, draft, undefined), context);
  if (tracking instanceof Promise) await tracking;
  const about = { namespace, name: draft.metadata.name ?? "", object: draft, options: options.asObject };
  const attributes = admissionAttributes("CREATE", resource, context, about);
  const mutating = admit(engine, draft, attributes, context);
  if (mutating !== undefined) await mutating;
  const pausing = context.pause();
  if (pausing !== undefined) await pausing;
  if (resource.review !== undefined) return reviewObject(engine, request, draft, attributes);
  const { name, generateName } = draft.metadata;
  const isNameless = name === undefined && generateName !== undefined;
  return (isNameless ? storeWithGeneratedName : storeWithGivenName)(engine, request, draft, attributes);
}

/** Answers a review, which is never stored. */
async function reviewObject(
  engine: Engine,
  { resource, context }: CreateRequest,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult> {
  resource.checkReview?.(draft);
  const validating = validate(engine.admission, attributes, context);
  if (validating !== undefined) await validating;
  assertActive(context);
  return { type: "reviewed", object: resource.review?.(draft, context) ?? draft, created: true };
}

function storeWithGivenName(
  engine: Engine,
  request: CreateRequest,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Awaitable<WriteResult> {
  return whenReady(storeNewObject(engine, request, draft, attributes), (result) => {
    // Unlike the dry run of an update that creates its object, the dry run of a create checks that the name is free.
    const isTaken = result?.type === "unstored" && existingEntry(engine, request, draft) !== undefined;
    if (result === undefined || isTaken) throw alreadyExistsError(engine, request, draft);
    return result;
  });
}

/** The stored entry with the name of this draft. */
function existingEntry(
  engine: Engine,
  { resource, namespace }: CreateRequest,
  draft: ReadonlyObject,
): StoredEntry | undefined {
  return tableOf(engine, resource).get(entryKey(namespace, draft.metadata.name ?? ""));
}

/** The maximum number of attempts to generate a free name from `generateName`. */
const generatedNamesMax = 8;

/** Each attempt begins with the object after admission, so it gets its own name and uid and is validated and reviewed again. */
async function storeWithGeneratedName(
  engine: Engine,
  request: CreateRequest,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult> {
  for (let attempt = 1; ; attempt++) {
    const object = cloneObject(draft);
    try {
      return await storeWithGivenName(engine, request, object, { ...attributes, object });
    } catch (error) {
      if (!isAlreadyExists(error) || attempt === generatedNamesMax) throw error;
    }
  }
}

/**
 * The steps of a create that follow mutating admission. The result is `undefined` if there is an object of this name when the new one would be
 * stored; nothing is stored then. Returns a promise only if a plugin or a reservation waits, or the validation pauses.
 */
export function storeNewObject(
  engine: Engine,
  request: Omit<WriteTarget, "name">,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Awaitable<WriteResult | undefined> {
  const { resource, namespace, context } = request;
  completeNewMetadata(draft.metadata, namespace, engine);
  const { name = "" } = draft.metadata;

  // A Service that a write of its status creates does not get addresses.
  const reserving = context.subresource === "" ? resource.strategy.reserve?.(draft, undefined, context) : undefined;
  return withReservation(reserving, context, () => {
    prepare(draft, resource, context);
    const named = name === attributes.name ? attributes : { ...attributes, name };
    const review = (): Promise<void> | undefined => validate(engine.admission, named, context);
    const validating = whenReady(context.pause(), () => validateNew(draft, resource, context));
    const reviewing = whenReady(validating, () => whenReady(context.pause(), review));
    return whenReady(reviewing, () => {
      const preparing = whenConvertedInSteps(() => prepareCommit(engine, request, draft), context);
      return whenReady(preparing, (commit) => commit());
    });
  });
}

/** Stores what has been prepared, in one turn. */
type Commit = () => WriteResult | undefined;

/** Encodes the object, in steps. */
function prepareCommit(
  engine: Engine,
  { resource, namespace, context, prune }: Omit<WriteTarget, "name">,
  draft: ApiObject,
): Work<Commit> {
  const pruned = prune?.(draft) ?? draft;
  const hasVersion = hasSentVersion(draft.metadata);
  const key = entryKey(namespace, draft.metadata.name ?? "");
  const prepared = isDeepEqual(pruned, draft) ? preparePut : prepareUndecoded;
  const object = context.dryRun ? objectOfDryRun(pruned, resource) : undefined;
  const preparing =
    object === undefined && !hasVersion
      ? prepared(engine, resource, { key, expected: undefined, object: draft, old: undefined })
      : undefined;
  return whenDone(preparing, (put) => () => {
    assertActive(context);
    assertCreatable(engine, resource, draft, context);
    if (object !== undefined) return { type: "unstored", object, created: true };
    if (hasVersion) throw unclassifiedError("resourceVersion should not be set on objects to be created");
    const entry = put?.();
    return entry && { type: "stored", entry, created: true };
  });
}

/**
 * Checks, in the turn of the write, that objects of this resource may be created: a definition may have been deleted while the request waited.
 *
 * @throws {ApiError} 404 if the resource is no longer served; what its strategy throws.
 */
function assertCreatable(
  { registry }: Engine,
  resource: VersionedResource,
  draft: ReadonlyObject,
  context: RequestContext,
): void {
  const { group, plural, namespaced, strategy } = resource;
  const served = registry.find(group, resource.version.name, plural);
  if (served?.namespaced !== namespaced) throw notFound(groupResourceOf(resource), draft.metadata.name ?? "");
  strategy.checkCreate?.(draft, context);
}

function prepare(draft: ApiObject, resource: VersionedResource, context: RequestContext): void {
  const { strategy } = resource;
  if (hasStatusSubresource(resource) && strategy.keepsStatusOnCreate !== true) delete draft["status"];
  if (strategy.tracksGeneration) draft.metadata.generation = 1;
  strategy.checkCreate?.(draft, context);
  strategy.prepareForCreate?.(draft, context);
}

/** Throws 422 with all errors of the new object. Returns a promise only if the validation pauses. */
function validateNew(draft: ApiObject, resource: VersionedResource, context: RequestContext): Awaitable<void> {
  const { strategy } = resource;
  const wrongKind = kindErrors(draft, resource);
  if (wrongKind.length > 0) throw invalid(kindInErrors(draft, resource), draft.metadata.name ?? "", wrongKind);
  const check = (found: readonly FieldError[]): Work<void> =>
    afterPause(errorsOfNew(draft, resource, found), (errors) => {
      if (errors.length > 0) return throwInvalid(storedKindOf(resource), draft, errors);
      return warnOf(strategy.warningsOnCreate?.(draft, context) ?? [], context);
    });
  return whenReady(strategy.validate?.(draft, context) ?? [], (found) => runInSteps(() => check(found), context));
}

/** 409: an object with this name exists. The message states whether that object is being deleted. */
function alreadyExistsError(engine: Engine, request: CreateRequest, draft: ReadonlyObject): Error {
  const { name = "", generateName } = draft.metadata;
  const resource = groupResourceOf(request.resource);
  const { status } =
    generateName === undefined ? alreadyExists(resource, name) : generateNameConflict(resource, name, 1);
  const isDeleting = existingEntry(engine, request, draft)?.deleting === true;
  return apiErrorFrom(isDeleting ? { ...status, message: `object is being deleted: ${status.message}` } : status);
}
