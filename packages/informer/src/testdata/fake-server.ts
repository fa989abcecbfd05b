// The API server in memory with one collection, and short forms for the writes of tests.

import { apiErrorFrom } from "@kubewright/apimachinery";
import type { ApiError, ObjectKey, ObjectMeta, ResourceType, Status, StatusReason } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { createMemoryApiServer, errorResponse } from "@kubewright/client/testing";
import type { MemoryApiServer } from "@kubewright/client/testing";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";

export interface FakeServer extends Pick<MemoryApiServer, "transport" | "requests" | "openWatches" | "compact" | "sendLine" | "holdEvents" | "releaseEvents"> {
  /** Answers instead of the server when it returns a response. */
  intercept: (request: TransportRequest) => TransportResponse | undefined;
  /** Streamed lists are accepted, and send nothing. */
  silentWatchLists: boolean;
  /** Whether watches lose an event, whose line this is. */
  losesEvent: (line: string) => boolean;
  /** Leaves a request without an answer until it is aborted. */
  hold: (request: TransportRequest) => boolean;
  /** Watches end at the time that they request. Otherwise only tests and clients end them. */
  endsWatchesInTime: boolean;
  put(name: string, fields?: FakeFields): void;
  remove(name: string): void;
  /** Removes an object without an event, as in a store that was restored from a backup. */
  lose(name: string): void;
  bookmark(): void;
  /** Ends all watches: regularly, or with an error for their readers. */
  endWatches(error?: Error): void;
}

export interface FakeFields {
  readonly uid?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: string;
  readonly managedFields?: readonly object[];
}

export function createFakeServer(clock: Clock, type: ResourceType): FakeServer {
  const server = createMemoryApiServer({ types: [type], clock: withOptionalTimers(clock, () => fake.endsWatchesInTime) });
  const uids = new Map<string, string>();
  let uidCount = 0;
  const key = (name: string): ObjectKey => ({ namespace: "default", name });
  server.intercept(async (request, next) => {
    if (fake.hold(request)) return await new Promise<never>(() => {}); // The signal of the request ends it.
    const isSilent = fake.silentWatchLists && request.path.includes("sendInitialEvents=true");
    const initialLines = isSilent ? server.objects(type).length + 1 : 0;
    const response = fake.intercept(request) ?? (await next());
    const body = isSilent ? withoutFirst(response.body, initialLines) : response.body;
    return request.verb === "watch" ? { ...response, body: without(body, (line) => fake.losesEvent(line)) } : response;
  });

  const fake: FakeServer = {
    transport: server.transport,
    requests: server.requests,
    get openWatches() {
      return server.openWatches;
    },
    intercept: () => undefined,
    silentWatchLists: false,
    losesEvent: () => false,
    hold: () => false,
    endsWatchesInTime: false,
    put(name, { uid, namespace = "default", labels, owner, managedFields } = {}) {
      const id = `${namespace}/${name}`;
      uids.set(id, uid ?? uids.get(id) ?? `uid-${(uidCount += 1)}`);
      const ownerReferences = owner === undefined ? undefined : [{ apiVersion: "v1", kind: "Owner", name: owner, uid: owner }];
      const fields = { uid: uids.get(id), creationTimestamp: "2026-01-01T00:00:00Z", generation: undefined };
      const metadata = { name, namespace, ...fields, labels, ownerReferences, managedFields };
      server.put(type, { metadata } as unknown as { metadata: ObjectMeta & { name: string } }); // Undefined fields are removed.
    },
    remove(name) {
      uids.delete(`default/${name}`);
      server.remove(type, key(name));
    },
    lose(name) {
      uids.delete(`default/${name}`);
      server.lose(type, key(name));
    },
    compact: () => server.compact(),
    holdEvents: () => server.holdEvents(),
    releaseEvents: () => server.releaseEvents(),
    bookmark: () => server.sendBookmarks(),
    endWatches: (error) => server.closeWatches(error),
    sendLine: (line) => server.sendLine(line),
  };
  return fake;
}

/** A clock on which watches reach their timeout only if `hasTimers`. */
function withOptionalTimers(clock: Clock, hasTimers: () => boolean): Clock {
  return {
    now: () => clock.now(),
    wallTime: () => clock.wallTime(),
    sleep: (ms, options) => clock.sleep(ms, options),
    setTimer: (ms, callback) => (hasTimers() ? clock.setTimer(ms, callback) : { [Symbol.dispose]() {} }),
    nextTurn: () => clock.nextTurn(),
  };
}

async function* withoutFirst(lines: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let index = 0;
  for await (const line of lines) {
    index += 1;
    if (index > count) yield line;
  }
}

/** The server sends one line per chunk. */
async function* without(
  lines: AsyncIterable<Uint8Array>,
  isLost: (line: string) => boolean,
): AsyncGenerator<Uint8Array> {
  for await (const line of lines) if (!isLost(new TextDecoder().decode(line))) yield line;
}

/** A response that is a Status. */
export function statusAnswer(
  code: number,
  reason: StatusReason | "",
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  return errorResponse(failure(code, reason), headers);
}

/** The line of a watch that ends it with a Status. */
export function errorLine(code: number, reason: StatusReason | ""): string {
  return JSON.stringify({ type: "ERROR", object: failure(code, reason).status });
}

function failure(code: number, reason: StatusReason | ""): ApiError {
  const message = `the fake responded with ${reason}`;
  return apiErrorFrom({ kind: "Status", apiVersion: "v1", status: "Failure", message, reason, code } as Status); // A proxy may send no reason.
}
