/**
 * Events end one hour after they were last written, as leases of the reference's store end them. One timer is enough: all live
 * equally long, so the one written longest ago is always the next to go.
 */
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

  function note(uid: string, namespace: string, name: string, context: ServerContext): void {
    due.delete(uid);
    due.set(uid, { namespace, name, atMs: context.clock.now() + eventLifetimeMs });
    timer ??= context.clock.setTimer(eventLifetimeMs, () => sweep(context));
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
      const { uid = "", namespace = "", name = "" } = change.object.metadata;
      note(uid, namespace, name, context);
    },
    start: (context) => {
      for (const { metadata } of context.read.list(events)) {
        note(metadata.uid ?? "", metadata.namespace ?? "", metadata.name ?? "", context);
      }
    },
    [Symbol.dispose]: () => {
      timer?.[Symbol.dispose]();
      timer = undefined;
      due.clear();
    },
  };
}
