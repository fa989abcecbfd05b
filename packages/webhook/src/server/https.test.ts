// Webhooks over loopback sockets: handshakes, limits of bodies, and the end of the server.
import { request as httpsRequest } from "node:https";
import type { RequestOptions } from "node:https";
import { connect } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { CertificateAuthority, IssuedCertificate } from "@kubewright/certificates";
import { createHttpListener } from "@kubewright/serving";
import type { HttpListener, TlsSettings } from "@kubewright/serving";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { answerAdmission } from "../admission/admission-review.ts";
import { answer, bodyBytesMax } from "./answer.ts";
import type { WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";
import { respond, webhookLimits } from "./https.ts";

const host = "127.0.0.1";
const tools = { clock: createSystemClock(), random: createSeededRandom("certificates") };

test("clients of TLS 1.1 are rejected, and HTTP/2 is not offered", async () => {
  await using fixture = await startFixture();

  const old = await handshake(fixture, { maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" });
  const offered = await handshake(fixture, { ALPNProtocols: ["h2", "http/1.1"] });

  expect(old).toMatch(/alert protocol version|unsupported protocol/i);
  expect(offered).toBe("http/1.1");
});

test("a body over the limit is rejected before it is read", async () => {
  await using fixture = await startFixture();

  const whole = await send(fixture, { body: Buffer.alloc(bodyBytesMax + 1) });
  const endless = await send(fixture, { body: Buffer.alloc(64 * 1024), headers: { "content-length": 1e12 } });

  expect(whole.status).toBe(413);
  expect(endless).toMatchObject({ status: 413, headers: { connection: "close" } });
});

test("a body of 6 MiB is read", async () => {
  await using fixture = await startFixture();

  const { status } = await send(fixture, { body: Buffer.alloc(6 * 1024 * 1024) });

  expect(status).not.toBe(413);
});

test("a review in flight gets its response when the server stops, and its connection is then closed", async () => {
  const answering = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  await using fixture = await startFixture(async () => {
    received.resolve();
    await answering.promise;
    return { status: 200, headers: {}, body: new TextEncoder().encode("done") };
  });

  const sent = send(fixture, {});
  await received.promise;
  const closed = fixture.listener.close();
  answering.resolve();

  expect(await sent).toMatchObject({ status: 200, text: "done", headers: { connection: "close" } });
  await closed;
});

test("with clientCa, only clients with one of its certificates are served, also after a renewal of the serving certificate", async () => {
  const clients = await createCertificateAuthority(tools);
  const known = await clients.issueClient({ user: "kube-apiserver" });
  await using fixture = await startFixture(undefined, { clientCa: clients.certificate });
  const stranger = await fixture.authority.issueClient({ user: "kube-apiserver" });
  fixture.listener.useCertificate(await fixture.authority.issueServing({ hosts: [host] }));

  const answered = await send(fixture, { client: known });
  const refused = await Promise.allSettled([send(fixture, {}), send(fixture, { client: stranger })]);

  expect(answered.status).toBe(400); // The body was read and is not a review.
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("the signal of a request is aborted when the caller closes the connection", async () => {
  const received = Promise.withResolvers<AbortSignal>();
  await using fixture = await startFixture(({ signal }) => {
    if (signal) received.resolve(signal);
    return new Promise(() => {});
  });
  const call = httpsRequest(optionsOf(fixture, {}));
  call.on("error", () => {}); // It is destroyed below.
  call.end("{}");
  const signal = await received.promise;

  call.destroy();

  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  expect(signal.reason).toMatchObject({ message: "the API server has closed the connection" });
});

interface Fixture extends AsyncDisposable {
  readonly authority: CertificateAuthority;
  readonly listener: HttpListener;
  readonly port: number;
}

type Handle = (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>;

const allow: Handle = (request) =>
  answer(
    {
      endpoints: new Map([["/", (body, context) => answerAdmission(() => Promise.resolve({}), body, context)]]),
      recoverPanic: true,
      log: silentLogger,
    },
    request,
  );

async function startFixture(handle: Handle = allow, tls: TlsSettings = {}): Promise<Fixture> {
  const authority = await createCertificateAuthority(tools);
  const pair: IssuedCertificate = await authority.issueServing({ hosts: [host] });
  const listener = createHttpListener({
    what: "webhooks",
    address: { host, port: 0 },
    limits: webhookLimits,
    tls: { pair, ...tls },
    handle: (request, response) => respond(handle, request, response),
  });
  const { port } = await listener.listen();
  return { authority, listener, port, [Symbol.asyncDispose]: () => listener.close() };
}

/** The negotiated protocol, or the error of the handshake. */
function handshake({ port, authority }: Fixture, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ca: authority.certificate, ...options }, () => {
      resolve(socket.alpnProtocol || "none");
      socket.destroy();
    });
    socket.on("error", (error: Error) => resolve(error.message));
  });
}

interface Sent {
  readonly body?: Buffer;
  readonly headers?: RequestOptions["headers"];
  /** The client certificate of the caller. */
  readonly client?: IssuedCertificate;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: unknown;
  readonly text: string;
}

function optionsOf({ port, authority }: Fixture, headers: RequestOptions["headers"]): RequestOptions {
  return { host, port, path: "/", method: "POST", ca: authority.certificate, headers, agent: false };
}

function send(fixture: Fixture, { body = Buffer.from("{}"), headers = {}, client }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = optionsOf(fixture, { "content-type": "application/json", connection: "keep-alive", ...headers });
    const shown = client ? { cert: client.certificate, key: client.key } : {};
    const call = httpsRequest({ ...options, ...shown }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    call.on("error", reject);
    call.write(body);
    if (!("content-length" in Object(headers))) call.end();
  });
}
