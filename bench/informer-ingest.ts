// 50,000 objects of 2 KB through the list splitter into an informer's store: time, heap, and the length of a full collection
// afterwards. Run with: npx node --expose-gc --conditions=source bench/informer-ingest.ts

import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createInformer } from "@kubewright/informer";
import type { Transport } from "@kubewright/transport";

const objects = Number(process.argv[2] ?? 50_000);
const chunkBytes = 64 * 1024;

const Pod: ResourceType<KubernetesObject> = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };

function podText(number: number): string {
  const metadata = {
    name: `web-${number}`,
    namespace: `team-${number % 40}`,
    uid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    resourceVersion: String(1000 + number),
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { app: `web-${number % 200}`, tier: "front", "pod-template-hash": `h${number % 500}` },
    ownerReferences: [
      {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: `web-${number % 500}`,
        uid: `rs-${number % 500}`,
        controller: true,
      },
    ],
    managedFields: [
      {
        manager: "kubelet",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:status": Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`f:field${index}`, { ".": {} }])),
        },
        subresource: "status",
      },
    ],
  };
  const container = {
    name: "main",
    image: "registry.example/web:1.2.3",
    resources: { requests: { cpu: "100m", memory: "64Mi" } },
  };
  const filler = "x".repeat(700);
  return JSON.stringify({
    metadata,
    spec: { containers: [container], filler },
    status: { phase: "Running", podIP: "10.0.0.1" },
  });
}

async function* listBody(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"99999"},"items":[';
  for (let number = 0; number < objects; number += 1) {
    text += (number === 0 ? "" : ",") + podText(number);
    if (text.length >= chunkBytes) {
      yield encoder.encode(text);
      text = "";
    }
  }
  yield encoder.encode(`${text}]}`);
}

// The making of the list is not what is measured: chunks exist before.
const chunks: Uint8Array[] = await Array.fromAsync(listBody());
const listBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
const transport: Transport = {
  async request({ path, signal }) {
    const body = path.includes("watch=true") ? silence(signal) : fromChunks();
    return { status: 200, headers: {}, body };
  },
  upgrade: () => Promise.reject(new Error("Cannot upgrade: there are no streams here")),
  async [Symbol.asyncDispose]() {},
};

async function* fromChunks(): AsyncGenerator<Uint8Array> {
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
}

async function* silence(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(0);
  await new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

function heldMegabytes(): string {
  gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return `heap ${mega(heapUsed)} MB, buffers ${mega(arrayBuffers)} MB, external ${mega(external)} MB`;
}

function gc(): void {
  if (typeof globalThis.gc !== "function") throw new Error("Cannot measure: run with --expose-gc");
  globalThis.gc();
}

function mega(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

const clock = createSystemClock();
const informer = createInformer({ verbs: createClient({ transport, clock }).raw, type: Pod, clock });
let added = 0;
informer.addHandler(() => (added += 1));
let longestMs = 0;
let lastAt = performance.now();
const ticker = setInterval(() => {
  longestMs = Math.max(longestMs, performance.now() - lastAt);
  lastAt = performance.now();
}, 1);

console.log(`list: ${objects} objects, ${mega(listBytes)} MB; before: ${heldMegabytes()}`);
const end = new AbortController();
const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
lastAt = startedAt;
const ended = informer.start({ signal: end.signal });
await informer.waitForSync();
const tookMs = performance.now() - startedAt;
const cpu = process.cpuUsage(cpuBefore);
clearInterval(ticker);
console.log(
  `synced: ${tookMs.toFixed(0)} ms, CPU ${((cpu.user + cpu.system) / 1000).toFixed(0)} ms, ${added} events, longest turn ${longestMs.toFixed(1)} ms`,
);
console.log(
  `kept: ${mega(informer.memory.usedBytes)} MB in ${mega(informer.memory.heldBytes)} MB of slabs; after: ${heldMegabytes()}`,
);

const gcAt = performance.now();
gc();
console.log(`full collection: ${(performance.now() - gcAt).toFixed(1)} ms`);

const readAt = performance.now();
let read = 0;
for await (const object of informer.list()) read += object.metadata.name.length > 0 ? 1 : 0;
console.log(`read all: ${(performance.now() - readAt).toFixed(0)} ms for ${read} objects`);

end.abort(new Error("measured"));
await ended;
