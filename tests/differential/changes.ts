/**
 * Objects that differ from a valid one in a few places, as lines of a table: `{ "spec.replicas": -1 }` sets a field, `undefined` removes
 * it. The requests are dry runs, so that one valid object serves many lines.
 */
import type { DifferentialRequest } from "./case.ts";
import { patch, post, put } from "./case.ts";

/** Values by their places; `spec.versions.0.name` is in the first item of a list, and `~` is a dot within a name. */
export type Change = Readonly<Record<string, unknown>>;

/** The object with the changes; missing parents are created. */
export function changed(object: unknown, change: Change): unknown {
  return Object.entries(change).reduce((value, [place, next]) => replaced(value, place.split("."), next), object);
}

/** Tries to create each of the objects. */
export function tryToCreate(path: string, good: unknown, changes: readonly Change[]): readonly DifferentialRequest[] {
  return changes.map((change) => post(dry(path), changed(good, change)));
}

/** Tries to replace the object with each of the objects. */
export function tryToUpdate(path: string, good: unknown, changes: readonly Change[]): readonly DifferentialRequest[] {
  return changes.map((change) => put(dry(path), changed(good, change)));
}

/** Tries to merge each of the changes into the object. */
export function tryToMerge(path: string, changes: readonly Change[]): readonly DifferentialRequest[] {
  return changes.map((change) => patch("merge", dry(path), changed({}, nulls(change))));
}

function dry(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}dryRun=All`;
}

/** In a merge patch, null removes a field. */
function nulls(change: Change): Change {
  return Object.fromEntries(Object.entries(change).map(([place, value]) => [place, value ?? null]));
}

function replaced(value: unknown, [step = "", ...rest]: readonly string[], next: unknown): unknown {
  const key = step.replaceAll("~", ".");
  const within =
    rest.length === 0 ? next : replaced((value as Readonly<Record<string, unknown>> | undefined)?.[key], rest, next);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.length <= Number(key) ? [...items, within] : items.with(Number(key), within);
  }
  const others = Object.entries(value ?? {}).filter(([name]) => name !== key);
  return Object.fromEntries(within === undefined ? others : [...others, [key, within]]);
}
