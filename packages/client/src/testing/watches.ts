/** The open watches. Each stores the revision up to which events were sent, so that writes, new watches and released events use the same code. */
import { encodeJson, expired, unclassifiedError } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Status } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";
import { createLineStream } from "./line-stream.ts";
import type { LineStream } from "./line-stream.ts";
import { futureRevision, notNumeric } from "./lists.ts";
import { resourceIdOf } from "./memory-store.ts";
import type { Change, MemoryStore } from "./memory-store.ts";
import { queryOf } from "./request-info.ts";
import { formOf, selectionOf } from "./selection.ts";

type EventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

interface OpenWatch {
  readonly resource: string;
  readonly stream: LineStream;
  readonly sendsBookmarks: boolean;
  readonly matches: (object: KubernetesObject) => boolean;
  readonly form: ReturnType<typeof formOf>;
  /** The watch has received the events up to this revision. */
  position: number;
}

export class Watches {
  readonly #store: MemoryStore;
  readonly #clock: Clock;
  readonly #open = new Set<OpenWatch>();
  /** If set, events after this revision are held. */
  #heldAt: number | undefined;

  constructor(store: MemoryStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  /** @throws {ApiError} 400 for a malformed query. An expired or future version is the only event of the watch. */
  open(type: ResourceType, namespace: string | undefined, request: TransportRequest): TransportResponse {
    const query = queryOf(request.path);
    const { matches } = selectionOf(type, namespace, query);
    const requested = query.get("resourceVersion") ?? "";
    if (!/^\d*$/u.test(requested)) throw unclassifiedError(notNumeric(requested));
    const isStreamedList = query.get("sendInitialEvents") === "true";
    const sendsInitial = isStreamedList || (requested || "0") === "0";
    const after = sendsInitial ? (this.#heldAt ?? this.#store.revision) : Number(requested);
    const timeoutSeconds = Number(query.get("timeoutSeconds") ?? 0) || Infinity;

    const stream = createLineStream(request.signal, () => {
      this.#open.delete(watch);
      timer[Symbol.dispose]();
    });
    const timer = this.#clock.setTimer(timeoutSeconds * 1000, () => stream.end());
    const watch: OpenWatch = {
      resource: resourceIdOf(type),
      stream,
      sendsBookmarks: ["true", "1"].includes(query.get("allowWatchBookmarks") ?? ""),
      matches,
      form: formOf(request.headers, type),
      position: after,
    };
    const problem = this.#problem(requested, after);
    if (problem !== undefined) {
      stream.send(lineOf("ERROR", problem));
      stream.end();
    } else if (request.signal?.aborted !== true) {
      this.#open.add(watch);
      if (sendsInitial) this.#sendInitial(watch, after, isStreamedList);
      this.#send(watch);
    }
    return { status: 200, headers: { "content-type": "application/json" }, body: stream.body };
  }

  /** Sends each watch the events that it has not received. Called after each write. */
  sendAll(): void {
    for (const watch of this.#open) this.#send(watch);
  }

  sendBookmarks(): void {
    for (const watch of this.#open) if (watch.sendsBookmarks) sendBookmark(watch, this.#store.revision);
  }

  sendLine(line: string): void {
    for (const { stream } of this.#open) stream.send(line);
  }

  endAll(error?: Error): void {
    for (const { stream } of this.#open) stream.end(error);
  }

  /** Holds later events until {@link release}. */
  hold(): void {
    this.#heldAt ??= this.#store.revision;
  }

  release(): void {
    this.#heldAt = undefined;
    this.sendAll();
  }

  #problem(requested: string, after: number): Status | undefined {
    const { compacted } = this.#store;
    if (after < compacted) return expired(`too old resource version: ${after} (${compacted})`).status;
    return futureRevision(this.#store, requested)?.status;
  }

  #sendInitial(watch: OpenWatch, revision: number, isStreamedList: boolean): void {
    for (const object of this.#store.list(watch.resource, revision) ?? []) {
      if (watch.matches(object)) watch.stream.send(lineOf("ADDED", watch.form.of(object)));
    }
    if (isStreamedList && watch.sendsBookmarks) sendBookmark(watch, revision, { "k8s.io/initial-events-end": "true" });
  }

  #send(watch: OpenWatch): void {
    const until = this.#heldAt ?? this.#store.revision;
    if (watch.position < this.#store.compacted) return watch.stream.end(); // The events that it has not received are compacted: the client must list again.
    for (const change of this.#store.changesAfter(watch.position)) {
      if (change.revision > until) break;
      if (change.resource === watch.resource) sendChange(watch, change);
    }
    watch.position = Math.max(watch.position, until);
  }
}

/** For a watch, an object that no longer matches is DELETED, with the last state that matched. */
function sendChange({ stream, matches, form }: OpenWatch, { before, after, revision }: Change): void {
  const matched = before !== undefined && matches(before);
  if (after !== undefined && matches(after)) {
    stream.send(lineOf(matched ? "MODIFIED" : "ADDED", form.of(after)));
  } else if (matched) {
    const metadata = { ...before.metadata, resourceVersion: String(revision) };
    stream.send(lineOf("DELETED", form.of({ ...before, metadata })));
  }
}

function sendBookmark(
  { stream, form }: OpenWatch,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): void {
  const { apiVersion, kind } = form;
  const metadata = { resourceVersion: String(revision), ...(annotations === undefined ? {} : { annotations }) };
  stream.send(lineOf("BOOKMARK", { apiVersion, kind, metadata }));
}

function lineOf(type: EventType, object: object): string {
  return encodeJson({ type, object });
}
