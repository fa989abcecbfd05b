/** The single faults, and the transport that injects one. */
import type { VirtualClock } from "@kubewright/async";
import { injectFault } from "@kubewright/envtest";
import type { RequestFault } from "@kubewright/envtest";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { cutAfter, eventsOf, hasNextOfFirst, heldBack, watchedPath } from "./watch-faults.ts";

/**
 * The n-th write, read or event of a program, counted from 1.
 *
 * - `conflict`, `serverError`: the write is not carried out, and the response is 409 or 500.
 * - `responseLost`: the write is carried out and its response is lost.
 * - `restart`: the write is carried out, the process ends before the response, and another one starts.
 * - `readError`: the response to the read is 500.
 * - `cut`: a watch fails instead of the event. `compacted`: in addition, its version has expired.
 * - `merged`: an event is merged with the next one of its object. `lagging`: with all that occur within seconds.
 */
export type Fault =
  | { readonly kind: WriteFaultKind; readonly write: number }
  | { readonly kind: "readError"; readonly read: number }
  | { readonly kind: WatchFaultKind; readonly watch: string; readonly event: number };

export type WriteFaultKind = "conflict" | "serverError" | "responseLost" | "restart";
export type WatchFaultKind = "cut" | "compacted" | "merged" | "lagging";

/** The requests and events of a program at which faults can be injected. */
export interface Traffic {
  /** `POST /api/v1/…`, in order. Without Events, which only record actions, and may be lost. */
  readonly writes: string[];
  readonly reads: string[];
  /** The number of sent events by the watched path. */
  readonly events: Map<string, number>;
}

export interface FaultyTransportOptions {
  readonly clock: VirtualClock;
  readonly traffic: Traffic;
  readonly fault: Fault | undefined;
  /** Called at a restart. No later request of the process reaches the server. */
  readonly onRestart: () => void;
}

export function describeFault(fault: Fault, traffic: Traffic): string {
  if ("write" in fault) return `${fault.kind} at write ${fault.write}, ${traffic.writes[fault.write - 1]}`;
  if ("read" in fault) return `${fault.kind} at read ${fault.read}, ${traffic.reads[fault.read - 1]}`;
  return `${fault.kind} at event ${fault.event} of ${fault.watch}`;
}

const requestFaults = {
  conflict: {
    kind: "error",
    code: 409,
    message: "the object has been modified; please apply your changes to the latest version",
  },
  serverError: { kind: "error", code: 500, message: "etcdserver: leader changed" },
  responseLost: { kind: "responseLost" },
  requestLost: { kind: "requestLost" },
} as const satisfies Record<string, RequestFault>;

/** The transport of the program, with one fault. Its traffic is counted over all processes of a run. */
export function createFaultyTransport(server: Transport, options: FaultyTransportOptions): Transport {
  const { clock, fault, traffic, onRestart } = options;
  let isDead = false;

  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    if (isDead) return await commit("requestLost", request);
    const answer = await server.request(request);
    return isDead ? await commit("requestLost", request) : answer;
  };
  const commit = (kind: keyof typeof requestFaults, request: TransportRequest): Promise<TransportResponse> =>
    injectFault(requestFaults[kind], request, { clock, send });

  return {
    ...server,
    async request(request) {
      const watched = watchedPath(request);
      if (watched !== undefined) return await watch(watched, request, options, send);
      if (request.method === "GET") {
        const read = traffic.reads.push(pathOf(request));
        return isAt(fault, "readError", "read", read) ? await commit("serverError", request) : await send(request);
      }
      if (request.path.startsWith("/apis/events.k8s.io/")) return await send(request);

      const write = traffic.writes.push(`${request.method} ${pathOf(request)}`);
      for (const kind of ["conflict", "serverError", "responseLost"] as const) {
        if (isAt(fault, kind, "write", write)) return await commit(kind, request);
      }
      const answer = await send(request);
      if (isAt(fault, "restart", "write", write)) {
        isDead = true;
        onRestart();
        return await commit("requestLost", request);
      }
      return answer;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function watch(
  watched: string,
  request: TransportRequest,
  { clock, traffic, fault }: FaultyTransportOptions,
  send: (request: TransportRequest) => Promise<TransportResponse>,
): Promise<TransportResponse> {
  const already = traffic.events.get(watched) ?? 0;
  const isHere = fault !== undefined && "watch" in fault && fault.watch === watched;
  // A fault is injected once: for the next watch, its event is already counted.
  if (isHere && fault.kind === "compacted" && already === fault.event) {
    traffic.events.set(watched, already + 1);
    return await injectFault({ kind: "error", code: 410, message: "too old resource version" }, request, {
      clock,
      send,
    });
  }
  const sent = await send(request);
  if (sent.status !== 200) return sent;
  const response = { ...sent, body: eventsOf(sent.body) };
  const counted = (): number => {
    const count = (traffic.events.get(watched) ?? 0) + 1;
    traffic.events.set(watched, count);
    return count;
  };
  if (!isHere || already >= fault.event) return { ...response, body: counting(response.body, counted) };
  if (fault.kind === "cut" || fault.kind === "compacted") {
    return { ...response, body: cutAfter(response.body, counted, fault.event) };
  }
  const isEnough = fault.kind === "merged" ? hasNextOfFirst : () => false;
  return { ...response, body: heldBack(counting(response.body, counted), fault.event - already, clock, isEnough) };
}

async function* counting(body: AsyncIterable<Uint8Array>, counted: () => number): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    counted();
    yield chunk;
  }
}

function isAt<K extends "write" | "read">(fault: Fault | undefined, kind: string, of: K, count: number): boolean {
  return fault?.kind === kind && of in fault && (fault as Readonly<Record<K, number>>)[of] === count;
}

/** Without its query, which contains the version. */
function pathOf({ path }: TransportRequest): string {
  return path.replace(/\?.*$/u, "");
}
