/**
 * Sends a growing input to an embedded server, and measures its processor time.
 * It also measures the longest turn: the time for which the request keeps the event loop from other requests.
 */
import { createApiServer } from "@kubewright/apiserver";
import type { Clock } from "@kubewright/async";
import { createSystemClock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import type { FuzzRequest } from "../fuzz/seed-requests.ts";
import type { GrowingInput } from "./input.ts";

const clock = createSystemClock();

export interface Measured {
  readonly parts: number;
  /** Of the request, and of what the input counts beside it. */
  readonly bytes: number;
  readonly status: number;
  /** Processor time of this thread. */
  readonly ms: number;
  /** The longest turn of the event loop, in processor time of this thread. */
  readonly turnMs: number;
}

export interface MeasureOptions {
  /** Changes the transport of the measured request. Default: it is not changed. */
  readonly wrap?: (transport: Transport) => Transport;
  /** Called before the measured request. */
  readonly begin?: () => void;
  /** The clock of the server. Default: the system clock. */
  readonly clock?: Clock;
  /** Called after each turn of the measured request with its start and end, by `now()` of the system clock. */
  readonly onTurn?: (fromMs: number, toMs: number) => void;
}

/** Sends the input with `parts` parts to a new server. */
export async function measure(input: GrowingInput, parts: number, options: MeasureOptions = {}): Promise<Measured> {
  const { wrap = (transport: Transport): Transport => transport, begin } = options;
  // The plugin needs a controller that creates service accounts.
  await using server = createApiServer({ disableAdmissionPlugins: ["ServiceAccount"], clock: options.clock ?? clock });
  const prepared = server.transport();
  let stored = 0;
  for (const request of input.before?.(parts) ?? []) {
    stored += sizeOf(request);
    const { status, text } = await send(prepared, request);
    if (status >= 300) throw new Error(`${input.name}: ${request.method} ${request.path.slice(0, 100)}: ${text}`);
  }
  const request = input.request(parts);
  const transport = wrap(server.transport());
  const turns = watchTurns(options.onTurn);
  const startedAt = process.threadCpuUsage();
  begin?.();
  const { status, length } = await send(transport, request);
  const ms = cpuMs(startedAt);
  const turnMs = await turns.end();
  const read = input.readsStored === true ? stored : 0;
  const bytes = sizeOf(request) + read + (input.growingResponse === undefined ? 0 : length);
  return { parts, bytes, status, ms, turnMs };
}

/**
 * The processor time of a fixed work in milliseconds, the fastest of several runs: the printing and parsing of 20,000 entries. It shows how fast the machine is
 * now.
 */
export function calibrate(): number {
  const entries = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, "v"]));
  const runs = Array.from({ length: 5 }, () => {
    const startedAt = process.threadCpuUsage();
    JSON.parse(JSON.stringify(entries));
    return cpuMs(startedAt);
  });
  return Math.min(...runs);
}

interface Sent {
  readonly status: number;
  readonly length: number;
  /** The start of the body. */
  readonly text: string;
}

async function send(transport: Transport, request: FuzzRequest): Promise<Sent> {
  const response = await transport.request(request);
  let [length, text] = [0, ""];
  for await (const chunk of response.body) {
    length += chunk.length;
    if (text.length < 300) text += Buffer.from(chunk).subarray(0, 300).toString();
    await clock.nextTurn(); // As a listener, which sends one chunk in a turn.
  }
  return { status: response.status, length, text };
}

function sizeOf({ path, headers, body = "" }: FuzzRequest): number {
  return path.length + JSON.stringify(headers).length + body.length;
}

function cpuMs(from: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

/** Measures turns until `end()`, which resolves to the longest one. */
function watchTurns(onTurn: MeasureOptions["onTurn"]): { readonly end: () => Promise<number> } {
  let isEnded = false;
  const watch = async (): Promise<number> => {
    let longest = 0;
    let last = process.threadCpuUsage();
    let lastMs = clock.now();
    for (;;) {
      await clock.nextTurn();
      const endMs = clock.now();
      onTurn?.(lastMs, endMs);
      lastMs = endMs;
      longest = Math.max(longest, cpuMs(last));
      last = process.threadCpuUsage();
      if (isEnded) return longest;
    }
  };
  const watched = watch();
  return {
    end: () => {
      isEnded = true;
      return watched;
    },
  };
}
