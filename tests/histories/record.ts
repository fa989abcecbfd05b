/** Runs a script with one transport per client and records the history. */
import type { Transport } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import type { Call, History, HistoryKind, ListCall, View, Watch, WatchEvent } from "./history.ts";
import { operationOf } from "./script.ts";
import type { Script, ScriptStep } from "./script.ts";
import { collectionPath, namedView, outcomeOf, requestOf } from "./wire.ts";

export interface RecordOptions {
  readonly script: Script;
  /** One transport for each client; the last one also watches from the beginning. */
  readonly transports: readonly Transport[];
  /** An empty namespace. */
  readonly namespace: string;
}

/** The object that is written after all calls; every watch is read up to its event. */
const lastObject = "the-end";

/** Resolves with the history once all clients are done and all watches have delivered everything. Rejects if a request gets no response. */
export async function recordHistory({ script, transports, namespace }: RecordOptions): Promise<History> {
  const recorder = new Recorder(script.kind, namespace);
  const [first] = transports;
  if (first === undefined) throw new RangeError("Cannot record a history: there are no clients");
  const { revision } = await recorder.list(first, -1);
  await recorder.watch(first, -1, revision);
  await Promise.all(
    script.clients.map(async (steps, client) => {
      const transport = transports[client % transports.length] ?? first;
      await recorder.follow(steps, client, transport);
    }),
  );
  return await recorder.end(first);
}

class Recorder {
  readonly #kind: HistoryKind;
  readonly #namespace: string;
  readonly #calls: Call[] = [];
  readonly #lists: ListCall[] = [];
  readonly #watches: Promise<Watch>[] = [];
  #time = 0;

  constructor(kind: HistoryKind, namespace: string) {
    this.#kind = kind;
    this.#namespace = namespace;
  }

  async follow(steps: readonly ScriptStep[], client: number, transport: Transport): Promise<void> {
    const seen = new Map<string, View>();
    let newest = 0;
    for (const step of steps) {
      if (step.action === "list" || (step.action === "exactList" && newest === 0)) {
        const list = await this.list(transport, client);
        newest = list.revision;
        for (const [object, view] of Object.entries(list.items)) seen.set(object, view);
      } else if (step.action === "exactList") {
        await this.list(transport, client, newest);
      } else if (step.action === "watch") {
        await this.watch(transport, client, newest === 0 ? (await this.list(transport, client)).revision : newest);
      } else {
        const { outcome } = await this.#call(step, seen.get(step.object), client, transport);
        if (outcome.type !== "object") continue;
        seen.set(step.object, outcome.object);
        newest = Math.max(newest, outcome.object.revision);
      }
    }
  }

  async list(transport: Transport, client: number, exact?: number): Promise<ListCall> {
    const query = exact === undefined ? "" : `?resourceVersion=${exact}&resourceVersionMatch=Exact`;
    const invoked = ++this.#time;
    const answer = await sendRequest(transport, { path: `${collectionPath(this.#kind, this.#namespace)}${query}` });
    const returned = ++this.#time;
    if (answer.status !== 200) throw new Error(`Cannot list: ${JSON.stringify(answer.body)}`);
    const { metadata, items } = answer.body as {
      readonly metadata: { readonly resourceVersion: string };
      readonly items: readonly unknown[];
    };
    const list: ListCall = {
      client,
      invoked,
      returned,
      ...(exact !== undefined && { exact }),
      revision: Number(metadata.resourceVersion),
      items: Object.fromEntries(items.map(namedView)),
    };
    this.#lists.push(list);
    return list;
  }

  /** Resolves when the watch has begun; its events are read in the background. */
  async watch(transport: Transport, client: number, from: number): Promise<void> {
    const path = `${collectionPath(this.#kind, this.#namespace)}?watch=1&resourceVersion=${from}`;
    const response = await transport.request({ method: "GET", path, headers: { accept: "application/json" } });
    this.#watches.push(readEvents(response.body).then((events) => ({ client, from, events })));
  }

  async end(transport: Transport): Promise<History> {
    const { apiVersion, kind } = this.#kind;
    const body = { apiVersion, kind, metadata: { name: lastObject } };
    await sendRequest(transport, { method: "POST", path: collectionPath(this.#kind, this.#namespace), body });
    const watches = await Promise.all(this.#watches);
    return { kind: this.#kind, calls: this.#calls, lists: this.#lists, watches };
  }

  async #call(step: ScriptStep, seen: View | undefined, client: number, transport: Transport): Promise<Call> {
    const operation = operationOf(this.#kind, step, seen);
    const request: TestRequest = requestOf(this.#kind, this.#namespace, step.object, operation);
    const invoked = ++this.#time;
    const answer: TestResponse = await sendRequest(transport, request);
    const call: Call = {
      client,
      object: step.object,
      operation,
      invoked,
      returned: ++this.#time,
      outcome: outcomeOf(answer),
    };
    this.#calls.push(call);
    return call;
  }
}

/** The events up to that of the last object. */
async function readEvents(body: AsyncIterable<Uint8Array>): Promise<readonly WatchEvent[]> {
  const events: WatchEvent[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const event = JSON.parse(line) as { readonly type: WatchEvent["type"] | "ERROR"; readonly object: unknown };
      if (event.type === "ERROR") throw new Error(`The watch has failed: ${line}`);
      const [object, view] = namedView(event.object);
      if (object === lastObject) return events;
      events.push({ type: event.type, object, view });
    }
  }
  throw new Error("The watch has ended before the last object was written");
}
