/**
 * An epoch is the time from the start of a server to the moment at which it is killed. Concurrent clients write to a few objects, and a watch follows
 * them. The requests in flight at the kill have no response, whether or not the server has carried them out.
 */
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import type { Call, HistoryKind, View, WatchEvent } from "../histories/history.ts";
import type { Script, ScriptStep } from "../histories/script.ts";
import { operationOf } from "../histories/script.ts";
import { collectionPath, namedView, outcomeOf, requestOf } from "../histories/wire.ts";

/** All objects at one moment. */
export interface Snapshot {
  readonly revision: number;
  readonly items: Readonly<Record<string, View>>;
}

export interface Epoch {
  readonly kind: HistoryKind;
  /** Before the first call. */
  readonly opening: Snapshot;
  /** Calls without a response have the outcome `unknown`, without views. */
  readonly calls: readonly Call[];
  /** The events of the watch, each with its time. */
  readonly events: readonly (WatchEvent & { readonly at: number })[];
}

export interface EpochOptions {
  readonly script: Script;
  /** One for each client. */
  readonly transports: readonly Transport[];
  readonly namespace: string;
  /** The server is killed at this response, or once all clients are done. */
  readonly answersUntilKill: number;
  /** Kills the server. Later responses are ignored. */
  readonly kill: () => void;
  /** Whether a response shows that the server could not store a write. It is ignored and ends the client. Default: never. */
  readonly isLost?: (answer: TestResponse) => boolean;
}

/** Resolves with the calls and events until the kill. */
export async function recordEpoch(options: EpochOptions): Promise<Epoch> {
  const { script, transports, namespace } = options;
  const [first] = transports;
  if (first === undefined) throw new RangeError("Cannot record an epoch: there are no clients");
  const opening = await listObjects(first, script.kind, namespace);
  const recorder = new EpochRecorder(options, opening);
  await recorder.watch(first);
  const clients = script.clients.map((steps, client) =>
    recorder.follow(steps, client, transports[client % transports.length] ?? first),
  );
  await Promise.race([Promise.all(clients), recorder.killed]);
  return recorder.end();
}

/** Lists the objects of a namespace. */
export async function listObjects(transport: Transport, kind: HistoryKind, namespace: string): Promise<Snapshot> {
  const { status, body } = await sendRequest(transport, { path: collectionPath(kind, namespace) });
  if (status !== 200) throw new Error(`Cannot list: ${JSON.stringify(body)}`);
  const { metadata, items } = body as {
    readonly metadata: { readonly resourceVersion: string };
    readonly items: readonly unknown[];
  };
  return { revision: Number(metadata.resourceVersion), items: Object.fromEntries(items.map(namedView)) };
}

class EpochRecorder {
  readonly killed: Promise<void>;
  readonly #options: EpochOptions;
  readonly #opening: Snapshot;
  readonly #resolveKilled: () => void;
  readonly #calls: Call[] = [];
  readonly #inFlight = new Set<Omit<Call, "returned" | "outcome">>();
  readonly #events: (WatchEvent & { at: number })[] = [];
  #time = 0;
  #isKilled = false;

  constructor(options: EpochOptions, opening: Snapshot) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.killed = promise;
    this.#resolveKilled = resolve;
    this.#options = options;
    this.#opening = opening;
  }

  /** Resolves when the watch has begun. It ends with the server. */
  async watch(transport: Transport): Promise<void> {
    const { script, namespace } = this.#options;
    const path = `${collectionPath(script.kind, namespace)}?watch=1&resourceVersion=${this.#opening.revision}`;
    const response = await transport.request({ method: "GET", path, headers: { accept: "application/json" } });
    void this.#readEvents(response.body).catch(() => this.#assertEnding());
  }

  async follow(steps: readonly ScriptStep[], client: number, transport: Transport): Promise<void> {
    const { script, namespace, answersUntilKill, isLost } = this.#options;
    const seen = new Map(Object.entries(this.#opening.items));
    for (const step of steps) {
      const operation = operationOf(script.kind, step, seen.get(step.object));
      const request = requestOf(script.kind, namespace, step.object, operation);
      const call = { client, object: step.object, operation, invoked: ++this.#time };
      this.#inFlight.add(call);
      const answer = await sendRequest(transport, request).catch(() => undefined);
      if (this.#isKilled) return;
      if (answer === undefined) throw new Error("A request has failed before the kill");
      if (isLost?.(answer) === true) return;
      const outcome = outcomeOf(answer);
      this.#inFlight.delete(call);
      this.#calls.push({ ...call, returned: ++this.#time, outcome });
      if (outcome.type === "object") seen.set(step.object, outcome.object);
      if (this.#calls.length === answersUntilKill) {
        this.#kill();
        return;
      }
    }
  }

  end(): Epoch {
    if (!this.#isKilled) this.#kill();
    const { kind } = this.#options.script;
    const unanswered = Array.from(this.#inFlight, (call): Call => {
      return { ...call, returned: Infinity, outcome: { type: "unknown", views: [], uids: [] } };
    });
    return { kind, opening: this.#opening, calls: [...this.#calls, ...unanswered], events: [...this.#events] };
  }

  #kill(): void {
    this.#isKilled = true;
    this.#options.kill();
    this.#resolveKilled();
  }

  async #readEvents(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body) {
      if (this.#isKilled) return;
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { readonly type: WatchEvent["type"]; readonly object: unknown };
        const [name, view] = namedView(object);
        this.#events.push({ type, object: name, view, at: ++this.#time });
      }
    }
  }

  /** A server that cannot store writes ends its watches. */
  #assertEnding(): void {
    if (!this.#isKilled && this.#options.isLost === undefined) throw new Error("The watch has failed before the kill");
  }
}
