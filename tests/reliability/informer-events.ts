/**
 * A program with an informer that receives many events: `informer-events.ts EVENTS`. Ten times, it prints its memory after a garbage collection as a line
 * of JSON: the bytes of the heap and of buffers.
 */
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSystemClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createInformer } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";
import { bodyOf } from "@kubewright/transport";

const [, , events = "0"] = process.argv;
const total = Number(events);
const objects = 1_000;
const perChunk = 100;
const samples = 10;
const encoder = new TextEncoder();
const clock = createSystemClock();

const transport: Transport = {
  async request({ path }) {
    const headers = { "content-type": "application/json" };
    if (!path.includes("watch=")) return { status: 200, headers, body: bodyOf(list()) };
    return { status: 200, headers, body: changes() };
  },
  upgrade: () => Promise.reject(new Error("Cannot upgrade: this transport has no streams")),
  async [Symbol.asyncDispose]() {},
};
const stop = new AbortController();
const informer = createInformer({ verbs: createClient({ transport }).raw, type: ConfigMap, namespace: "default" });
let received = 0;
informer.addHandler(() => void (received += 1));
await informer.start({ signal: stop.signal });

function list(): string {
  const items = Array.from({ length: objects }, (_, index) => objectOf(index, 1));
  return `{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[${items.join(",")}]}`;
}

/** Changes one object after the other. Objects change their sizes, and every tenth one is deleted and created again. */
async function* changes(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < total; sent += perChunk) {
    const lines = Array.from({ length: perChunk }, (_, index) => change(sent + index));
    yield encoder.encode(lines.join(""));
    if ((sent + perChunk) % (total / samples) === 0) await sample(sent + perChunk);
  }
  stop.abort(new Error("all events are sent"));
}

function change(number: number): string {
  const isDeleted = number % 10 === 0 && Math.floor(number / objects) % 2 === 0;
  const object = objectOf(number % objects, number + 2);
  return `{"type":"${isDeleted ? "DELETED" : "MODIFIED"}","object":${object}}\n`;
}

function objectOf(index: number, version: number): string {
  const data = "x".repeat(100 + (version % 7) * 100);
  const metadata = `{"name":"map-${index}","namespace":"default","uid":"${index}","resourceVersion":"${version}"}`;
  return `{"kind":"ConfigMap","apiVersion":"v1","metadata":${metadata},"data":{"a":"${data}"}}`;
}

/** Waits until the informer has received the events, and prints the memory. */
async function sample(sent: number): Promise<void> {
  for (let turns = 0; turns < 1_000 && received < sent; turns += 1) await clock.nextTurn();
  for (let collections = 0; collections < 3; collections += 1) {
    globalThis.gc?.();
    await clock.nextTurn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ received, heapBytes: heapUsed, bufferBytes: arrayBuffers })}\n`);
}
