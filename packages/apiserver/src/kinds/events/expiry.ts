/**
 * Removes events one hour after their last write, also if the server restarts meanwhile: a kube-apiserver attaches a lease of `--event-ttl` to each
 * write, which etcd keeps. The store keeps the time of expiry with each entry. One timer is enough: all events have the same lifetime, so the event
 * with the oldest write is always the next to expire.
 */
import type { ObjectKey } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import type { CommittedChange } from "../../contracts/strategy.ts";

export const eventLifetimeMs: number = 60 * 60 * 1000;

const events = { group: "", resource: "events" } as const;

export interface EventExpiry extends Disposable {
  /** Records a write of an event. */
  readonly committed: (change: CommittedChange, context: ServerContext) => void;
  /** Records the events of a store with objects. Removes those that have expired while no server was running. */
  readonly start: (context: ServerContext) => void;
}

interface Due {
  readonly key: ObjectKey;
  /** By the clock's `now()`. */
  readonly atMs: number;
}

export function createEventExpiry(): EventExpiry {
  /** By uid, in the order of expiry, which is the order of the last writes. */
  const due = new Map<string, Due>();
  let timer: Disposable | undefined;

  /** Records an event that expires in `leftMs`, after all events that were written before it. */
  function recordExpiry(metadata: ReadonlyObject["metadata"], leftMs: number, { clock }: ServerContext): void {
    const { uid = "" } = metadata;
    due.delete(uid);
    due.set(uid, { key: keyOf(metadata), atMs: clock.now() + leftMs });
  }

  function removeExpired(context: ServerContext): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    const now = context.clock.now();
    for (const [uid, { key, atMs }] of due) {
      if (atMs > now) {
        timer = context.clock.setTimer(atMs - now, () => removeExpired(context));
        return;
      }
      due.delete(uid);
      context.write.remove(events, key);
    }
  }

  return {
    committed: (change, context) => {
      if (change.type === "deleted") {
        due.delete(change.old.metadata.uid ?? "");
        return;
      }
      const { metadata } = change.object;
      if (context.read.expiresAtMs(events, keyOf(metadata)) === undefined) {
        due.delete(metadata.uid ?? "");
        return;
      }
      recordExpiry(metadata, eventLifetimeMs, context);
      timer ??= context.clock.setTimer(eventLifetimeMs, () => removeExpired(context));
    },
    start: (context) => {
      const stored = [...context.read.list(events)]
        .map(({ metadata }) => ({ metadata, leftMs: lifetimeLeft(metadata, context) }))
        .toSorted((a, b) => a.leftMs - b.leftMs);
      for (const { metadata, leftMs } of stored) if (leftMs < Infinity) recordExpiry(metadata, leftMs, context);
      removeExpired(context);
    },
    [Symbol.dispose]: () => {
      timer?.[Symbol.dispose]();
      timer = undefined;
      due.clear();
    },
  };
}

/** At most `eventLifetimeMs`, also after the wall clock has been set back. `Infinity` if the deletion of the event waits for finalizers. */
function lifetimeLeft(metadata: ReadonlyObject["metadata"], { clock, read }: ServerContext): number {
  const expiresAtMs = read.expiresAtMs(events, keyOf(metadata));
  if (expiresAtMs === undefined && metadata.deletionTimestamp !== undefined) return Infinity;
  // A directory of format 1 has no times of expiry.
  return expiresAtMs === undefined ? eventLifetimeMs : Math.min(eventLifetimeMs, expiresAtMs - clock.wallTime());
}

function keyOf({ namespace = "", name = "" }: ReadonlyObject["metadata"]): ObjectKey {
  return { namespace, name };
}
