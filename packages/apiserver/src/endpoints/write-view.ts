// Writes to a subresource that is a view, such as a scale: computes the view from its parent, applies the change of the request, and writes the view
// back into the parent. The manager of a field of the view also owns the field of the parent behind it.
import {
  badRequest,
  conflict,
  field,
  finish,
  invalid,
  isBadRequest,
  isDeepEqual,
  modifiedMessage,
  notFound,
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
import type { ReplicasAt } from "../field-manager/scale-entries.ts";
import { entriesOfParent, entriesOfScale } from "../field-manager/scale-entries.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { matchPath, matchRequest } from "../writes/metadata.ts";
import { setManagedFields } from "../writes/track-fields.ts";
import { assertStoragePreconditions } from "../writes/preconditions.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { runInSteps } from "../turns/time-slices.ts";
import { prefetchEntry } from "../conversion/prefetch.ts";
import { objectIn, toServedVersion, toWorkingVersion } from "../conversion/served-object.ts";
import type { ViewSubresource } from "../contracts/subresource.ts";
import { pauseBetweenSlices } from "../turns/time-slices.ts";
import { write } from "../writes/write.ts";
import type { Draft, LiveObject } from "../writes/write-request.ts";
import { convertApplied } from "./apply.ts";
import { decodeApplied, reportDuplicateKeys } from "../bodies/apply-body.ts";
import type { ExpectedKind } from "../writes/decode-value.ts";
import { decodeObject } from "../bodies/decode-object.ts";
import { assertKey } from "../request/object-key.ts";
import { patchView } from "./patch.ts";
import { isApply, patchTypeOf } from "../bodies/patch-body.ts";
import type { Scope } from "../request/scope.ts";
import { requestEndOf, targetOf, userAgentOf } from "../request/scope.ts";
import { parseApplyOptions, parseWriteOptions } from "../request/write-options.ts";
import type { ApplyOptions, WriteOptions } from "../contracts/write-options.ts";
import { parseSentVersion } from "../writes/sent-version.ts";

/** Computes the written view from the current one. */
type ComputeView = (current: ApiObject) => Work<ApiObject>;

/** Writes a view by PUT or PATCH. Resolves with the view afterwards. */
export async function writeView(scope: Scope, view: ViewSubresource): Promise<ApiObject> {
  const { resource, namespace, target } = scope;
  const viewChange = await runInSteps(() => changeOf(scope, view), pauseBetweenSlices(requestEndOf(scope)));
  const { options } = viewChange;
  const request = targetOf(scope, options);
  const result = await write({
    ...request,
    options,
    strategy: resource.strategy,
    change(live) {
      assertKey(resource, namespace, target.name);
      if (live === undefined) throw notFound(groupResourceOf(resource), target.name);
      const named = { resource, namespace, name: target.name, dryRun: options.dryRun };
      assertStoragePreconditions(named, { uid: viewChange.uid }, live.object);
      return changeParent(scope, view, viewChange, live);
    },
  });
  const parent =
    result.type === "stored"
      ? objectIn(await prefetchEntry(result.entry, resource), resource)
      : await runInSteps(() => toServedVersion(result.object, resource), request.context);
  return view.read(parent, resource.version.name);
}

/** Writes the changed view into the parent. Admission reviews the view, and writes what it changes into the parent as well. */
function changeParent(scope: Scope, view: ViewSubresource, viewChange: ViewChange, live: LiveObject): Work<Draft> {
  const { resource } = scope;
  const version = resource.version.name;
  return whenDone(toServedVersion(live.copy(), resource), (parent) => {
    const replicasAt = replicasAtOf(scope, view);
    const managedFields = parent.metadata.managedFields;
    const current = view.read(parent, version);
    setManagedFields(current, entriesOfScale(managedFields, replicasAt));
    return whenDone(viewChange.compute(current), (next) => {
      assertSameView(scope, view, next, parent);
      scope.decoded.literals = undefined; // They are those of the view.
      view.write(parent, next, version);
      const { apiVersion } = resource;
      setManagedFields(parent, entriesOfParent(managedFields, next.metadata.managedFields, { apiVersion, replicasAt }));
      return draftOf(scope, view, { live, parent, reviewed: viewChange.reviewed(next) });
    });
  });
}

interface ChangedParent {
  readonly live: LiveObject;
  /** With the written view. */
  readonly parent: ApiObject;
  /** The view that admission reviews. */
  readonly reviewed: ApiObject;
}

function draftOf(scope: Scope, view: ViewSubresource, { live, parent, reviewed }: ChangedParent): Draft {
  const { resource, namespace, target } = scope;
  const object: ApiObject = { ...reviewed, metadata: { ...reviewed.metadata, namespace } };
  const sent = cloneObject(object);
  // Built-in kinds are converted to the version that strategies receive; reading has already set the defaults of a custom resource.
  const draft = resource.custom ? parent : finish(toWorkingVersion(parent, resource));
  matchRequest(draft.metadata, { namespace, name: target.name });
  return {
    object: draft,
    view: {
      kind: view.gvk,
      object,
      oldObject: view.read(live.object, resource.version.name),
      writeBack(admitted) {
        if (isDeepEqual(sent, object)) return;
        checkView(view, object, target.name);
        view.write(admitted, object, resource.version.name);
      },
    },
  };
}

/** Throws if the written view is invalid, or is not a view of this version of this parent. */
function assertSameView({ resource, target }: Scope, view: ViewSubresource, next: ApiObject, parent: ApiObject): void {
  const { name } = next.metadata;
  if (name !== undefined && name !== target.name) {
    throw invalid(view.gvk, target.name, [field.invalid("metadata.name", name, "field is immutable")]);
  }
  checkView(view, next, target.name);
  assertParentUid(resource, view, next, parent);
  const sent = parseSentVersion(next.metadata);
  if (sent !== 0n && sent !== parseSentVersion(parent.metadata)) {
    throw conflict(groupResourceOf(resource), target.name, modifiedMessage);
  }
}

/** The view of a built-in kind has the uid of its parent. A kube-apiserver does not check the view of a custom resource. */
function assertParentUid(resource: VersionedResource, view: ViewSubresource, next: ApiObject, parent: ApiObject): void {
  const { uid = "", name = "" } = parent.metadata;
  const sent = next.metadata.uid ?? "";
  if (resource.custom || sent === "" || sent === uid) return;
  const subresource = { group: resource.group, resource: `${resource.plural}/${view.name}` };
  throw conflict(subresource, name, `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${uid}`);
}

interface ViewChange {
  readonly options: WriteOptions;
  /** The uid in the body of a PUT, which names the parent. */
  readonly uid?: string | undefined;
  readonly compute: ComputeView;
  /** Returns the written view that admission reviews. */
  readonly reviewed: (next: ApiObject) => ApiObject;
}

function changeOf(scope: Scope, view: ViewSubresource): Work<ViewChange> {
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

function replicasAtOf({ resource, engine }: Scope, view: ViewSubresource): ReplicasAt {
  const paths = new Map(
    resource.versions.map(({ name }) => {
      const apiVersion = engine.registry.find(resource.group, name, resource.plural)?.apiVersion ?? "";
      return [apiVersion, view.replicasAt(name) ?? []] as const;
    }),
  );
  return (apiVersion) => paths.get(apiVersion);
}

function checkView(view: ViewSubresource, written: ReadonlyObject, name: string): void {
  const errors = view.validate?.(written) ?? [];
  if (errors.length > 0) throw invalid(view.gvk, name, errors);
}
