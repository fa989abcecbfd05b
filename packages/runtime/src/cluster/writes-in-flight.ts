/** The writes of a client that have no response yet. A read that begins meanwhile waits for them, because the server may have stored them. */
import { abortable, deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

/**
 * The longest time that a read waits for responses. It is short because an admission webhook of the same process may read while the server waits for
 * its answer to the write. After this time the read continues: the result of the write is not known, so both states are right.
 */
export const inFlightTimeoutMs = 1_000;

interface WriteInFlight {
  readonly resource: string;
  readonly namespace: string | undefined;
  /** Undefined for a delete of many objects; empty for a name that the server generates. */
  readonly name: string | undefined;
  readonly ended: Promise<void>;
}

export class WritesInFlight {
  readonly #clock: Clock;
  readonly #writes = new Set<WriteInFlight>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends a write, and lets reads wait until it has settled. */
  async during<R>(type: ResourceType, key: Partial<ObjectKey>, send: () => Promise<R>): Promise<R> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const write = { resource: resourceOf(type), namespace: key.namespace, name: key.name, ended };
    this.#writes.add(write);
    try {
      return await send();
    } finally {
      this.#writes.delete(write);
      resolve();
    }
  }

  /** Waits for the writes that are in flight now, of one object or of all objects of a kind in a namespace. */
  async settled(
    type: ResourceType,
    { namespace, name }: Partial<ObjectKey>,
    { signal }: { readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    if (this.#writes.size === 0) return; // True for nearly every read.
    const resource = resourceOf(type);
    const awaited = [...this.#writes].filter(
      (write) =>
        write.resource === resource &&
        (namespace === undefined || write.namespace === undefined || write.namespace === namespace) &&
        (name === undefined || write.name === undefined || write.name === name),
    );
    if (awaited.length === 0) return;
    using deadline = deadlineSignal(this.#clock, inFlightTimeoutMs, signal);
    const ended = Promise.all(awaited.map((write) => write.ended));
    await abortable(ended, deadline.signal).catch(() => signal?.throwIfAborted());
  }
}

function resourceOf({ plural, group }: ResourceType): string {
  return `${plural}.${group}`;
}
