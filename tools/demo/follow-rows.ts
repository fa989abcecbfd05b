// The content of the table: the objects of the displayed kinds, and the latest Event of each.
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { formatKey } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { InformerCache } from "@kubewright/informer";
import { rowOf } from "./row.ts";
import type { Row } from "./row.ts";
import type { Shown } from "./scenario.ts";

export interface Rows {
  current(nowMs: number): readonly Row[];
}

/** Watches each kind once, for any number of scenarios. `onChange` is called for every change. */
export function followRows(cache: InformerCache, shows: readonly Shown[], onChange: () => void): Rows {
  const objects = new Map<string, { readonly object: Stored<KubernetesObject>; readonly shown: Shown }>();
  const events = new Map<string, Event>();

  const once = new Map(shows.map((shown) => [`${shown.type.group}/${shown.type.kind}`, shown]));
  for (const shown of once.values()) {
    cache.informer(shown.type).addHandler((event) => {
      const name = `${shown.type.kind} ${formatKey(event.object.key)}`;
      if (event.kind === "deleted") objects.delete(name);
      else objects.set(name, { object: event.object.read(), shown });
      onChange();
    });
  }
  cache.informer(Event).addHandler(({ kind, object }) => {
    if (kind === "deleted") return;
    const event = object.read();
    if (event.regarding?.uid !== undefined) events.set(event.regarding.uid, event);
    onChange();
  });

  return {
    current: (nowMs) =>
      [...objects.values()].map(({ object, shown }) =>
        rowOf(object, shown.phaseOf(object), events.get(object.metadata.uid), nowMs),
      ),
  };
}
