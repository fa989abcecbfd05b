// An update through the object itself or one of its subresources, from a function that makes the new object of the old one. When
// somebody else writes while a plugin is being waited for, all of it is done again on the newer object.
import {
  conflict,
  field,
  invalid,
  isDeepEqual,
  modifiedMessage,
  notFound,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { GroupVersionKind } from "@kubewright/apimachinery";
import { restoreTimes, restoreUnreadable } from "../managed-fields/keep-entries.ts";
import type { WriteOptions } from "../endpoints/write-options.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { mutate, validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "./admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import { groupResourceOf, storeNewObject } from "./create.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import { dropDuplicateOwners, dropEmptyMetadata, matchName, matchNamespace } from "./metadata.ts";
import { recordOwners } from "./record-owners.ts";
import type { VersionedResource } from "./registry.ts";
import type { RequestContext } from "./server-context.ts";
import { isStoredAs, toStorageForm, workingObject } from "./served-form.ts";
import type { UpdateStrategy } from "./strategy.ts";
import { mayBeRemoved, prepareUpdate, validateUpdate } from "./update-rules.ts";
import type { WriteResult } from "./written.ts";
import { putObject, removeEntry, unstored } from "./written.ts";

export interface UpdateRequest {
  readonly form: VersionedResource;
  readonly namespace: string;
  readonly name: string;
  readonly options: WriteOptions;
  readonly context: RequestContext;
  /** What admission is shown of the object instead of the object, for a subresource that is a view. */
  readonly view?: AdmissionView;
  /** The rules of the way the update goes: the kind's own, or a subresource's. */
  readonly strategy: UpdateStrategy;
  /**
   * Makes the new object of the stored one, both as hooks see them. `read` parses that one anew (`undefined`: there is none, and the kind may be
   * created by an update). Both belong to the callee; it is called once per attempt.
   */
  readonly next: (read: (() => ApiObject) | undefined) => ApiObject;
  /** A PUT that names a uid means that very object. */
  readonly uidPrecondition?: string;
  /** A patch merges duplicate owners once, after admission; a PUT also before. */
  readonly isPatch: boolean;
  /** `next` says itself who owns what, as an apply and a view do. */
  readonly isOwned: boolean;
  /** An object that is not there is created, whatever the kind says of updates. Default: false. */
  readonly createsWhenAbsent?: boolean;
  /** Throws unless the user may also create, for an update that does. */
  readonly authorizeCreate?: () => void;
}

/** Another kind, computed from the object and written back into it. */
export interface AdmissionView {
  readonly kind: GroupVersionKind;
  /** The view that `next` has written into the object, as the client wants it. Admission may change it. */
  readonly written: () => ApiObject;
  /** The view of the stored object. */
  readonly read: (object: ReadonlyObject) => ApiObject;
  /** Called with what admission has made of the written view. */
  readonly write: (object: ApiObject, view: ReadonlyObject) => void;
}

/** How often an update that lost a race is done again. */
const attemptsMax = 5;

/** Updates an object. Rejects with the `ApiError` that a kube-apiserver would answer. */
export async function updateObject(engine: Engine, request: UpdateRequest): Promise<WriteResult> {
  const { form, namespace, name } = request;
  const table = tableOf(engine, form.resource);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const entry = table.get(entryKey(namespace, name));
    const result =
      entry === undefined ? await createByUpdate(engine, request) : await tryUpdate(engine, request, entry);
    if (result !== undefined) return result;
  }
  throw conflict(groupResourceOf(form), name, modifiedMessage);
}

async function tryUpdate(engine: Engine, request: UpdateRequest, entry: StoredEntry): Promise<WriteResult | undefined> {
  const { form, context } = request;
  const { resource } = form;
  const old = workingObject(entry, form);
  assertUid(request, old);
  const draft = request.next(() => workingObject(entry, form));
  dropEmptyMetadata(draft.metadata);
  matchNamespace(draft.metadata, request.namespace);
  matchName(draft.metadata, request.name);
  if (!request.isPatch) dropDuplicateOwners(draft, false, context.warn);
  if (!request.isOwned) recordOwners(engine, request, draft, old);
  const attributes = attributesOf(request, draft, old);
  const entries = draft.metadata.managedFields;
  await mutate(engine.admission, attributes, context);
  restoreUnreadable(draft, entries, context.warn);
  if (attributes.object !== undefined) request.view?.write(draft, attributes.object);
  matchNamespace(draft.metadata, request.namespace);
  dropDuplicateOwners(draft, true, context.warn);
  assertVersion(request, draft, entry);

  const reserving = resource.strategy.reserve?.(draft, old, context);
  const reservation = reserving instanceof Promise ? await reserving : reserving;
  let kept = false;
  try {
    prepareUpdate(request, draft, old);
    restoreTimes(draft, old);
    validateUpdate(request, draft, old);
    await validate(engine.admission, attributes, context);
    if (mayBeRemoved(form, draft, old)) {
      const removed = context.dryRun || removeEntry(engine, resource, entry, old) !== undefined;
      if (resource.strategy.settled !== undefined) await resource.strategy.settled();
      return removed ? { type: "unstored", object: toStorageForm(draft, resource), created: false } : undefined;
    }
    if (context.dryRun) return unstored(draft, form, false);
    if (isDeepEqual(draft, old) && isStoredAs(entry, draft, resource)) {
      kept = true;
      return { type: "stored", entry, created: false };
    }
    // A view writes one field into an object that is complete otherwise.
    const stored = putObject(engine, resource, entry.key, entry, draft, old, request.view === undefined);
    if (stored === undefined) return undefined;
    kept = true;
    if (resource.strategy.settled !== undefined) await resource.strategy.settled();
    return { type: "stored", entry: stored, created: false };
  } finally {
    const ended = kept ? reservation?.commit() : reservation?.release();
    if (ended !== undefined) await ended;
  }
}

