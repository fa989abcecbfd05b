/** Hand-written histories for tests. */
import { historyKinds } from "./history.ts";
import type { Call, History, HistoryKind, ListCall, Operation, Outcome, View, Watch, WatchEvent } from "./history.ts";

export const [configMapKind] = historyKinds;

/** A ConfigMap whose writer has set `k`, at this revision. */
export function view(revision: number, k: string, more: Partial<View> = {}): View {
  return {
    uid: "u1",
    revision,
    annotations: { k },
    finalizers: [],
    deleting: false,
    status: {},
    owners: { "m/Update": ["k"] },
    ...more,
  };
}

export function create(k: string, finalizers: readonly string[] = []): Operation {
  return { verb: "create", manager: "m", annotations: { k }, finalizers };
}

export function set(k: string, version?: number): Operation {
  return { verb: "merge", manager: "m", annotations: { k }, ...(version !== undefined && { version }) };
}

export const get: Operation = { verb: "get" };
export const remove: Operation = { verb: "delete" };

export function created(object: View): Outcome {
  return { type: "object", code: 201, object };
}

export function ok(object: View): Outcome {
  return { type: "object", code: 200, object };
}

export function removed(uid = "u1"): Outcome {
  return { type: "removed", uid };
}

export function refused(code: number): Outcome {
  return { type: "refused", code, message: "" };
}

/** A call to the object "a" between these times. */
export function call(invoked: number, returned: number, operation: Operation, outcome: Outcome, client = 0): Call {
  return { client, object: "a", operation, invoked, returned, outcome };
}

export function event(type: WatchEvent["type"], view: View, object = "a"): WatchEvent {
  return { type, object, view };
}

export function watch(events: readonly WatchEvent[], from = 0): Watch {
  return { client: -1, from, events };
}

export function history(
  calls: readonly Call[],
  watches: readonly Watch[] = [],
  lists: readonly ListCall[] = [],
  kind: HistoryKind = configMapKind,
): History {
  return { kind, calls, lists, watches };
}
