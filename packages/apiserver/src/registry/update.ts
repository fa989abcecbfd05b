// The write pipeline of updates: PUT, every patch, apply and views. `load → change → track fields → admit → validate → store`, repeated as a whole
// while other writers are faster (`guaranteed-update.ts`). The request supplies `change`, a function of the live object; the steps after it are the
// same for all requests. An attempt awaits only asynchronous admission, reservations and validations that pause.
import { conflict, field, invalid, isDeepEqual, modifiedMessage, whenDone } from "@kubewright/apimachinery";
import type { GroupVersionKind, Work } from "@kubewright/apimachinery";
import { restoreTimes } from "../field-manager/keep-entries.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import { admit } from "./admit.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject, shallowCopy } from "../objects/clone-object.ts";
import type { Awaitable } from "./awaitable.ts";
import { whenReady } from "./awaitable.ts";
import { storeNewObject } from "./create.ts";
import { assertActive, untilEnd } from "./deadline.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import { groupResourceOf, kindInErrors } from "./error-names.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import { matchNamespace } from "./metadata.ts";
import type { VersionedResource } from "./registry.ts";
import { withReservation } from "./reservation.ts";
import { parseSentVersion } from "./sent-version.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { whenConvertedInSteps } from "../conversion/converted-objects.ts";
import { prefetchEntry } from "../conversion/prefetch.ts";
import { isCurrent, isStoredAs, toStorageVersion, workingObject } from "../conversion/served-object.ts";
import type { UpdateStrategy } from "./update-strategy.ts";
import { mayBeRemoved, prepareUpdate, validateUpdate } from "./update-rules.ts";
import type { WriteOptions } from "./write-options.ts";
import type { WriteTarget } from "./write-target.ts";
import type { WriteResult } from "./written.ts";
import { objectOfDryRun, preparePut, prepareUndecoded, removeEntry } from "./written.ts";

export interface UpdateRequest extends WriteTarget {
  readonly options: WriteOptions;
  /** The rules of the endpoint: the kind's own, or a subresource's. */
  readonly strategy: UpdateStrategy;
  readonly change: Change;
}

/**
 * Makes the draft from the stored object (`undefined`: no object exists), in steps. Called once per attempt, and again for each object that a converter has to
 * convert first. The draft belongs to the attempt; its metadata matches the request and its managed fields are tracked. A change that creates no objects
 * throws 404 for `undefined`.
 */
export type Change = (live: LiveObject | undefined) => Work<Draft>;

export interface LiveObject {
  /** In the version that strategies receive (`workingObject`). Shared. */
  readonly object: ReadonlyObject;
  /** Copies the object. The result belongs to the caller. */
  readonly copy: () => ApiObject;
  /** Copies the object and its metadata and shares their fields, which the caller must not change in place: comparisons skip what both share. */
  readonly share: () => ApiObject;
}

export interface Draft {
  /** In the version that strategies receive. */
  readonly object: ApiObject;
  /** The view that admission reviews instead of the object, for a subresource of another kind. */
  readonly view?: AdmissionView;
}

/** An object of another kind, computed from the stored object and written back into it. */
export interface AdmissionView {
  readonly kind: GroupVersionKind;
  /** The view that the client sent. Admission may change it. */
  readonly object: ApiObject;
  /** The view of the live object. */
  readonly oldObject: ApiObject;
  /** Writes `object` into the draft once admission has changed it. */
  readonly writeBack: (draft: ApiObject) => void;
}

/** Updates an object. Rejects with the `ApiError` that a kube-apiserver would return. */
export function updateObject(engine: Engine, request: UpdateRequest): Promise<WriteResult> {
  return guaranteedUpdate(engine, request, (entry) => attemptUpdate(engine, request, entry));
}

/** One attempt. Returns a promise only if a converter, a plugin, the validation or a reservation waits. */
function attemptUpdate(
  engine: Engine,
  request: UpdateRequest,
  stored: StoredEntry | undefined,
): Awaitable<WriteResult | undefined> {
  const converting = stored && prefetchEntry(stored, request.resource);
  return whenReady(converting, (converted) => changeAndStore(engine, request, stored, converted));
}

function changeAndStore(
  engine: Engine,
  request: UpdateRequest,
  entry: StoredEntry | undefined,
  converted: ConvertedEntry | undefined,
): Awaitable<WriteResult | undefined> {
  let live: ReadonlyObject | undefined;
  const change = (): Work<Draft> => {
    const found = entry && converted && liveObject(engine, entry, converted, request);
    live = found?.object;
    return request.change(found);
  };
  const changing = whenConvertedInSteps(change, request.context);
  return whenReady(changing, ({ object: draft, view }) => {
    const attributes = attributesOf(request, view?.object ?? draft, live && (view?.oldObject ?? live), view?.kind);
    const admitting = whenReady(admit(engine, draft, attributes, request.context), () => request.context.pause());
    return whenReady(admitting, () => {
      if (entry !== undefined && live !== undefined) {
        return storeChanged(engine, request, { entry, live, draft, view }, attributes);
      }
      prepareToCreate(draft, request);
      return storeNewObject(engine, request, draft, attributes);
    });
  });
}

