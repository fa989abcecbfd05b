/**
 * Several writers of one server. `together` sends all requests before it reads the first response, so that the server has them in flight at
 * the same time; where a test needs more than that, a webhook holds requests between the read and the write (`meetAt`, `hold`).
 */
import { readFile } from "node:fs/promises";
import { configFromKubeconfig, createTransportFor } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { inject } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import type { WebhookHost } from "./webhook-host.ts";

/** How requests reach the server: over the transport of the suite, which needs no socket on the embedded server, or over HTTP/2. */
export const ways = ["the transport of the suite", "four HTTP/2 connections"] as const;

export type Way = (typeof ways)[number];

/** The fields that tests read of a response: those of an object or of a Status. */
export interface WriteResponse extends Omit<TestResponse, "body"> {
  readonly body: {
    readonly kind: string;
    readonly metadata: ObjectMetadata;
    readonly data?: Readonly<Record<string, string>>;
    readonly spec?: Readonly<Record<string, unknown>>;
    readonly status?: unknown;
    readonly reason?: string;
    readonly message?: string;
  };
}

export interface ObjectMetadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly managedFields?: readonly { readonly manager: string; readonly operation: string }[];
}

export interface Writers extends AsyncDisposable {
  send(asked: TestRequest): Promise<WriteResponse>;
  /** Sends all of them, then reads the responses, which are in the order of the requests. */
  together(requests: readonly TestRequest[]): Promise<readonly WriteResponse[]>;
}

/** Connects the writers. Disposing them closes their connections. */
export async function startWriters(server: ServerUnderTest, way: Way): Promise<Writers> {
  await using resources = new AsyncDisposableStack();
  const transports = way === "four HTTP/2 connections" ? await connect(server, resources, 4) : [server.transport];
  let sent = 0;
  const send = async (asked: TestRequest): Promise<WriteResponse> => {
    const transport = transports[sent++ % transports.length] ?? server.transport;
    return (await sendRequest(transport, asked)) as WriteResponse;
  };
  const owned = resources.move();
  return {
    send,
    together: (requests) => Promise.all(requests.map((request) => send(request))),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Opens connections to the server's port. The first request of each ensures that it is open for later ones. */
export async function connect(
  server: ServerUnderTest,
  resources: AsyncDisposableStack,
  count: number,
): Promise<readonly Transport[]> {
  const file = inject("kubeconfig");
  const text = file === undefined ? await server.kubeconfig() : await readFile(file, "utf8");
  const config = await configFromKubeconfig(text);
  const transports = Array.from({ length: count }, () => resources.use(createTransportFor(config)));
  await Promise.all(transports.map((transport) => sendRequest(transport, { path: "/version" })));
  return transports;
}

export function post(path: string, body: object): TestRequest {
  return { method: "POST", path, body };
}

export function put(path: string, body: object): TestRequest {
  return { method: "PUT", path, body };
}

export function remove(path: string, options?: object): TestRequest {
  return { method: "DELETE", path, ...(options !== undefined && { body: options }) };
}

const patchTypes = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
} as const;

export function patch(type: keyof typeof patchTypes, path: string, body: object): TestRequest {
  return { method: "PATCH", path, headers: { "content-type": patchTypes[type] }, body };
}

/** An apply by this manager, without force. */
export function apply(manager: string, path: string, body: object): TestRequest {
  const headers = { "content-type": "application/apply-patch+yaml" };
  return { method: "PATCH", path: `${path}?fieldManager=${manager}`, headers, body };
}

/** The responses counted by status: `{ 200: 1, 409: 19 }`. */
export function tally(responses: readonly WriteResponse[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The messages of the responses with this status, each once. */
export function messagesOf(responses: readonly WriteResponse[], status: number): readonly (string | undefined)[] {
  return [...new Set(responses.filter((answer) => answer.status === status).map(({ body }) => body.message))];
}

/** The response with the newest version. */
export function newestOf(responses: readonly WriteResponse[]): WriteResponse {
  const versionOf = ({ body }: WriteResponse): bigint => BigInt(body.metadata.resourceVersion);
  return responses.reduce((newest, answer) => (versionOf(answer) > versionOf(newest) ? answer : newest));
}

/** The webhook at `path` responds to its first `count` calls when all of them have arrived, and to later calls immediately. */
export function meetAt(host: WebhookHost, path: string, count: number): void {
  const { arrived, release } = hold(host, path, count);
  void arrived.then(release);
}

/** Calls that a webhook has received without a response yet. */
export interface HeldCalls {
  /** Resolves when all calls that are to be held have arrived. */
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** The webhook at `path` holds its first `count` calls until they are released, and responds to later calls immediately. */
export function hold(host: WebhookHost, path: string, count = 1): HeldCalls {
  const arrival = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  host.answer(path, async () => {
    calls += 1;
    if (calls === count) arrival.resolve();
    if (calls <= count) await promise;
    return {};
  });
  return { arrived: arrival.promise, release: resolve };
}

/** The rule of a webhook for one resource, as `pods` or `deployments/scale`. */
export function ruleFor(group: string, resource: string, operations: readonly string[] = ["*"]): object {
  return { rules: [{ operations, apiGroups: [group], apiVersions: ["*"], resources: [resource] }] };
}
