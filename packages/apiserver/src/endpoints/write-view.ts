// Writes to a subresource that is a view: the view is computed from its parent, changed as the request says, and written back into it. Who
// owns the view's fields owns those of the parent that it shows.
import { conflict, field, invalid, isDeepEqual, modifiedMessage, unclassifiedError } from "@kubewright/apimachinery";
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
import { matchName, matchNamespace } from "../registry/metadata.ts";
import { setEntries } from "../registry/record-owners.ts";
import { objectIn, toServedForm, toWorkingForm } from "../registry/served-form.ts";
import type { ViewSubresource } from "../registry/subresource.ts";
import { updateObject } from "../registry/update.ts";
import { decodeApplied, reportDuplicateKeys } from "./apply-body.ts";
import type { ExpectedKind } from "./decode-object.ts";
import { decodeObject, withMetadata } from "./decode-object.ts";
import { patchView } from "./patch.ts";
import { isApply, patchTypeOf } from "./patch-body.ts";
import type { Scope } from "./scope.ts";
import { contextOf, userAgentOf } from "./scope.ts";
import { parseApplyOptions, parseWriteOptions } from "./write-options.ts";
import type { ApplyOptions, WriteOptions } from "./write-options.ts";

/** What a request makes of the view that there is. */
type Change = (current: ApiObject) => ApiObject;

/** Writes a view by PUT or PATCH; answers with the view afterwards. */
export async function writeView(scope: Scope, view: ViewSubresource): Promise<ApiObject> {
  const { engine, form, namespace, target } = scope;
  const version = form.version.name;
  const { options, change, isPatch } = changeOf(scope, view);
  let written: ApiObject | undefined;
  let before: ApiObject | undefined;
  const result = await updateObject(engine, {
    form,
    namespace,
    name: target.name,
    options,
    context: contextOf(scope, options.dryRun),
    strategy: form.resource.strategy,
    isPatch,
    isOwned: true,
    view: {
      kind: view.gvk,
      read: (parent) => view.read(parent, version),
      written() {
        if (written === undefined) throw new Error("Cannot show a view to admission: none has been written");
        return written;
      },
      write(parent, admitted) {
        if (isDeepEqual(before, admitted)) return;
        checkView(view, admitted, target.name);
        view.write(parent, admitted, version);
      },
    },
    next(read) {
      if (read === undefined) throw new Error("Cannot write a view: it has no parent");
      const parent = toServedForm(read(), form);
      const replicasAt = replicasAtOf(scope, view);
      const owners = parent.metadata.managedFields;
      const current = view.read(parent, version);
      setEntries(current, entriesOfScale(owners, replicasAt));
      const next = change(current);
      if (next.metadata.name !== undefined && next.metadata.name !== target.name) {
        throw invalid(view.gvk, target.name, [
          field.invalid("metadata.name", next.metadata.name, "field is immutable"),
        ]);
      }
      checkView(view, next, target.name);
      const sentVersion = next.metadata.resourceVersion;
      if (sentVersion !== undefined && sentVersion !== parent.metadata.resourceVersion) {
        throw conflict(groupResourceOf(form), target.name, modifiedMessage);
      }
      view.write(parent, next, version);
      const { apiVersion } = form;
      setEntries(parent, entriesOfParent(owners, next.metadata.managedFields, { apiVersion, replicasAt }));
      // What a client says of the status of a view is not looked at.
      written = {
        ...next,
        metadata: { ...next.metadata, namespace },
        status: isPatch ? next["status"] : { replicas: 0 },
      };
      before = structuredClone(written);
      // Built-in kinds are read into their inner form; a custom resource was filled in when it was read, and is not again.
      return form.resource.custom ? parent : toWorkingForm(parent, form);
    },
  });
  const parent = result.type === "stored" ? objectIn(result.entry, form) : toServedForm(result.object, form);
  return view.read(parent, version);
}

interface ViewChange {
  readonly options: WriteOptions;
  readonly isPatch: boolean;
  readonly change: Change;
}

function changeOf(scope: Scope, view: ViewSubresource): ViewChange {
  const { request, namespace, target } = scope;
  const expected: ExpectedKind = { ...view.gvk, decode: view.decode };
  const door = scope.engine.doors.viewOf(view.gvk, view.name);
  if (request.method !== "PATCH") {
    const options = parseWriteOptions(request.query, "UpdateOptions");
    const sent = decodeObject(scope, expected, options.fieldValidation);
    matchNamespace(sent.metadata, namespace);
    matchName(sent.metadata, target.name);
    return { options, isPatch: false, change: owned(scope, door, options, () => structuredClone(sent)) };
  }
  if (isApply(request)) {
    const options = parseApplyOptions(request.query);
    return { options, isPatch: true, change: applied(scope, door, options, expected) };
  }
  patchTypeOf(request, scope.form.resource.custom);
  const options = parseWriteOptions(request.query, "PatchOptions");
  const change: Change = (current) => patchView(scope, structuredClone(current), expected, options.fieldValidation);
  return { options, isPatch: true, change: owned(scope, door, options, change) };
}

/** A change that whoever makes it owns afterwards. */
function owned({ engine, request }: Scope, door: Door, { fieldManager }: WriteOptions, change: Change): Change {
  return (current) => {
    const next = change(current);
    const manager = ownerName(fieldManager, userAgentOf(request));
    const nowMs = engine.clock.wallTime();
    setEntries(next, entriesAfterUpdate({ door, live: current, next, manager, nowMs }));
    return next;
  };
}

function applied(
  { engine, form, request, warnings }: Scope,
  door: Door,
  options: ApplyOptions,
  expected: ExpectedKind,
): Change {
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
    reportDuplicateKeys(strictErrors, options.fieldValidation, (text) => void warnings.add(text));
    return withMetadata(object, expected).object;
  };
}

/** Nor can it do so with a scale that nobody owns, before it looks any further. */
function assertHasOwners({ metadata, apiVersion, kind }: ApiObject, sent: JsonObject): void {
  const isOther = sent["kind"] !== kind || sent["apiVersion"] !== apiVersion; // Which is told before.
  if (isOther || (metadata.managedFields ?? []).length > 0) return;
  const why = `request to convert CR to an invalid group/version: ${apiVersion}`;
  const live = `failed to convert live object (/; ${apiVersion}, Kind=${kind}) to proper version`;
  throw unclassifiedError(`failed to create manager for existing fields: ${live}: ${why}`);
}

/** A kube-apiserver takes the scale of a custom resource for one of its versions as soon as an apply changes it, and cannot convert it. */
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