/** The steps of an update that follow mutating admission. */
function storeChanged(
  engine: Engine,
  request: UpdateRequest,
  changed: ChangedObject,
  attributes: AdmissionAttributes,
): Awaitable<WriteResult | undefined> {
  const { resource, namespace, context } = request;
  const { entry, live, draft, view } = changed;
  view?.writeBack(draft);
  matchNamespace(draft.metadata, namespace);
  assertVersion(request, draft, entry);
  const reserving = resource.strategy.reserve?.(draft, live, context);
  const followUps: Promise<void>[] = [];
  const stored = withReservation(reserving, context, () => {
    prepareUpdate(request, draft, live);
    restoreTimes(draft, live);
    const review = (): Promise<void> | undefined => validate(engine.admission, attributes, context);
    const validating = whenReady(context.pause(), () => validateUpdate(request, draft, live));
    const reviewing = whenReady(validating, () => whenReady(context.pause(), review));
    return whenReady(reviewing, () => {
      const preparing = whenConvertedInSteps(() => prepareCommit(engine, request, changed), context);
      return whenReady(preparing, (commit) => engine.followUps.collect(followUps, commit));
    });
  });
  return whenReady(stored, (result) => {
    if (followUps.length === 0) return result;
    return untilEnd(context, Promise.all(followUps)).then(() => result);
  });
}

/**
 * Checks what admission may have changed in a new object. A kube-apiserver stores an object with another name under the name of the request; here
 * the server rejects it, as in an update.
 */
function prepareToCreate(draft: ApiObject, { resource, name, context }: UpdateRequest): void {
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

function liveObject(
  { recentObjects }: Engine,
  entry: StoredEntry,
  converted: ConvertedEntry,
  { resource }: UpdateRequest,
): LiveObject {
  const object = recentObjects.get(entry, resource) ?? workingObject(converted, resource);
  return { object, copy: () => cloneObject(object), share: () => shallowCopy(object) };
}

/** The draft of an update, and the object that it replaces. */
interface ChangedObject {
  readonly entry: StoredEntry;
  readonly live: ReadonlyObject;
  readonly draft: ApiObject;
  readonly view: AdmissionView | undefined;
}

/** Stores what has been prepared, in one turn. Returns `undefined` if the entry is no longer the stored one. */
type Commit = () => WriteResult | undefined;

/** Decides whether the draft is stored or the object is removed, and encodes it, in steps. */
function prepareCommit(
  engine: Engine,
  { resource, context, prune }: UpdateRequest,
  { entry, live, draft, view }: ChangedObject,
): Work<Commit> {
  const isStored = (): boolean => {
    assertActive(context);
    return context.dryRun || tableOf(engine, resource).get(entry.key) === entry;
  };
  const pruned = prune?.(draft) ?? draft;
  if (mayBeRemoved(resource, draft, live)) {
    const object = toStorageVersion(pruned, resource);
    return () => {
      if (!isStored()) return undefined;
      if (!context.dryRun) removeEntry(engine, resource, entry, live);
      return { type: "unstored", object, created: false };
    };
  }
  if (context.dryRun) {
    const object = objectOfDryRun(pruned, resource);
    return () => (isStored() ? { type: "unstored", object, created: false } : undefined);
  }
  if (isDeepEqual(draft, live) && isStoredAs(entry, draft, resource)) {
    return () => (isStored() ? { type: "stored", entry, created: false } : undefined);
  }
  const prepared = view === undefined && isDeepEqual(pruned, draft) ? preparePut : prepareUndecoded;
  const preparing = prepared(engine, resource, { key: entry.key, expected: entry, object: draft, old: live });
  return whenDone(preparing, (put) => () => {
    assertActive(context);
    const stored = put();
    if (stored === undefined) return undefined;
    keepRecent(engine, resource, stored, draft, entry);
    return { type: "stored", entry: stored, created: false };
  });
}

/** Only drafts of custom resources are kept: strategies of built-in kinds may change parts in place that a later draft shares. */
function keepRecent(
  { recentObjects }: Engine,
  resource: VersionedResource,
  stored: StoredEntry,
  draft: ReadonlyObject,
  replaced: StoredEntry,
): void {
  const isStoredVersion = draft.apiVersion === stored.apiVersion && stored.apiVersion === resource.apiVersion;
  if (resource.custom && isStoredVersion && isCurrent(stored, resource))
    recentObjects.add(stored, resource, draft, replaced);
}

/** Optimistic locking: a resourceVersion in the request must equal the stored one. The strategy decides whether the request must have one. */
function assertVersion({ resource, name }: UpdateRequest, draft: ApiObject, entry: StoredEntry): void {
  const sent = parseSentVersion(draft.metadata);
  if (sent === 0n && resource.strategy.allowUnconditionalUpdate === false) {
    const error = field.invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw invalid({ group: resource.group, kind: resource.plural }, name, [error]);
  }
  if (sent !== 0n && sent !== BigInt(entry.revision)) throw conflict(groupResourceOf(resource), name, modifiedMessage);
  draft.metadata.resourceVersion = String(entry.revision);
}

function attributesOf(
  { resource, namespace, name, options, context }: UpdateRequest,
  object: ApiObject,
  oldObject: ReadonlyObject | undefined,
  viewKind: GroupVersionKind | undefined,
): AdmissionAttributes {
  const about = { namespace, name, object, options: options.asObject };
  if (oldObject === undefined) {
    const createOptions = { ...options.asObject, kind: "CreateOptions" };
    return admissionAttributes("CREATE", resource, context, { ...about, options: createOptions });
  }
  const attributes = admissionAttributes("UPDATE", resource, context, { ...about, oldObject });
  return viewKind === undefined ? attributes : { ...attributes, kind: viewKind };
}
