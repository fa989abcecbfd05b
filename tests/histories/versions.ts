/**
 * The versions of an object, in order, and the resulting lists and watches: a watch delivers each version after its start once and
 * in order, and a list has the versions of one revision.
 */
import type { History, ListCall, View, Watch, WatchEvent } from "./history.ts";
import type { Step } from "./linearize.ts";
import { isSameContent } from "./model.ts";

/** A version of the object, or its removal. Only watch events have the revision of a removal. */
export interface Version {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** For a removal: the last version before it. */
  readonly view: View;
  readonly revision: number | undefined;
}

/** The versions in the order of a linearization. */
export function versionsOf(steps: readonly Step[]): readonly Version[] {
  const versions: Version[] = [];
  let before: View | undefined;
  for (const { state } of steps) {
    const { object } = state;
    if (object === undefined) {
      if (before !== undefined) versions.push({ type: "DELETED", view: before, revision: undefined });
    } else if (object.revision !== before?.revision) {
      const type = before === undefined ? "ADDED" : "MODIFIED";
      versions.push({ type, view: object, revision: object.revision });
    }
    before = object;
  }
  return versions;
}

/** The versions with the revisions of removals, from a watch that has received all of them. */
export function withRemovals(versions: readonly Version[], object: string, { events }: Watch): readonly Version[] {
  const removals = events.filter((event) => event.object === object && event.type === "DELETED");
  let used = 0;
  return versions.map((version) =>
    version.type === "DELETED" ? { ...version, revision: removals[used++]?.view.revision } : version,
  );
}

/** The problem of the events of one object in a watch, or undefined. */
export function watchProblem(watch: Watch, object: string, versions: readonly Version[]): string | undefined {
  const expected = versions.filter(({ revision }) => revision === undefined || revision > watch.from);
  const events = watch.events.filter((event) => event.object === object);
  for (let index = 0; index < Math.max(expected.length, events.length); index++) {
    const event = events[index];
    const version = expected[index];
    if (event !== undefined && version !== undefined && isEventOf(event, version)) continue;
    return problemAt(index, events, expected);
  }
  return undefined;
}

function problemAt(index: number, events: readonly WatchEvent[], expected: readonly Version[]): string {
  const event = events[index];
  const version = expected[index];
  if (event === undefined) return `lost event: ${shownVersion(version)} was never delivered`;
  const isRepeated = events.slice(0, index).some((earlier) => isSameEvent(earlier, event));
  if (isRepeated) return `duplicate event: ${shownEvent(event)} was delivered again`;
  if (!expected.slice(index).some((later) => isEventOf(event, later))) {
    const wanted = version === undefined ? "" : `, and ${shownVersion(version)} should have come`;
    return `wrong event: ${shownEvent(event)} is not a version that the watch has to deliver${wanted}`;
  }
  const isLater = version !== undefined && events.slice(index + 1).some((later) => isEventOf(later, version));
  if (isLater) return `reordered event: ${shownEvent(event)} was delivered before ${shownVersion(version)}`;
  return `lost event: ${shownVersion(version)} was not delivered before ${shownEvent(event)}`;
}

/** The first event of a watch whose revision is not above that of the event before it. */
export function orderProblem({ events }: Watch): string | undefined {
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before === undefined || before.view.revision < event.view.revision) continue;
    return `${before.view.revision === event.view.revision ? "duplicate" : "reordered"} event: ${shownEvent(event)} of "${event.object}" was delivered after ${shownEvent(before)} of "${before.object}"`;
  }
  return undefined;
}

/** The problem of a list, or undefined. The versions are those of all objects of the history, with the revisions of removals. */
export function listProblem(list: ListCall, versions: ReadonlyMap<string, readonly Version[]>): string | undefined {
  if (list.exact !== undefined && list.exact !== list.revision) {
    return `list at ${list.revision} for a request of exactly ${list.exact}`;
  }
  for (const [object, all] of versions) {
    const last = all.findLast(({ revision }) => revision !== undefined && revision <= list.revision);
    const expected = last?.type === "DELETED" ? undefined : last?.view;
    const item = list.items[object];
    if (expected === undefined && item === undefined) continue;
    if (expected !== undefined && item !== undefined && expected.revision === item.revision) {
      if (isSameContent(expected, item) && expected.uid === item.uid) continue;
    }
    const shown = item === undefined ? "is absent" : `has revision ${item.revision}`;
    const correct = expected === undefined ? "was absent" : `had revision ${expected.revision}`;
    return `inconsistent list at revision ${list.revision}: "${object}" ${shown} in it, and ${correct} then`;
  }
  return undefined;
}

/** The uids that two creations have in common. */
export function repeatedUids(versions: Iterable<readonly Version[]>): readonly string[] {
  const uids = [...versions].flat().filter(({ type }) => type === "ADDED");
  const seen = new Set<string>();
  return uids.map(({ view }) => view.uid).filter((uid) => seen.size === seen.add(uid).size);
}

function isEventOf(event: WatchEvent, { type, view, revision }: Version): boolean {
  if (event.type !== type || event.view.uid !== view.uid) return false;
  if (revision !== undefined && revision !== event.view.revision) return false;
  return isSameContent(event.view, view);
}

function isSameEvent(one: WatchEvent, other: WatchEvent): boolean {
  return one.type === other.type && one.view.revision === other.view.revision;
}

function shownEvent({ type, view }: WatchEvent): string {
  return `${type} ${view.revision}`;
}

function shownVersion(version: Version | undefined): string {
  return version === undefined ? "the end" : `${version.type} ${version.revision ?? `after ${version.view.revision}`}`;
}

/** The objects of a history. */
export function objectsOf({ calls }: History): readonly string[] {
  return [...new Set(calls.map(({ object }) => object))].toSorted();
}