async function createByUpdate(engine: Engine, request: UpdateRequest): Promise<WriteResult> {
  const { form, namespace, name, context } = request;
  const { resource } = form;
  const isPut = context.subresource === "" && !request.isPatch;
  const isCreatingPut = resource.strategy.allowCreateOnUpdate === true && !request.isPatch;
  // Somebody who sends an owner twice is told so whatever comes of it.
  if (isPut) dropDuplicateOwners(request.next(undefined), false, context.warn);
  if (!isCreatingPut && request.createsWhenAbsent !== true) {
    throw notFound(groupResourceOf(form), name);
  }
  if (request.uidPrecondition !== undefined) {
    throw storageConflict(
      request,
      `Precondition failed: UID in precondition: ${request.uidPrecondition}, UID in object meta: `,
    );
  }
  request.authorizeCreate?.();
  const draft = request.next(undefined);
  dropEmptyMetadata(draft.metadata);
  dropDuplicateOwners(draft, false, context.warn);
  const { resourceVersion } = draft.metadata;
  delete draft.metadata.resourceVersion;
  matchNamespace(draft.metadata, namespace);
  matchName(draft.metadata, name);
  if (!request.isOwned) recordOwners(engine, request, draft, undefined);
  const attributes = attributesOf(request, draft, undefined);
  const entries = draft.metadata.managedFields;
  await mutate(engine.admission, attributes, context);
  restoreUnreadable(draft, entries, context.warn);
  const result = await storeNewObject(engine, request, draft, attributes);
  // A dry run gives no version, and leaves the one that was sent.
  if (result.type === "unstored" && resourceVersion !== undefined) {
    result.object.metadata.resourceVersion = resourceVersion;
  }
  return result;
}

function assertUid(request: UpdateRequest, old: ReadonlyObject): void {
  const { uidPrecondition } = request;
  if (uidPrecondition === undefined || uidPrecondition === old.metadata.uid) return;
  throw storageConflict(
    request,
    `Precondition failed: UID in precondition: ${uidPrecondition}, UID in object meta: ${old.metadata.uid}`,
  );
}

/** Where the reference keeps kinds that had other names once, as its errors tell. */
const olderPlaces: ReadonlyMap<string, string> = new Map([
  ["services", "services/specs"],
  ["endpoints", "services/endpoints"],
  ["nodes", "minions"],
  ["replicationcontrollers", "controllers"],
  ["ingresses.networking.k8s.io", "ingress"],
]);

function storageConflict({ form, namespace, name, context }: UpdateRequest, problem: string): Error {
  const { resource } = form;
  const prefix = resource.custom
    ? `${resource.group}/${resource.plural}`
    : (olderPlaces.get(resource.storage.key) ?? resource.plural);
  const key = `${context.dryRun ? "" : "/registry"}/${prefix}/${entryKey(namespace, name)}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  return conflict(groupResourceOf(form), name, why);
}

/** Optimistic locking: a version that was sent must be the stored one; kinds decide whether one must be sent. */
function assertVersion({ form, name }: UpdateRequest, draft: ApiObject, entry: StoredEntry): void {
  const resource = groupResourceOf(form);
  const sent = draft.metadata.resourceVersion;
  if (sent === undefined || sent === "0") {
    if (form.resource.strategy.allowUnconditionalUpdate !== false) {
      draft.metadata.resourceVersion = String(entry.revision);
      return;
    }
    const error = field.invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw invalid({ group: resource.group, kind: resource.resource }, name, [error]);
  }
  if (!/^\d{1,20}$/.test(sent)) {
    throw unclassifiedError(`strconv.ParseUint: parsing ${JSON.stringify(sent)}: invalid syntax`);
  }
  if (sent !== String(entry.revision)) throw conflict(resource, name, modifiedMessage);
}

function attributesOf(
  { form, namespace, name, options, context, view }: UpdateRequest,
  draft: ApiObject,
  old: ReadonlyObject | undefined,
): AdmissionAttributes {
  const about = { namespace, name, object: view?.written() ?? draft, options: options.asObject };
  if (old !== undefined) {
    const oldObject = view?.read(old) ?? old;
    const attributes = admissionAttributes("UPDATE", form, context, { ...about, oldObject });
    return view === undefined ? attributes : { ...attributes, kind: view.kind };
  }
  return admissionAttributes("CREATE", form, context, {
    ...about,
    options: { ...options.asObject, kind: "CreateOptions" },
  });
}
