// Just enough of an API server for one collection: list in pages, watch from a version, a history that can be compacted, and a
// hook by which a test answers instead. Microtasks only.

import type { Clock } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { bodyOf } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

export interface FakeServer {
  readonly transport: Transport;
  /** Each request as it came, with its time. */
  readonly requests: { readonly at: number; readonly path: string }[];
  /** Watches that are open. */
  readonly openWatches: number;
  /** Answers instead of the server when it returns something. */
  intercept: (request: TransportRequest) => TransportResponse | undefined;
  /** Streamed lists are accepted, and send nothing. */
  silentWatchLists: boolean;
  /** Leaves a request without an answer until it is given up. */
  hold: (request: TransportRequest) => boolean;
  put(name: string, fields?: FakeFields): void;
  remove(name: string): void;
  /** Removes an object without telling anybody, as a store that was restored from a backup. */
  lose(name: string): void;
  /** Forgets what happened before now: watches from there answer 410. */
  compact(): void;
  bookmark(): void;
  /** Ends all watches: in good order, or with an error that their readers see. */
  endWatches(error?: Error): void;
  /** Sends a line of one's own on all watches. */
  sendLine(line: string): void;
}

export interface FakeFields {
  readonly uid?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly managedFields?: readonly object[];
}

interface Change {
  readonly version: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubernetesObject;
}

export function createFakeServer(clock: Clock, type: ResourceType): FakeServer {
  const objects = new Map<string, KubernetesObject>();
  const requests: { at: number; path: string }[] = [];
  const watches = new Set<Stream>();
  let history: Change[] = [];
  let version = 1;
  let compactedAt = 0;
  let uids = 0;

  const server: FakeServer = {
    transport: {
      async request(request) {
        requests.push({ at: clock.now(), path: request.path });
        if (server.hold(request)) await givenUp(request);
        return server.intercept(request) ?? answer(request);
      },
      upgrade: () => Promise.reject(new Error("Cannot upgrade: the fake server has no streams")),
      async [Symbol.asyncDispose]() {},
    },
    requests,
    get openWatches(): number {
      return watches.size;
    },
    intercept: () => undefined,
    silentWatchLists: false,
    hold: () => false,
    put(name, { uid, namespace = "default", labels, owner, managedFields } = {}) {
      version += 1;
      const key = `${namespace}/${name}`;
      const before = objects.get(key)?.metadata;
      const object = {
        apiVersion: "example.dev/v1",
        kind: type.kind,
        metadata: {
          name,
          namespace,
          uid: uid ?? before?.uid ?? `uid-${(uids += 1)}`,
          resourceVersion: String(version),
          creationTimestamp: "2026-01-01T00:00:00Z",
          ...(labels === undefined ? {} : { labels }),
          ...(owner === undefined ? {} : { ownerReferences: [{ apiVersion: "v1", kind: "Owner", name: owner, uid: owner }] }),
          ...(managedFields === undefined ? {} : { managedFields }),
        },
      } as KubernetesObject;
      objects.set(key, object);
      record({ version, type: before === undefined ? "ADDED" : "MODIFIED", object });
    },
    remove(name) {
      version += 1;
      const key = `default/${name}`;
      const held = objects.get(key);
      objects.delete(key);
      const metadata = { ...held?.metadata, resourceVersion: String(version) };
      record({ version, type: "DELETED", object: { ...held, metadata } });
    },
    lose(name) {
      objects.delete(`default/${name}`);
    },
    compact() {
      version += 1;
      compactedAt = version;
      history = [];
    },
    bookmark() {
      version += 1;
      const object = { apiVersion: "example.dev/v1", kind: type.kind, metadata: { resourceVersion: String(version) } };
      for (const watch of watches) watch.send(JSON.stringify({ type: "BOOKMARK", object }));
    },
    endWatches(error) {
      for (const watch of watches) watch.end(error);
    },
    sendLine(line) {
      for (const watch of watches) watch.send(line);
    },
  };
  return server;

  function record(change: Change): void {
    history.push(change);
    for (const watch of watches) watch.send(lineOf(change));
  }

  function answer({ path, signal }: TransportRequest): TransportResponse {
    const query = new URLSearchParams(path.slice(path.indexOf("?") + 1));
    return query.get("watch") === "true" ? watch(query, signal) : list(query);
  }

  function list(query: URLSearchParams): TransportResponse {
    const [tokenVersion, tokenOffset] = (query.get("continue") ?? `${version}:0`).split(":").map(Number);
    if ((tokenVersion ?? 0) < compactedAt) return statusAnswer(410, "Expired");
    const limit = query.get("resourceVersion") === "0" ? objects.size : Number(query.get("limit") ?? objects.size);
    const all = [...objects.values()];
    const from = tokenOffset ?? 0;
    const to = from + limit;
    const metadata = { resourceVersion: String(version), ...(to < all.length ? { continue: `${version}:${to}` } : {}) };
    const body = { apiVersion: "example.dev/v1", items: all.slice(from, to), kind: `${type.kind}List`, metadata };
    return { status: 200, headers: {}, body: bodyOf(JSON.stringify(body)) };
  }

  function watch(query: URLSearchParams, signal: AbortSignal | undefined): TransportResponse {
    const from = Number(query.get("resourceVersion") ?? "0");
    if (from < compactedAt) return { status: 200, headers: {}, body: bodyOf(`${errorLine(410, "Expired")}\n`) };
    const stream = createStream(signal, () => watches.delete(stream));
    watches.add(stream);
    if (query.get("sendInitialEvents") === "true") {
      if (server.silentWatchLists) return { status: 200, headers: {}, body: stream.body };
      for (const object of objects.values()) stream.send(lineOf({ version, type: "ADDED", object }));
      const annotations = { "k8s.io/initial-events-end": "true" };
      const metadata = { resourceVersion: String(version), annotations };
      const object = { apiVersion: "example.dev/v1", kind: type.kind, metadata };
      stream.send(JSON.stringify({ type: "BOOKMARK", object }));
      return { status: 200, headers: {}, body: stream.body };
    }
    for (const change of history) if (change.version > from) stream.send(lineOf(change));
    return { status: 200, headers: {}, body: stream.body };
  }
}

function givenUp({ signal }: TransportRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** An answer that is a Status. */
export function statusAnswer(code: number, reason: string, headers: Readonly<Record<string, string>> = {}): TransportResponse {
  return { status: code, headers, body: bodyOf(JSON.stringify(statusOf(code, reason))) };
}

/** The line of a watch that ends it with a Status. */
export function errorLine(code: number, reason: string): string {
  return JSON.stringify({ type: "ERROR", object: statusOf(code, reason) });
}

function statusOf(code: number, reason: string): object {
  return { kind: "Status", apiVersion: "v1", status: "Failure", message: `the fake says ${reason}`, reason, code };
}

function lineOf({ type, object }: Change): string {
  return JSON.stringify({ type, object });
}

interface Stream {
  readonly body: AsyncIterable<Uint8Array>;
  send(line: string): void;
  end(error?: Error): void;
}

function createStream(signal: AbortSignal | undefined, onEnd: () => void): Stream {
  const waiting: Uint8Array[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  const end = (error?: unknown): void => {
    ended ??= error === undefined ? {} : { error };
    onEnd();
    wake();
  };
  signal?.addEventListener("abort", () => end(signal.reason), { once: true });
  return { body: chunks(), send, end };

  function send(line: string): void {
    waiting.push(new TextEncoder().encode(`${line}\n`));
    wake();
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) yield chunk;
        if (ended !== undefined) {
          if ("error" in ended) throw ended.error;
          return;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      onEnd();
    }
  }
}
