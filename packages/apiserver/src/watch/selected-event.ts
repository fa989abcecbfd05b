// A stored event as a watch sends it: selected, and in the version of the request. A converter that is called ahead may change what selectors match, so
// both states of the object are converted before an event is selected by them.
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import { convertedEntry } from "../conversion/prefetch.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { StoreEvent } from "../storage/event-log.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { withRevision } from "../storage/stored-entry.ts";
import { selectsConverted } from "../reads/select-entries.ts";
import type { Selection } from "../reads/selection.ts";
import type { Frame, WatchEventType } from "./watch-frames.ts";

export interface SelectedEvent {
  readonly type: WatchEventType;
  readonly entry: ConvertedEntry;
  /** `undefined` until the first watch sends it. */
  frame: Frame | undefined;
}

/** The entries that have to be converted before the event can be selected and sent. */
export function unconvertedEntries(
  event: StoreEvent,
  resource: VersionedResource,
  selection: Selection,
): readonly StoredEntry[] {
  return statesOf(event, resource, selection).filter((entry) => convertedEntry(entry, resource) === undefined);
}

/** The states of the object that decide on the event: those that selectors match, or the one that is sent. */
function statesOf(
  { type, entry, previous }: StoreEvent,
  resource: VersionedResource,
  selection: Selection,
): readonly StoredEntry[] {
  const states = previous === undefined ? [entry] : type === "deleted" ? [previous] : [entry, previous];
  if (!selectsConverted(resource, selection)) return states.filter(selection.matches).slice(0, 1);
  return states.filter(({ namespace }) => selection.namespace === "" || selection.namespace === namespace);
}

/** The event of a selection: an object that begins to match is ADDED, one that ceases to match is DELETED. Its states have been converted. */
export function selectedEvent(
  { type, entry, previous, revision }: StoreEvent,
  resource: VersionedResource,
  selection: Selection,
): SelectedEvent | undefined {
  const inVersion = selectsConverted(resource, selection);
  const matches = (stored: StoredEntry): boolean => {
    const shown = inVersion ? convertedEntry(stored, resource) : stored;
    return shown !== undefined && selection.matches(shown);
  };
  const was = previous !== undefined && matches(previous);
  const is = type !== "deleted" && matches(entry);
  if (is) return selected(was ? "MODIFIED" : "ADDED", convertedEntry(entry, resource));
  if (!was) return undefined;
  const isAhead = resource.strategy.converter?.type === "ahead";
  if (type === "deleted" && !isAhead) return selected("DELETED", convertedEntry(entry, resource));
  const last = convertedEntry(previous, resource);
  return selected("DELETED", last && (withRevision(last, revision) as ConvertedEntry)); // Of the same version.
}

function selected(type: WatchEventType, entry: ConvertedEntry | undefined): SelectedEvent {
  if (entry === undefined) throw new Error("Cannot select an event: its object has not been converted");
  return { type, entry, frame: undefined };
}
