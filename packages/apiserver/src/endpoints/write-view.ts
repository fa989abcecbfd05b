// Writes to a subresource that is a view, such as a scale: computes the view from its parent, applies the change of the request, and writes the view
// back into the parent. The manager of a field of the view also owns the field of the parent behind it.
import {
  conflict,
  field,
  finish,
  invalid,
  isDeepEqual,
  modifiedMessage,
  notFound,
  whenDone,
} from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { ReplicasAt } from "../field-manager/scale-entries.ts";
import { entriesOfParent, entriesOfScale } from "../field-manager/scale-entries.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { matchRequest } from "../writes/metadata.ts";
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
import { assertKey } from "../request/object-key.ts";
import type { Scope } from "../request/scope.ts";
import { requestEndOf, targetOf } from "../request/scope.ts";
import { parseSentVersion } from "../writes/sent-version.ts";
import type { ViewChange } from "./view-change.ts";
import { changeOf } from "./view-change.ts";

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
