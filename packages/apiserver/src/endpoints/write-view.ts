// Writes to a subresource that is a view, such as a scale: computes the view from its parent, applies the change of the request, and writes the view
// back into the parent. The manager of a field of the view also owns the field of the parent behind it.
import {
  badRequest,
  conflict,
  field,
  invalid,
  isBadRequest,
  isDeepEqual,
  modifiedMessage,
  notFound,
  unclassifiedError,
} from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { objectAfterApply } from "../managed-fields/after-apply.ts";
import { entriesAfterUpdate, withoutEntries } from "../managed-fields/after-update.ts";
import { describeObject } from "../managed-fields/object-description.ts";
import type { Door } from "../managed-fields/door.ts";
import { ownerName } from "../managed-fields/owner-name.ts";
import type { ReplicasAt } from "../managed-fields/scale-entries.ts";
import { entriesOfParent, entriesOfScale } from "../managed-fields/scale-entries.ts";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import { groupResourceOf } from "../registry/create.ts";
import { matchName, matchNamespace, matchRequest } from "../registry/metadata.ts";
import { setManagedFields } from "../registry/track-fields.ts";
import { assertStoragePreconditions } from "../registry/preconditions.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { objectIn, toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { ViewSubresource } from "../registry/subresource.ts";
import { updateObject } from "../registry/update.ts";
import type { Draft, LiveObject } from "../registry/update.ts";
import { convertApplied } from "./apply.ts";
import { decodeApplied, reportDuplicateKeys } from "./apply-body.ts";
import type { ExpectedKind } from "./decode-object.ts";
import { decodeObject } from "./decode-object.ts";
import { patchView } from "./patch.ts";
import { isApply, patchTypeOf } from "./patch-body.ts";
import type { Scope } from "./scope.ts";
import { contextOf, userAgentOf } from "./scope.ts";
import { parseApplyOptions, parseWriteOptions } from "./write-options.ts";
import type { ApplyOptions, WriteOptions } from "../registry/write-options.ts";
import { parseSentVersion } from "../registry/sent-version.ts";

/** Makes the written view of the current one. */
type ViewChangeOf = (current: ApiObject) => ApiObject;

/** Writes a view by PUT or PATCH. Resolves with the view afterwards. */
export async function writeView(scope: Scope, view: ViewSubresource): Promise<ApiObject> {
  const { engine, form, namespace, target } = scope;
  const viewChange = changeOf(scope, view);
  const { options } = viewChange;
  const context = contextOf(scope, options.dryRun);
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context,
    strategy: form.resource.strategy,
    change(live) {
      if (live === undefined) throw notFound(groupResourceOf(form), target.name);
      const named = { resource: form.resource, namespace, name: target.name, dryRun: context.dryRun };
      assertStoragePreconditions(named, { uid: viewChange.uid }, live.object);
      return changeParent(scope, view, viewChange, live);
    },
  });
  const parent = result.type === "stored" ? objectIn(result.entry, form) : toServedForm(result.object, form);
  return view.read(parent, form.version.name);
}

/** Writes the changed view into the parent. Admission reviews the view, and writes what it changes into the parent as well. */
function changeParent(scope: Scope, view: ViewSubresource, { change, isPatch }: ViewChange, live: LiveObject): Draft {
  const { form, namespace, target } = scope;
  const version = form.version.name;
  const parent = toServedForm(live.copy(), form);
  const replicasAt = replicasAtOf(scope, view);
  const managedFields = parent.metadata.managedFields;
  const current = view.read(parent, version);
  setManagedFields(current, entriesOfScale(managedFields, replicasAt));
  const next = change(current);
  assertSameView(scope, view, next, parent);
  view.write(parent, next, version);
  const { apiVersion } = form;
  setManagedFields(parent, entriesOfParent(managedFields, next.metadata.managedFields, { apiVersion, replicasAt }));

  // The server computes the status of a view and ignores the one in the body of a PUT.
  const status = isPatch ? next["status"] : { replicas: 0 };
  const object: ApiObject = { ...next, metadata: { ...next.metadata, namespace }, status };
  const sent = structuredClone(object);
  // Built-in kinds are converted to the form of the hooks; reading has already set the defaults of a custom resource.
  const draft = form.resource.custom ? parent : toWorkingForm(parent, form);
  matchRequest(draft.metadata, { namespace, name: target.name });
  return {
    object: draft,
    view: {
      kind: view.gvk,
      object,
      oldObject: view.read(live.object, version),
      writeBack(reviewed) {
        if (isDeepEqual(sent, object)) return;
        checkView(view, object, target.name);
        view.write(reviewed, object, version);
      },
    },
  };
}

