/** The objects that a plan has created, changed or deleted, in the state after its last write. */
import {
  compileLabelSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ListOptions } from "../client/call-options.ts";

/** An object after the writes of the plan. */
export interface PlannedObject {
  readonly type: ResourceType;
  /** Undefined: the plan has deleted it. */
  readonly object: Stored | undefined;
  /** Whether the server has an object of this key. */
  readonly isOnServer: boolean;
}

export class PlannedObjects {
  readonly #objects = new Map<string, PlannedObject>();

  get(type: ResourceType, key: ObjectKey): PlannedObject | undefined {
    return this.#objects.get(idOf(type, key));
  }

  set(type: ResourceType, key: ObjectKey, planned: Omit<PlannedObject, "type">): void {
    this.#objects.set(idOf(type, key), { type, ...planned });
  }

  /** The items of a list. Planned objects replace those of the server, and objects that the plan has created come last. */
  async *listed<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ListOptions,
    items: AsyncIterable<Stored<T>>,
  ): AsyncGenerator<Stored<T>> {
    const matches = matcherOf(options);
    const isShown = (object: Stored | undefined): object is Stored<T> =>
      object !== undefined && matches(object) && isInNamespace(type, object, options);
    const seen = new Set<PlannedObject>();
    for await (const item of items) {
      const planned = this.get(type, item.metadata);
      if (planned === undefined) yield item;
      else {
        seen.add(planned);
        if (isShown(planned.object)) yield shownAs(planned.object, options);
      }
    }
    if (options.index) return; // Only the cache can compute the values of an index.
    for (const planned of this.#objects.values()) {
      if (seen.has(planned) || !isSameResource(planned.type, type)) continue;
      if (isShown(planned.object)) yield shownAs(planned.object, options);
    }
  }
}

/** A copy of an object as a read returns it. */
export function shownAs<T extends KubernetesObject>(
  object: Stored<T>,
  { metadataOnly }: { readonly metadataOnly?: boolean },
): Stored<T> {
  if (metadataOnly !== true) return structuredClone(object);
  const { apiVersion, kind, metadata } = object;
  return structuredClone({ apiVersion, kind, metadata }) as Stored<T>; // The caller has requested only the metadata of T.
}

function matcherOf({ labelSelector, fieldSelector }: ListOptions): (object: Stored) => boolean {
  const labels =
    typeof labelSelector === "string" ? parseLabelSelector(labelSelector) : compileLabelSelector(labelSelector);
  const hasSelector = labelSelector !== undefined && labelSelector !== "";
  const fields = parseFieldSelector(fieldSelector ?? "");
  return (object) =>
    (!hasSelector || matchesLabels(labels, object.metadata.labels)) &&
    matchesFields(fields, (field) => fieldOf(object, field));
}

/** The value of a field as field selectors compare it. */
function fieldOf(object: object, path: string): string {
  let value: unknown = object;
  for (const name of path.split(".")) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

function isInNamespace({ namespaced }: ResourceType, object: Stored, { namespace }: ListOptions): boolean {
  return !namespaced || namespace === undefined || object.metadata.namespace === namespace;
}

function isSameResource(one: ResourceType, other: ResourceType): boolean {
  return one.group === other.group && one.plural === other.plural;
}

function idOf({ group, plural, namespaced }: ResourceType, { namespace = "", name }: ObjectKey): string {
  return `${group}/${plural}/${namespaced ? namespace : ""}/${name}`;
}
