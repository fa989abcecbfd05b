/** The objects behind fake clients with their whole history, so that a watch may begin at any version. */
import {
  applyJsonPatch,
  applyMergePatch,
  compileLabelSelector,
  formatKey,
  matchesLabels,
  parseLabelSelector,
} from "@kubewright/apimachinery";
import { abortable } from "@kubewright/async";
import type {
  JsonValue,
  KubernetesObject,
  LabelSelector,
  ObjectKey,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { Patch, WatchEvent } from "../client/call-options.ts";

/** Which objects of a kind. */
export interface FakeScope {
  readonly namespace?: string;
  readonly labelSelector?: string | LabelSelector;
}

export interface FakeStore {
  /** The version of the last write. */
  readonly version: number;
  get(type: ResourceType, key: ObjectKey): Stored<KubernetesObject> | undefined;
  list(type: ResourceType, scope: FakeScope): readonly Stored<KubernetesObject>[];
  write(
    event: "ADDED" | "MODIFIED" | "DELETED",
    type: ResourceType,
    object: KubernetesObject,
  ): Stored<KubernetesObject>;
  /** The events after a version, then future ones. Rejects with the reason of the signal. */
  events(
    type: ResourceType,
    scope: FakeScope,
    options: { readonly after: number; readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<WatchEvent<KubernetesObject>>;
}

/** Objects go in and out as copies. */
export function createFakeStore(): FakeStore {
  const objects = new Map<string, Stored<KubernetesObject>>();
  const history: { readonly type: ResourceType; readonly event: WatchEvent<KubernetesObject> }[] = [];
  let written = Promise.withResolvers<void>();

  return {
    get version() {
      return history.length;
    },
    get: (type, key) => structuredClone(objects.get(idOf(type, key))),
    list: (type, scope) =>
      [...objects]
        .filter(([id, object]) => id.startsWith(resourceOf(type)) && isSelected(object, scope))
        .map(([, object]) => structuredClone(object)),
    write(event, type, object) {
      const version = String(history.length + 1);
      const stored = structuredClone({
        ...object,
        metadata: { ...object.metadata, uid: object.metadata?.uid ?? `fake-${version}`, resourceVersion: version },
      }) as Stored<KubernetesObject>; // Has a name; `creationTimestamp` is not faked.
      if (event === "DELETED") objects.delete(idOf(type, stored.metadata));
      else objects.set(idOf(type, stored.metadata), stored);
      history.push({ type, event: { type: event, object: stored } });
      written.resolve();
      written = Promise.withResolvers();
      return structuredClone(stored);
    },
    async *events(type, scope, { after, signal }) {
      for (let next = after; ; next += 1) {
        while (next >= history.length) await abortable(written.promise, signal);
        const happened = history[next];
        if (happened === undefined || resourceOf(happened.type) !== resourceOf(type)) continue;
        if (isSelected(happened.event.object, scope)) yield structuredClone(happened.event);
      }
    },
  };
}

/** The patched object. There are no merge keys here, so a strategic patch is applied as a merge patch. */
export function patchedObject(before: KubernetesObject, patch: Patch): KubernetesObject {
  const value = structuredClone(before) as unknown as JsonValue; // Objects are JSON.
  if (patch.type === "json") return applyJsonPatch(value, patch.body) as KubernetesObject;
  if (patch.type === "apply") {
    const { name = "" } = before.metadata ?? {};
    throw new TypeError(
      `Cannot apply ${before.kind ?? ""} "${name}": fake objects do not track field managers, so only an object that does not exist can be applied: use the embedded API server`,
    );
  }
  return applyMergePatch(value, patch.body as JsonValue) as KubernetesObject;
}

function resourceOf({ group, plural }: ResourceType): string {
  return `${group}/${plural} `;
}

function idOf(type: ResourceType, { namespace, name }: ObjectKey): string {
  return `${resourceOf(type)}${formatKey(namespace === undefined ? { name } : { namespace, name })}`;
}

function isSelected({ metadata }: KubernetesObject, { namespace, labelSelector }: FakeScope): boolean {
  if (namespace !== undefined && metadata?.namespace !== namespace) return false;
  if (labelSelector === undefined) return true;
  const selector =
    typeof labelSelector === "string" ? parseLabelSelector(labelSelector) : compileLabelSelector(labelSelector);
  return matchesLabels(selector, metadata?.labels);
}
