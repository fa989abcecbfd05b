// One write of one object, as all steps of the pipeline receive it (`write.ts`).
import type { GroupVersionKind, Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { AdmissionContext } from "../registry/admission-plugin.ts";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { UpdateStrategy } from "../contracts/update-strategy.ts";
import type { WriteOptions } from "../contracts/write-options.ts";

/** The target of a request that writes. */
export interface WriteTarget {
  readonly engine: Engine;
  readonly resource: VersionedResource;
  /** `""` for cluster-scoped resources. */
  readonly namespace: string;
  /** The name in the path of the request; `""` for a POST, whose object has the name. */
  readonly name: string;
  readonly context: AdmissionContext;
}

/** A create, an update, a patch or an apply. */
export interface WriteRequest extends WriteTarget {
  readonly options: WriteOptions;
  /** The rules of the endpoint: the kind's own, or a subresource's. */
  readonly strategy: UpdateStrategy;
  readonly change: Change;
  /** For drafts that were not decoded by their schema: returns the draft as reads will return it. Default: drafts are decoded. */
  readonly prune?: (object: ApiObject) => ApiObject;
}

/**
 * Makes the draft from the stored object (`undefined`: no object exists, or the request is a POST), in steps. Called once per attempt. The draft belongs to the attempt; its metadata matches the request and its managed fields are tracked. A
 * change that creates no objects throws 404 for `undefined`.
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

/** The draft of an attempt, and the object that it replaces. */
export interface ChangedObject {
  readonly draft: ApiObject;
  readonly view: AdmissionView | undefined;
  /** Both are `undefined` for a new object. */
  readonly live: ReadonlyObject | undefined;
  readonly entry: StoredEntry | undefined;
}
