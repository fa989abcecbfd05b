/**
 * Removes events one hour after their last write, also if the server restarts meanwhile: a kube-apiserver attaches a lease of `--event-ttl` to each
 * write, which etcd keeps. One timer is enough: all events live equally long, so the one written longest ago is always the next to go.
 */
import type { ReadonlyObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange } from "../../registry/strategy.ts";

export const eventLifetimeMs: number = 60 * 60 * 1000;

const events = { group: "", resource: "events" } as const;

export interface EventExpiry extends Disposable {
  /** Notes a write of an event. */
  readonly committed: (change: CommittedChange, context: ServerContext) => void;
  /** Notes the events that are in the store already. */
  readonly start: (context: ServerContext) => void;
}

interface Due {
  readonly namespace: string;
  readonly name: string;
  readonly atMs: number;
}

export function createEventExpiry(): EventExpiry {
  /** By uid, in the order of the last write, which is the order in which they end. */
  const due = new Map<string, Due>();
  let timer: Disposable | undefined;

  /** Notes an event that was written `ageMs` ago, after all that were written before it. */
  function note(
    { uid = "", namespace = "", name = "" }: ReadonlyObject["metadata"],
    ageMs: number,
    context: ServerContext,
  ): void {
    const leftMs = eventLifetimeMs - ageMs;
    due.delete(uid);
    due.set(uid, { namespace, name, atMs: context.clock.now() + leftMs });
    timer ??= context.clock.setTimer(leftMs, () => sweep(context));
  }

  function sweep(context: ServerContext): void {
    timer = undefined;
    const now = context.clock.now();
    for (const [uid, { namespace, name, atMs }] of due) {
      if (atMs > now) {
        timer = context.clock.setTimer(atMs - now, () => sweep(context));
        return;
      }
      due.delete(uid);
      context.write.remove(events, { namespace, name });
    }
  }

  return {
    committed: (change, context) => {
      if (change.type === "deleted") {
        due.delete(change.old.metadata.uid ?? "");
        return;
      }
      note(change.object.metadata, 0, context);
    },
    start: (context) => {
      const now = context.clock.wallTime();
      const stored = [...context.read.list(events)]
        .map(({ metadata }) => ({ metadata, ageMs: ageOf(metadata, now) }))
        .sort((a, b) => b.ageMs - a.ageMs);
      for (const { metadata, ageMs } of stored) note(metadata, ageMs, context);
    },
    [Symbol.dispose]: () => {
      timer?.[Symbol.dispose]();
      timer = undefined;
      due.clear();
    },
  };
}

/** How long ago an event was last written, by the times that the server has set; between 0 and `eventLifetimeMs`. */
function ageOf({ creationTimestamp, managedFields = [] }: ReadonlyObject["metadata"], now: number): number {
  const times = [creationTimestamp, ...managedFields.map(({ time }) => time)].map((time) => Date.parse(time ?? ""));
  const writtenAt = Math.max(...times.filter((time) => !Number.isNaN(time)), now - eventLifetimeMs);
  return Math.max(0, now - writtenAt);
}
