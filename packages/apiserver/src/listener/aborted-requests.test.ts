// Clients that disconnect or reset their streams in every phase of a request: no request stays in flight, no watch stays open, and the watch of
// another client continues.
import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from "node:http2";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { bodyOf, readText } from "@kubewright/transport";
import type { Transport, TransportRequest } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createApiServer } from "../api-server.ts";
import type { ApiServer } from "../api-server.ts";
import type { Listener } from "./listener.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = 3;

/** Sends a request in process. */
async function send(server: ApiServer, method: string, path: string, body?: object): Promise<string> {
  const response = await server
    .transport()
    .request({ method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return readText(response);
}

interface HeldWebhook {
  readonly dial: () => Transport;
  readonly calls: readonly TransportRequest[];
  readonly release: () => void;
}

/** A webhook that responds only when `release` is called. */
function createHeldWebhook(): HeldWebhook {
  const held = Promise.withResolvers<void>();
  const calls: TransportRequest[] = [];
  const request = async (call: TransportRequest): ReturnType<Transport["request"]> => {
    calls.push(call);
    const review = JSON.parse(String(call.body)) as { readonly request: { readonly uid: string } };
    await held.promise;
    const response = { uid: review.request.uid, allowed: true };
    return { status: 200, headers: {}, body: bodyOf(JSON.stringify({ ...review, response })) };
  };
  const dial = (): Transport => ({
    request,
    upgrade: () => Promise.reject(new Error("webhooks are not upgraded")),
    [Symbol.asyncDispose]: async () => undefined,
  });
  return { dial, calls, release: held.resolve };
}

/** Calls the webhook for objects with the label `held`. */
async function configureWebhook(server: ApiServer): Promise<void> {
  await send(server, "POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "held" },
    webhooks: [
      {
        name: "held.hooks.test",
        clientConfig: { url: "https://hooks.test/held" },
        rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
        objectSelector: { matchLabels: { held: "yes" } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
}

/** Requests in flight and open watches, apart from the request that reads them. */
async function openRequests(server: ApiServer): Promise<number> {
  const text = await send(server, "GET", "/metrics");
  const samples = text.matchAll(/^apiserver_(?:current_inflight|longrunning)_requests\{.*\} (\d+)$/gmu);
  return [...samples].reduce((sum, [, value]) => sum + Number(value), -1);
}

function authorizationOf(listener: Listener): string {
  const config = JSON.parse(listener.kubeconfig()) as { users: [{ user: { token: string } }] };
  return `Bearer ${config.users[0].user.token}`;
}

const held = JSON.stringify({ metadata: { name: "held", labels: { held: "yes" } } });

/** Sends a request over HTTP/1.1. */
async function openHttp1(listener: Listener, head: string, body = ""): Promise<TLSSocket> {
  const { port } = new URL(listener.url);
  const socket = connectTls({ host: "127.0.0.1", port: Number(port), ca: listener.caCertificate });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  socket.write(`${head}\r\nHost: localhost\r\nAuthorization: ${authorizationOf(listener)}\r\n\r\n${body}`);
  return socket;
}

/** Begins a request over HTTP/2. */
function openHttp2(session: ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  const stream = session.request(headers, { endStream: false });
  stream.on("error", () => undefined);
  return stream;
}

test("aborted requests over HTTP/1.1 and HTTP/2 do not stay in flight", async () => {
  const webhook = createHeldWebhook();
  await using server = createApiServer({ webhooks: { dial: webhook.dial } });
  await using listener = await server.listen();
  await configureWebhook(server);
  const authorization = authorizationOf(listener);
  for (let n = 0; n < 8; n++) {
    await send(server, "POST", maps, { metadata: { name: `c${n}` }, data: { text: "x".repeat(100_000) } });
  }
  const session = connectHttp2(listener.url, { ca: listener.caCertificate });
  const watch = session.request({ ":path": `${maps}?watch=1&fieldSelector=metadata.name=last`, authorization });
  await once(watch, "response");

  const post = { ":method": "POST", ":path": maps, authorization };
  const list = `${maps}?watch=1&resourceVersion=0`;
  for (let round = 0; round < rounds; round++) {
    // While the client sends the body.
    (await openHttp1(listener, `POST ${maps} HTTP/1.1\r\nContent-Length: 100`, "{")).destroy();
    const half = openHttp2(session, post);
    half.write("{");
    half.close(constants.NGHTTP2_CANCEL);
    // Before the response.
    (await openHttp1(listener, `GET ${maps}?watch=1 HTTP/1.1`)).destroy();
    openHttp2(session, { ":path": `${maps}?watch=1`, authorization }).close(constants.NGHTTP2_CANCEL);
    // In the response.
    for (const path of [maps, list]) {
      const socket = await openHttp1(listener, `GET ${path} HTTP/1.1`);
      await once(socket, "readable");
      socket.destroy();
      const stream = openHttp2(session, { ":path": path, authorization });
      await once(stream, "response");
      stream.close(constants.NGHTTP2_CANCEL);
    }
  }
  // While the server waits for a webhook.
  const socket = await openHttp1(listener, `POST ${maps} HTTP/1.1\r\nContent-Length: ${held.length}`, held);
  const stream = openHttp2(session, post);
  stream.end(held);
  await expect.poll(() => webhook.calls.length).toBe(2);
  socket.destroy();
  stream.close(constants.NGHTTP2_CANCEL);
  const event = once(watch, "data");
  await send(server, "POST", maps, { metadata: { name: "last" } });

  await expect.poll(() => openRequests(server)).toBe(1); // The watch.
  expect(String(await event)).toContain('"type":"ADDED"');
  webhook.release();
  session.destroy();
  await expect.poll(() => openRequests(server)).toBe(0);
});
