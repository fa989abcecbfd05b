/**
 * Waits until an object meets a condition, by a watch of this object. The object is listed and then watched from the version of the list, so no
 * change is missed, and the object need not exist yet.
 */
import { assertNumbers, createSystemClock, deadlineSignal, isDeadlineError, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { formatKey, isApiError, isExpired } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { isTransportError } from "@kubewright/transport";

import type { Client } from "../client/client.ts";
import { storedObject } from "../client/objects.ts";
import { WaitTimeoutError } from "../errors.ts";
import type { WaitCondition } from "./condition.ts";

export interface WaitOptions {
  /** Rejects with a `WaitTimeoutError` after this time. Default: no limit. */
  readonly timeoutMs?: number;
  /** Ends the wait: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The clock of the timeout. Default: the system clock. */
  readonly clock?: Clock;
}

/** The parts of a client that `waitFor` uses. */
export type WaitingClient = Pick<Client, "raw" | "waitBeforeRetry">;

/**
 * Resolves with the object once it meets the condition, or with `undefined` if the condition holds for an absent object. The condition is called with
 * the current state and after each change; after a lost connection, several changes may be seen as one. Requires permission to `list` and `watch`.
 *
 * Lost connections, expired versions and temporary errors of the server (429 and 5xx) are retried. Other errors of the server reject.
 *
 * ```ts
 * const pod = await waitFor(client, Pod, key, conditions.isPodRunning, { timeoutMs: 60_000 });
 * ```
 */
export async function waitFor<T extends KubernetesObject>(
  client: WaitingClient,
  type: ResourceType<T>,
  key: ObjectKey,
  condition: WaitCondition<T>,
  { timeoutMs = Number.POSITIVE_INFINITY, clock = createSystemClock(), signal }: WaitOptions = {},
): Promise<Stored<T> | undefined> {
  signal?.throwIfAborted();
  if (key.name === "") throw new TypeError(`Cannot wait for ${type.kind}: the name is empty`);
  const action = `wait for ${type.kind} ${JSON.stringify(formatKey(key))}`;
  assertNumbers(`Cannot ${action}`, { timeoutMs }, numberRules.fromZeroMs);
  using deadline = deadlineSignal(clock, timeoutMs, signal);
  const waiting = new Waiting(client, { type, key, condition, signal: deadline.signal });
  try {
    return await waiting.run();
  } catch (error) {
    if (error !== deadline.signal.reason || signal?.aborted || !isDeadlineError(error)) throw error;
    throw new WaitTimeoutError(action, { condition: condition.name, timeoutMs, object: waiting.last, cause: error });
  }
}

interface Wait<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly key: ObjectKey;
  readonly condition: WaitCondition<T>;
  readonly signal: AbortSignal;
}

class Waiting<T extends KubernetesObject> {
  readonly #client: WaitingClient;
  readonly #wait: Wait<T>;
  /** The last state of the object. */
  last: Stored<T> | undefined;
  /** The version from which to watch; `undefined` if the object must be listed. */
  #version: string | undefined;
  /** The number of consecutive requests without an event. */
  #failures = 0;

  constructor(client: WaitingClient, wait: Wait<T>) {
    this.#client = client;
    this.#wait = wait;
  }

  async run(): Promise<Stored<T> | undefined> {
    const { signal } = this.#wait;
    for (;;) {
      try {
        if (this.#version === undefined ? await this.#isMetByList() : await this.#isMetByWatch(this.#version)) {
          return this.last;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!isTemporary(error)) throw error;
        if (isExpired(error)) this.#version = undefined;
        this.#failures += 1;
      }
      if (this.#failures > 0) await this.#client.waitBeforeRetry(this.#failures, { signal });
    }
  }

  async #isMetByList(): Promise<boolean> {
    const { type, condition } = this.#wait;
    let found: Stored<T> | undefined;
    let version: string | undefined;
    for await (const chunk of this.#client.raw.listStream(type, this.#selection())) {
      if (chunk.kind === "end") version = chunk.resourceVersion;
      else for (const { bytes } of chunk.items) found = storedObject(type, bytes);
    }
    this.last = found;
    this.#version = version;
    return condition(found);
  }

  /** Watches until the condition is met or the server ends the watch. */
  async #isMetByWatch(resourceVersion: string): Promise<boolean> {
    const { type, condition } = this.#wait;
    this.#failures += 1; // Reset by the first event.
    for await (const event of this.#client.raw.watch(type, { ...this.#selection(), resourceVersion })) {
      const object = storedObject(type, event.bytes);
      this.#failures = 0;
      this.#version = object.metadata.resourceVersion;
      if (event.type === "BOOKMARK") continue;
      this.last = event.type === "DELETED" ? undefined : object;
      if (condition(this.last)) return true;
    }
    return false;
  }

  #selection(): { readonly namespace?: string; readonly fieldSelector: string; readonly signal: AbortSignal } {
    const { type, key, signal } = this.#wait;
    const fieldSelector = `metadata.name=${key.name}`;
    return { ...(type.namespaced && { namespace: namespaceOf(type, key) }), fieldSelector, signal };
  }
}

function namespaceOf(type: ResourceType, key: ObjectKey): string {
  if (key.namespace !== undefined && key.namespace !== "") return key.namespace;
  throw new TypeError(
    `Cannot wait for ${type.kind} "${key.name}": it has no namespace, and ${type.plural} are namespaced`,
  );
}

function isTemporary(error: unknown): boolean {
  if (isTransportError(error)) return error.kind !== "tls" && error.kind !== "closed" && error.kind !== "unsupported";
  if (!isApiError(error)) return false;
  const { code = 0 } = error.status;
  return isExpired(error) || code === 429 || code >= 500;
}
