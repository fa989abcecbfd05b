// A streamed list (WatchList, KEP-3157): the server sends the objects as the first events of a watch, then a bookmark that marks their end, then
// changes. Neither the server nor the informer holds the list as one response. Events go into the reception of a list one by one.
import type { Clock } from "@kubewright/async";
import { decodeJson, isApiError, isExpired, isJsonObject, isNotFound } from "@kubewright/apimachinery";
import { isTooLargeResourceVersion, isTooManyRequests } from "@kubewright/apimachinery";
import type { ResourceVersion } from "@kubewright/apimachinery";
import type { RawObject, RawWatchEvent } from "@kubewright/client";
import { InitialEventsError } from "../errors.ts";
import { createSilenceLimit } from "./silence-limit.ts";
import type { SilenceLimit } from "./silence-limit.ts";
import type { ListReception } from "./sink.ts";

/** The annotation of the bookmark behind the initial events. */
const endAnnotation = "k8s.io/initial-events-end";

/** The longest silence of a watch within its initial events. A server that does not know streamed lists never sends their end. */
export const initialEventsDeadlineMs = 30_000;

export interface InitialEventsOptions {
  readonly reception: ListReception;
  readonly clock: Clock;
  /** Must end the watch with this error. */
  readonly onSilent: (error: InitialEventsError) => void;
}

/** Receives the initial events of one watch. Disposing discards a list that is not committed. */
export class InitialEvents implements Disposable {
  readonly #options: Omit<InitialEventsOptions, "reception">;
  /** Absent once the list is committed, so that the watch does not retain the list. */
  #reception: ListReception | undefined;
  readonly #startedAt: number;
  #silence: SilenceLimit | undefined;
  #items = 0;
  #bytes = 0;
  #isComplete = false;

  constructor({ reception, ...options }: InitialEventsOptions) {
    this.#options = options;
    this.#reception = reception;
    this.#startedAt = options.clock.now();
  }

  /** The end of the initial events has been received. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get report(): { readonly items: number; readonly bytes: number; readonly durationMs: number } {
    const durationMs = this.#options.clock.now() - this.#startedAt;
    return { items: this.#items, bytes: this.#bytes, durationMs };
  }

  /** The server has accepted the watch. */
  opened(): void {
    const { clock, onSilent } = this.#options;
    const silent = (): void => onSilent(new InitialEventsError(`nothing more came for ${initialEventsDeadlineMs} ms`));
    this.#silence = createSilenceLimit(clock, initialEventsDeadlineMs, silent);
  }

  /** Stores an event in the reception, or completes the list. */
  receive(event: RawWatchEvent): void {
    this.#silence?.reset();
    if (event.type === "BOOKMARK") {
      if (isInitialEventsEnd(event)) this.#complete();
      return;
    }
    if (event.type === "DELETED") this.#reception?.remove(event);
    else this.#reception?.add(event);
    this.#items += event.type === "ADDED" ? 1 : 0;
    this.#bytes += event.bytes.length;
  }

  /** Makes the complete list the state of the collection. */
  async commit(at: ResourceVersion): Promise<void> {
    const reception = this.#reception;
    this.#reception = undefined;
    await reception?.commit(at);
  }

  [Symbol.dispose](): void {
    this.#silence?.[Symbol.dispose]();
    this.#reception?.drop();
  }

  #complete(): void {
    this.#isComplete = true;
    this.#silence?.[Symbol.dispose]();
  }
}

/** Whether a reflector lists in pages after a failed streamed list: this time, from now on, or not at all. */
export type ListFallback = "once" | "always" | "never";

/**
 * Classifies the error of a streamed list. A server that rejects its parameters, or never ends the initial events, does not know streamed
 * lists. Other error responses, such as 403 for a client that may list but not watch, lead to one list, as in client-go. A list would not help
 * with the rest: failed connections, 404, 410, 429 and versions that the server has not reached.
 */
export function listFallbackOf(error: unknown): ListFallback {
  if (error instanceof InitialEventsError) return "always";
  if ([isNotFound, isExpired, isTooManyRequests, isTooLargeResourceVersion].some((is) => is(error))) return "never";
  if (!isApiError(error)) return "never";
  return [400, 405, 422].includes(error.status.code ?? 0) ? "always" : "once";
}

function isInitialEventsEnd({ bytes }: RawObject): boolean {
  const { value } = decodeJson(bytes);
  const metadata = isJsonObject(value) ? value["metadata"] : undefined;
  const annotations = isJsonObject(metadata) ? metadata["annotations"] : undefined;
  return isJsonObject(annotations) && annotations[endAnnotation] === "true";
}
