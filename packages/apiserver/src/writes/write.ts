// The pipeline of every write but a delete. A create is an update of nothing.
//
//     load → change → admit → prepare → validate → review → encode → commit
//
// An attempt loads the stored entry, and commits only if the entry is still the stored one. If another writer has replaced or removed it, the whole attempt
// is repeated. So a write conflicts only with the preconditions of its client, and has no retry limit but its deadline.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/storage/interfaces.go (GuaranteedUpdate)
//
// The steps are functions that return a promise only if something waits: a converter, a plugin, a reservation, a pause of long work. An attempt for which
// nothing waits is decided in one turn, so that no other write comes between its checks and its commit.
import { isAlreadyExists, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import { restoreTimes } from "../field-manager/keep-entries.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { runInSteps } from "../turns/time-slices.ts";
import { prefetchEntry } from "../conversion/prefetch.ts";
import { workingObject } from "../conversion/served-object.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { cloneObject, shallowCopy } from "../objects/clone-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { admissionAttributes } from "./admission-attributes.ts";
import { validate } from "./admission-chain.ts";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import { admit } from "./admit.ts";
import { alreadyExistsError, completeCreate, prepareCreate, validateCreate } from "./create-rules.ts";
import { assertActive, untilEnd } from "../turns/deadline.ts";
import { prepareCommit } from "./prepare-commit.ts";
import { withReservation } from "./reservation.ts";
import { completeUpdate, prepareUpdate, validateUpdate } from "./update-rules.ts";
import type { ChangedObject, LiveObject, WriteRequest } from "./write-request.ts";
import type { WriteResult } from "./commit.ts";

/** Writes an object, or answers a review. Rejects with the `ApiError` that a kube-apiserver would return. */
export async function write(request: WriteRequest): Promise<WriteResult> {
  for (;;) {
    const result = await attempt(request);
    if (result !== undefined) return result;
    assertActive(request.context);
  }
}

/** One attempt. Resolves with `undefined` if the stored entry changed meanwhile; nothing is stored then. */
async function attempt(request: WriteRequest): Promise<WriteResult | undefined> {
  const { engine, resource, context } = request;
  const entry = storedEntry(request);
  const converting = entry && prefetchEntry(entry, resource);
  const converted = converting instanceof Promise ? await converting : converting;
  const changing = runInSteps(() => change(request, entry, converted), context);
  const changed = changing instanceof Promise ? await changing : changing;

  const { draft } = changed;
  const attributes = attributesOf(request, changed);
  const admitting = admit(engine, draft, attributes, context);
  if (admitting !== undefined) await admitting;
  const pausing = context.pause();
  if (pausing !== undefined) await pausing;

  if (resource.review !== undefined) return answerReview(request, draft, attributes);
  const { name, generateName } = draft.metadata;
  const isNameless = request.name === "" && name === undefined && generateName !== undefined;
  return (isNameless ? storeWithGeneratedName : store)(request, changed, attributes);
}

function storedEntry({ engine, resource, namespace, name }: WriteRequest): StoredEntry | undefined {
  return name === "" ? undefined : engine.store.tableOf(resource).get(entryKey(namespace, name));
}

function change(
  request: WriteRequest,
  entry: StoredEntry | undefined,
  converted: ConvertedEntry | undefined,
): Work<ChangedObject> {
  const live = entry && converted && liveObject(request, entry, converted);
  return whenDone(request.change(live), ({ object: draft, view }) => ({ draft, view, live: live?.object, entry }));
}

function liveObject(
  { engine: { recentObjects }, resource }: WriteRequest,
  entry: StoredEntry,
  converted: ConvertedEntry,
): LiveObject {
  const object = recentObjects.get(entry, resource) ?? workingObject(converted, resource);
  return { object, copy: () => cloneObject(object), share: () => shallowCopy(object) };
}

function attributesOf(
  { resource, namespace, name, options, context }: WriteRequest,
  { draft, view, live }: ChangedObject,
): AdmissionAttributes {
  const about = { namespace, name: name === "" ? (draft.metadata.name ?? "") : name };
  if (live === undefined) {
    const asObject = { ...options.asObject, kind: "CreateOptions" };
    return admissionAttributes("CREATE", resource, context, { ...about, object: draft, options: asObject });
  }
  const { object, oldObject, kind } = view ?? { object: draft, oldObject: live, kind: undefined };
  const reviewed = { ...about, object, oldObject, options: options.asObject };
  const attributes = admissionAttributes("UPDATE", resource, context, reviewed);
  return kind === undefined ? attributes : { ...attributes, kind };
}

/** Answers a review, which is never stored. */
async function answerReview(
  { engine, resource, context }: WriteRequest,
  draft: ApiObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult> {
  resource.checkReview?.(draft);
  const validating = validate(engine.admission, attributes, context);
  if (validating !== undefined) await validating;
  assertActive(context);
  return { type: "reviewed", object: resource.review?.(draft, context) ?? draft, created: true };
}

/** The maximum number of attempts to generate a free name from `generateName`. */
const generatedNamesMax = 8;

/** Each attempt begins with the object after admission, so it gets its own name and uid and is validated and reviewed again. */
async function storeWithGeneratedName(
  request: WriteRequest,
  changed: ChangedObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult | undefined> {
  for (let number = 1; ; number++) {
    const draft = cloneObject(changed.draft);
    try {
      return await store(request, { ...changed, draft }, { ...attributes, object: draft });
    } catch (error) {
      if (!isAlreadyExists(error) || number === generatedNamesMax) throw error;
    }
  }
}

/** The steps that follow mutating admission. */
async function store(
  request: WriteRequest,
  changed: ChangedObject,
  attributes: AdmissionAttributes,
): Promise<WriteResult | undefined> {
  const { resource, context } = request;
  const { draft, live, entry, view } = changed;
  view?.writeBack(draft);
  if (entry === undefined) completeCreate(request, draft);
  else completeUpdate(request, draft, entry);
  // A Service that a write of its status creates does not get addresses.
  const reserves = live !== undefined || context.subresource === "";
  const reserving = reserves ? resource.strategy.reserve?.(draft, live, context) : undefined;
  const followUps: Promise<void>[] = [];
  const result = await withReservation(reserving, context, () =>
    validateAndCommit(request, changed, attributes, followUps),
  );
  if (followUps.length > 0) await untilEnd(context, Promise.all(followUps));
  // Unlike an update that creates its object, a create fails if there is one.
  if (result === undefined && request.name === "") throw alreadyExistsError(request, draft);
  return result;
}

async function validateAndCommit(
  request: WriteRequest,
  changed: ChangedObject,
  attributes: AdmissionAttributes,
  followUps: Promise<void>[],
): Promise<WriteResult | undefined> {
  const { engine, context } = request;
  const { draft, live } = changed;
  if (live === undefined) {
    prepareCreate(request, draft);
  } else {
    prepareUpdate(request, draft, live);
    restoreTimes(draft, live);
  }
  const pausing = context.pause();
  if (pausing !== undefined) await pausing;
  const validation = (): Work<void> =>
    live === undefined ? validateCreate(request, draft) : validateUpdate(request, draft, live);
  const validating = runInSteps(validation, context);
  if (validating instanceof Promise) await validating;
  const pausingAgain = context.pause();
  if (pausingAgain !== undefined) await pausingAgain;

  const { name = "" } = draft.metadata;
  const named = attributes.name === name || live !== undefined ? attributes : { ...attributes, name };
  const reviewing = validate(engine.admission, named, context);
  if (reviewing !== undefined) await reviewing;

  const preparing = runInSteps(() => prepareCommit(request, changed, followUps), context);
  const commit = preparing instanceof Promise ? await preparing : preparing;
  return commit();
}
