/** Sends mutated requests to an embedded server in this process, and records failures. */
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { mutatedRequest } from "./mutate.ts";
import type { FuzzRequest } from "./seed-requests.ts";
import { seedRequests } from "./seed-requests.ts";

export interface FuzzRun {
  readonly seed: string;
  readonly requests: number;
  /** Called regularly with the number of sent requests. */
  readonly onProgress?: (sent: number) => void;
}

export interface FuzzResult {
  /** Requests without a response, or with an internal error. */
  readonly failures: readonly string[];
  /** The CPU time of the most expensive request. */
  readonly slowestMs: number;
  readonly slowest: string;
  readonly statuses: ReadonlyMap<number, number>;
}

/** The server is replaced after this number of requests, with its objects. */
const requestsPerServer = 5000;
const failuresMax = 20;

/** Starts the message of an error that the code does not expect. Other responses with status 500 are deliberate, and compared in recorded cases. */
const leadOfInternalErrors = "Internal error occurred: ";

/** Runs the requests one after the other. */
export async function fuzz({ seed, requests, onProgress }: FuzzRun): Promise<FuzzResult> {
  const random = createSeededRandom(seed);
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  let [slowestMs, slowest] = [0, ""];
  for (let sent = 0; sent < requests && failures.length < failuresMax;) {
    const virtual = createVirtualClock();
    await using server = createApiServer({
      clock: virtual,
      random,
      onInternalError: (error) =>
        failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    const transport = server.transport();
    const answer = async (request: FuzzRequest): Promise<number> => {
      const response = await transport.request(request);
      const text = Buffer.concat(await Array.fromAsync(response.body)).toString();
      if (response.status === 500 && text.includes(leadOfInternalErrors)) failures.push(text);
      return response.status;
    };
    for (const request of seedRequests) await virtual.runUntilSettled(answer(request));
    for (let left = Math.min(requestsPerServer, requests - sent); left > 0; left -= 1) {
      const request = mutatedRequest(random);
      const before = failures.length;
      const startedAt = process.threadCpuUsage();
      try {
        const status = await virtual.runUntilSettled(answer(request));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      } catch (error) {
        failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
      const { user, system } = process.threadCpuUsage(startedAt);
      const ms = (user + system) / 1000;
      if (ms > slowestMs) [slowestMs, slowest] = [ms, shown(request)];
      if (failures.length > before) failures[before] = `${shown(request)}\n${failures[before] ?? ""}`;
      sent += 1;
    }
    onProgress?.(sent);
  }
  return { failures, slowestMs, slowest, statuses };
}

function shown({ method, path, headers, body }: FuzzRequest): string {
  const text = body === undefined ? "" : Buffer.from(body).toString("latin1").slice(0, 1000);
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(text)}`;
}