/** Throws if the written view is invalid, or is not a view of this version of this parent. */
function assertSameView({ form, target }: Scope, view: ViewSubresource, next: ApiObject, parent: ApiObject): void {
  const { name } = next.metadata;
  if (name !== undefined && name !== target.name) {
    throw invalid(view.gvk, target.name, [field.invalid("metadata.name", name, "field is immutable")]);
  }
  checkView(view, next, target.name);
  assertParentUid(form, view, next, parent);
  const sent = parseSentVersion(next.metadata);
  if (sent !== 0n && sent !== parseSentVersion(parent.metadata)) {
    throw conflict(groupResourceOf(form), target.name, modifiedMessage);
  }
}

/** The view of a built-in kind has the uid of its parent. A kube-apiserver does not check the view of a custom resource. */
function assertParentUid(
  { resource }: VersionedResource,
  view: ViewSubresource,
  next: ApiObject,
  parent: ApiObject,
): void {
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
  readonly isPatch: boolean;
  readonly change: ViewChangeOf;
}

function changeOf(scope: Scope, view: ViewSubresource): ViewChange {
  const { request, namespace, target } = scope;
  const expected: ExpectedKind = { ...view.gvk, decode: view.decode };
  const door = scope.engine.doors.viewOf(view.gvk, view.name);
  if (request.method !== "PATCH") {
    const options = parseWriteOptions(request.query, "UpdateOptions");
    const sent = decodeView(scope, expected, options);
    matchNamespace(sent.metadata, namespace);
    matchName(sent.metadata, target.name);
    const { uid } = sent.metadata;
    return { options, uid, isPatch: false, change: owned(scope, door, options, () => structuredClone(sent)) };
  }
  if (isApply(request)) {
    const options = parseApplyOptions(request.query);
    return { options, isPatch: true, change: applied(scope, door, options, expected) };
  }
  patchTypeOf(request, scope.form.resource.custom);
  const options = parseWriteOptions(request.query, "PatchOptions");
  const change: ViewChangeOf = (current) =>
    patchView(scope, structuredClone(current), expected, options.fieldValidation);
  return { options, isPatch: true, change: owned(scope, door, options, change) };
}

/** A kube-apiserver does not find the type of the scale of a custom resource when it reports why a body cannot be decoded. */
function decodeView(scope: Scope, expected: ExpectedKind, { fieldValidation }: WriteOptions): ApiObject {
  try {
    return decodeObject(scope, expected, fieldValidation);
  } catch (error) {
    if (!scope.form.resource.custom || !isBadRequest(error)) throw error;
    throw badRequest(
      `no kind is registered for the type ${expected.version}.${expected.kind} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
}

/** Records the changed fields under the manager of the request. */
function owned(
  { engine, request }: Scope,
  door: Door,
  { fieldManager }: WriteOptions,
  change: ViewChangeOf,
): ViewChangeOf {
  return (current) => {
    const next = change(current);
    const manager = ownerName(fieldManager, userAgentOf(request));
    const nowMs = engine.clock.wallTime();
    setManagedFields(next, entriesAfterUpdate({ door, live: current, next, manager, nowMs }));
    return next;
  };
}

function applied(
  { engine, form, request, warnings }: Scope,
  door: Door,
  options: ApplyOptions,
  expected: ExpectedKind,
): ViewChangeOf {
  return (current) => {
    const { value, strictErrors } = decodeApplied(request.body);
    if (form.resource.custom) assertHasOwners(current, value);
    const object = objectAfterApply({
      door,
      live: current,
      applied: value,
      manager: options.fieldManager,
      force: options.force,
      nowMs: engine.clock.wallTime(),
    });
    assertConverts(form.resource.custom, current, value, object);
    const converted = convertApplied(object, value, expected);
    reportDuplicateKeys(strictErrors, options.fieldValidation, (text) => void warnings.add(text));
    return converted;
  };
}

/** A kube-apiserver cannot convert the scale of a custom resource without managed fields. It fails before it computes the change. */
function assertHasOwners({ metadata, apiVersion, kind }: ApiObject, sent: JsonObject): void {
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

function replicasAtOf({ form, engine }: Scope, view: ViewSubresource): ReplicasAt {
  const { resource } = form;
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
