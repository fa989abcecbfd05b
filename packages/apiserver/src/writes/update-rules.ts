// The rules of every update: the fields that it cannot change, the generation, and validation.
import {
  afterPause,
  conflict,
  field,
  hasIntegralFloats,
  invalid,
  invalidInSteps,
  isDeepEqual,
  modifiedMessage,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, GroupKind, Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { jsonOf } from "../objects/json-of.ts";
import { groupResourceOf, kindErrors, kindInErrors } from "../registry/error-names.ts";
import { errorsOfUpdate } from "./metadata-checks.ts";
import { keepSystemMetadata, matchNamespace } from "./metadata.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { hasStatusSubresource } from "../registry/registry.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import { parseSentVersion } from "./sent-version.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { WriteRequest, WriteTarget } from "./write-request.ts";

/** Completes the draft after admission, which may have changed its namespace. Throws 409 if the request has another version than the stored object. */
export function completeUpdate(request: WriteTarget, draft: ApiObject, entry: StoredEntry): void {
  matchNamespace(draft.metadata, request.namespace);
  assertVersion(request, draft, entry);
}

/** Optimistic locking: a resourceVersion in the request must equal the stored one. The strategy decides whether the request must have one. */
function assertVersion({ resource, name }: WriteTarget, draft: ApiObject, entry: StoredEntry): void {
  const sent = parseSentVersion(draft.metadata);
  if (sent === 0n && resource.strategy.allowUnconditionalUpdate === false) {
    const error = field.invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw invalid({ group: resource.group, kind: resource.plural }, name, [error]);
  }
  if (sent !== 0n && sent !== BigInt(entry.revision)) throw conflict(groupResourceOf(resource), name, modifiedMessage);
  draft.metadata.resourceVersion = String(entry.revision);
}

/** Restores the fields that this endpoint cannot change, and increases the generation if the desired state has changed. */
export function prepareUpdate(request: WriteRequest, draft: ApiObject, old: ReadonlyObject): void {
  const { strategy: kind } = request.resource;
  const { context, strategy } = request;
  if (old.metadata.generation === undefined) delete draft.metadata.generation;
  else draft.metadata.generation = old.metadata.generation;
  const hasStatus = hasStatusSubresource(request.resource);
  if (hasStatus && context.subresource === "") {
    restore(draft, old, "status");
    keepLiterals(context, (name) => name !== "status");
  }
  if (context.subresource === "status") {
    restoreAllBut(draft, old);
    keepLiterals(context, (name) => name === "status");
  }
  keepSystemMetadata(draft.metadata, old.metadata);
  strategy.prepareForUpdate?.(draft, old, context);
  const changed = kind.desiredStateChanged ?? ((a, b) => desiredStateDiffers(a, b, hasStatus));
  if (kind.tracksGeneration && (changed(draft, old) || hasFloats(request, draft))) {
    draft.metadata.generation = (old.metadata.generation ?? 0) + 1;
  }
}

function restore(draft: ApiObject, old: ReadonlyObject, name: string): void {
  if (Object.hasOwn(old, name)) draft[name] = old[name];
  else delete draft[name];
}

/** Whether the desired state has a float such as `1.0`: to Go, it is not the stored integer 1. */
function hasFloats({ resource, context }: WriteRequest, draft: ApiObject): boolean {
  if (!resource.custom || context.subresource === "status") return false;
  const { metadata: _, ...desired } = jsonOf(draft);
  return hasIntegralFloats(desired, context.decoded.literals);
}

/** Restored fields do not have the numbers of the request. */
function keepLiterals({ decoded }: RequestContext, isKept: (name: string) => boolean): void {
  if (decoded.literals === undefined) return;
  decoded.literals = Object.fromEntries(Object.entries(decoded.literals).filter(([name]) => isKept(name)));
}

const statusFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

function restoreAllBut(draft: ApiObject, old: ReadonlyObject): void {
  for (const name of new Set([...Object.keys(draft), ...Object.keys(old)])) {
    if (!statusFields.has(name)) restore(draft, old, name);
  }
  draft.kind = old.kind; // The kind in the body of a custom resource does not matter here.
}

function desiredStateDiffers(object: ReadonlyObject, old: ReadonlyObject, hasStatus: boolean): boolean {
  const { apiVersion: _a, kind: _k, metadata: _m, status, ...desired } = object;
  const { apiVersion: _oa, kind: _ok, metadata: _om, status: oldStatus, ...oldDesired } = old;
  return !isDeepEqual(desired, oldDesired) || (!hasStatus && !isDeepEqual(status, oldStatus));
}

/** In steps: throws 422 with all errors of the new object, given the old one. */
export function validateUpdate(request: WriteRequest, draft: ApiObject, old: ReadonlyObject): Work<void> {
  const { resource, strategy, context } = request;
  const { subresource } = context;
  const wrongKind = subresource === "status" ? [] : kindErrors(draft, resource);
  const ofKind = wrongKind.length > 0 ? wrongKind : (strategy.validateUpdate?.(draft, old, context) ?? []);
  const check = (found: readonly FieldError[]): Work<void> =>
    afterPause(errorsOfUpdate(draft, old, { resource, subresource }, found), (errors) => {
      if (errors.length > 0) return throwInvalid(kindInErrors(draft, resource), draft, errors);
      return warnOf(strategy.warningsOnUpdate?.(draft, old, context) ?? [], context);
    });
  return afterPause(ofKind, check);
}

/** Sends the warnings of a kind with the response. */
export function warnOf(warnings: Work<readonly string[]>, context: RequestContext): Work<void> {
  return whenDone(warnings, (found) => {
    for (const warning of found) context.warn(warning);
  });
}

/** Throws 422, in steps. */
export function throwInvalid(
  kind: GroupKind,
  { metadata }: ReadonlyObject,
  errors: readonly FieldError[],
): Work<never> {
  return whenDone(invalidInSteps(kind, metadata.name ?? "", errors), (error) => {
    throw error;
  });
}

/** Whether an object that is being deleted can be removed after an update: it has no finalizers and no grace period. */
export function mayBeRemoved({ strategy }: VersionedResource, draft: ReadonlyObject, old: ReadonlyObject): boolean {
  if (old.metadata.deletionTimestamp === undefined || (draft.metadata.finalizers ?? []).length > 0) return false;
  return (old.metadata.deletionGracePeriodSeconds ?? 0) === 0 && (strategy.deletion?.isDeletable?.(draft) ?? true);
}
