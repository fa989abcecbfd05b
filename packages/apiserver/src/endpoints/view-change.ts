// What a request changes in a view: a PUT replaces the view, a patch changes the current one, an apply merges its fields. Each records the changed fields
// under the manager of the request.
import {
  badRequest,
  isBadRequest,
  isDeepEqual,
  unclassifiedError,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import { objectAfterApply } from "../field-manager/after-apply.ts";
import { entriesAfterUpdate, withoutEntries } from "../field-manager/after-update.ts";
import { describeObject } from "../field-manager/object-description.ts";
import type { FieldManager } from "../field-manager/field-manager.ts";
import { managerName } from "../field-manager/manager-name.ts";
import type { ApiObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import { matchPath } from "../writes/metadata.ts";
import { setManagedFields } from "../writes/track-fields.ts";
import type { ViewSubresource } from "../contracts/subresource.ts";
import { convertApplied } from "./apply.ts";
import { decodeApplied, reportDuplicateKeys } from "../bodies/apply-body.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { decodeObject } from "../bodies/decode-object.ts";
import { patchView } from "./patch.ts";
import { isApply, patchTypeOf } from "../bodies/patch-body.ts";
import type { Scope } from "../request/scope.ts";
import { userAgentOf } from "../request/scope.ts";
import { parseApplyOptions, parseWriteOptions } from "../request/write-options.ts";
import type { ApplyOptions, WriteOptions } from "../contracts/write-options.ts";

/** Computes the written view from the current one. */
type ComputeView = (current: ApiObject) => Work<ApiObject>;

/** What a request changes in a view. */
export interface ViewChange {
  readonly options: WriteOptions;
  /** The uid in the body of a PUT, which names the parent. */
  readonly uid?: string | undefined;
  readonly compute: ComputeView;
  /** Returns the written view that admission reviews. */
  readonly reviewed: (next: ApiObject) => ApiObject;
}

/** In steps, the change of a PUT, a patch or an apply. */
export function changeOf(scope: Scope, view: ViewSubresource): Work<ViewChange> {
  if (scope.request.method === "PUT") return changeByPut(scope, view);
  return isApply(scope.request) ? changeByApply(scope, view) : changeByPatch(scope, view);
}

function changeByPut(scope: Scope, view: ViewSubresource): Work<ViewChange> {
  const options = parseWriteOptions(scope.request.query, "UpdateOptions");
  return whenDone(decodeView(scope, kindOf(view), options), (sent) => {
    matchPath(sent.metadata, { namespace: scope.namespace, name: scope.target.name });
    return {
      options,
      uid: sent.metadata.uid,
      compute: tracked(scope, view, options, () => cloneObject(sent)),
      // The server computes the status of a view and ignores the one in the body.
      reviewed: (next) => ({ ...next, status: { replicas: 0 } }),
    };
  });
}

function changeByPatch(scope: Scope, view: ViewSubresource): ViewChange {
  patchTypeOf(scope.request, scope.resource.custom); // Throws for an unknown media type before the options are parsed.
  const options = parseWriteOptions(scope.request.query, "PatchOptions");
  const compute: ComputeView = (current) =>
    patchView(scope, cloneObject(current), kindOf(view), options.fieldValidation);
  return { options, compute: tracked(scope, view, options, compute), reviewed: (next) => next };
}

function changeByApply(scope: Scope, view: ViewSubresource): ViewChange {
  const options = parseApplyOptions(scope.request.query);
  return { options, compute: applied(scope, view, options), reviewed: (next) => next };
}

function kindOf({ gvk, decode }: ViewSubresource): ExpectedKind {
  return { ...gvk, decode };
}

function fieldManagerOf({ engine }: Scope, view: ViewSubresource): FieldManager {
  return engine.fieldManagers.viewOf(view);
}

/** A kube-apiserver does not find the type of the scale of a custom resource when it reports why a body cannot be decoded. */
function decodeView(scope: Scope, expected: ExpectedKind, { fieldValidation }: WriteOptions): Work<ApiObject> {
  const decode = (): Work<ApiObject> => decodeObject(scope, expected, fieldValidation);
  return whenFailed(decode, (error) => {
    if (!scope.resource.custom || !isBadRequest(error)) throw error;
    throw badRequest(
      `no kind is registered for the type ${expected.version}.${expected.kind} in scheme "pkg/runtime/scheme.go:111"`,
    );
  });
}

/** Records the changed fields under the manager of the request. */
function tracked(scope: Scope, view: ViewSubresource, options: WriteOptions, compute: ComputeView): ComputeView {
  const { engine, request } = scope;
  const fieldManager = fieldManagerOf(scope, view);
  return (current) =>
    whenDone(compute(current), (next) => {
      const manager = managerName(options.fieldManager, userAgentOf(request));
      const nowMs = engine.clock.wallTime();
      const tracking = entriesAfterUpdate({ fieldManager, live: current, next, manager, nowMs });
      return whenDone(tracking, (entries) => {
        setManagedFields(next, entries);
        return next;
      });
    });
}

function applied(scope: Scope, view: ViewSubresource, options: ApplyOptions): ComputeView {
  const { engine, resource, request, warnings } = scope;
  const fieldManager = fieldManagerOf(scope, view);
  return (current) =>
    whenDone(decodeApplied(request.body), ({ value, strictErrors }) => {
      if (resource.custom) assertHasManagers(current, value);
      const applying = objectAfterApply({
        fieldManager,
        live: current,
        applied: value,
        manager: options.fieldManager,
        force: options.force,
        nowMs: engine.clock.wallTime(),
      });
      const converting = whenDone(applying, (object) => {
        assertConverts(resource.custom, current, value, object);
        return convertApplied(object, value, kindOf(view));
      });
      return whenDone(converting, (converted) => {
        reportDuplicateKeys(strictErrors, options.fieldValidation, (text) => void warnings.add(text));
        return converted;
      });
    });
}

/** A kube-apiserver cannot convert the scale of a custom resource without managed fields. It fails before it computes the change. */
function assertHasManagers({ metadata, apiVersion, kind }: ApiObject, sent: JsonObject): void {
  const isOther = sent["kind"] !== kind || sent["apiVersion"] !== apiVersion; // `objectAfterApply` reports this error.
  if (isOther || (metadata.managedFields ?? []).length > 0) return;
  const why = `request to convert CR to an invalid group/version: ${apiVersion}`;
  const live = `failed to convert live object (/; ${apiVersion}, Kind=${kind}) to proper version`;
  throw unclassifiedError(`failed to create manager for existing fields: ${live}: ${why}`);
}

/** A kube-apiserver fails to convert the scale of a custom resource that an apply changes: it treats the scale as a version of the custom resource. */
function assertConverts(custom: boolean, current: ApiObject, sent: JsonObject, next: ApiObject): void {
  if (!custom || isDeepEqual(withoutEntries(current), withoutEntries(next))) return;
  const { identity } = describeObject(sent);
  const why = `request to convert CR to an invalid group/version: ${current.apiVersion}`;
  throw unclassifiedError(`failed to convert new object (${identity}) to proper version: ${why}`);
}
