// The limits of requests in flight. A request is in flight while the server waits for its body.
import { once } from "node:events";
import { connect } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, Settings } from "node:http2";
import { readText } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import type { ApiServerOptions } from "../api-server.ts";
import { createApiServer } from "../api-server.ts";
import { withMaxInflight } from "./max-inflight.ts";
import type { RequestState } from "./request-state.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const jane = { name: "jane", groups: [] };

interface Clients {
  /** Begins a request of a user without privileges. */
  readonly begin: (method: string, path: string) => ClientHttp2Stream;
  readonly sendAsAdministrator: (method: string, path: string, body?: string) => Promise<number>;
}

async function start(
  limits: Pick<ApiServerOptions, "maxMutatingRequestsInflight" | "maxRequestsInflight">,
): Promise<Clients> {
  const server = createApiServer({ authorization: "AlwaysAllow", ...limits });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const listener = await server.listen();
  const session: ClientHttp2Session = connect(listener.url, { ca: listener.caCertificate });
  onTestFinished(() => session.destroy());
  const config = JSON.parse(listener.kubeconfig(jane)) as { users: [{ user: { token: string } }] };
  const authorization = `Bearer ${config.users[0].user.token}`;
  return {
    begin: (method, path) =>
      session.request({ ":method": method, ":path": path, authorization }, { endStream: method === "GET" }),
    async sendAsAdministrator(method, path, body) {
      const response = await server.transport().request({ method, path, ...(body === undefined ? {} : { body }) });
      await readText(response);
      return response.status;
    },
  };
}

async function responseTo(
  stream: ClientHttp2Stream,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }> {
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status"?: number }];
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(stream, "end");
  return { status: headers[":status"], headers, text: Buffer.concat(chunks).toString() };
}

test("a write beyond the limit gets 429, and administrators and reads do not", async () => {
  const { begin, sendAsAdministrator } = await start({ maxMutatingRequestsInflight: 1, maxRequestsInflight: 1 });
  const held = begin("POST", maps);
  const beyond = begin("POST", maps);

  const { status, headers, text } = await responseTo(beyond);
  expect([status, text, headers["retry-after"], headers["content-type"], headers["x-content-type-options"]]).toEqual([
    429,
    "Too many requests, please try again later.\n",
    "1",
    "text/plain; charset=utf-8",
    "nosniff",
  ]);
  expect(await sendAsAdministrator("POST", maps, '{"metadata":{"name":"b"}}')).toBe(201);
  expect((await responseTo(begin("GET", `${maps}/b`))).status).toBe(200);
  held.end('{"metadata":{"name":"a"}}');
  expect((await responseTo(held)).status).toBe(201);

  const next = begin("POST", maps);
  next.end('{"metadata":{"name":"c"}}');
  expect((await responseTo(next)).status).toBe(201);
});

test("watches are not counted", async () => {
  const { begin } = await start({ maxRequestsInflight: 1 });
  const watches = [begin("GET", `${maps}?watch=1`), begin("GET", `${maps}?watch=1`)];

  const heads = await Promise.all(watches.map((watch) => once(watch, "response")));

  expect(heads.map(([head]) => (head as { ":status": number })[":status"])).toEqual([200, 200]);
  expect((await responseTo(begin("GET", maps))).status).toBe(200);
});

test("0 means no limit", async () => {
  const { begin } = await start({ maxMutatingRequestsInflight: 0 });
  const held = Array.from({ length: 90 }, (_, n) => ({ stream: begin("POST", maps), name: `c${n}` }));

  for (const { stream, name } of held) stream.end(JSON.stringify({ metadata: { name } }));
  const responses = await Promise.all(held.map(({ stream }) => responseTo(stream)));

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
});

test.each([
  { verb: "list", limit: 400 },
  { verb: "create", limit: 200 },
])("$limit requests with the verb $verb are in flight by default", ({ verb, limit }) => {
  const held = new Promise<never>(() => undefined);
  const handler = withMaxInflight(() => held, {});
  const request = (): unknown =>
    handler({ info: { isLongRunning: false, access: { verb } }, user: jane } as unknown as RequestState); // What the filter reads.

  const first = Array.from({ length: limit }, request);

  expect(new Set(first)).toEqual(new Set([held]));
  expect(request()).toMatchObject({ status: 429 });
});

test("a listener may have another number of streams for a connection", async () => {
  const server = createApiServer();
  onTestFinished(() => server[Symbol.asyncDispose]());
  const listener = await server.listen({ http2MaxStreamsPerConnection: 7 });
  const session = connect(listener.url, { ca: listener.caCertificate });
  onTestFinished(() => session.destroy());

  const [settings] = (await once(session, "remoteSettings")) as [Settings];

  expect(settings.maxConcurrentStreams).toBe(7);
});
