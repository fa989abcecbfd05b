/** An HTTP server on loopback that records requests, for tests about the connection between an API server and its webhooks. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server as TlsServer } from "node:https";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { Environment } from "@kubewright/envtest";

export interface RecordedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response to a recorded request; the default admits the object. */
export interface EndpointResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WebhookEndpoint extends AsyncDisposable {
  readonly url: string;
  /** In the order of arrival. */
  readonly requests: readonly RecordedRequest[];
}

export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** Starts an endpoint: with TLS if `identity` is given. `respond` returns `undefined` for the default response. */
export async function startWebhookEndpoint(
  identity?: Identity,
  respond: (request: RecordedRequest) => EndpointResponse | undefined = () => undefined,
): Promise<WebhookEndpoint> {
  const requests: RecordedRequest[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const recorded = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(recorded);
      const { status, headers: sent, body } = respond(recorded) ?? admitting(recorded);
      response.writeHead(status, sent).end(body);
    });
  };
  const tls = identity && { cert: identity.certificate, key: identity.key };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  const port = await listen(server);
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}

/** An identity for 127.0.0.1, and the authority that issued it. */
export async function issueIdentity({
  clock,
  random,
}: Pick<Environment, "clock" | "random">): Promise<{ readonly identity: Identity; readonly authority: string }> {
  const authority = await createCertificateAuthority({ clock, random });
  return { identity: await authority.issueServing({ hosts: ["127.0.0.1"] }), authority: authority.certificate };
}

/** A request without a review has lost its body in a redirect: any uid is wrong then. */
function admitting({ body }: RecordedRequest): EndpointResponse {
  const review = body === "" ? { request: { uid: "" } } : (JSON.parse(body) as { readonly request: { uid: string } });
  return admission(review.request.uid);
}

/** A review that admits the object of this request. */
export function admission(uid: string): EndpointResponse {
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response: { uid, allowed: true } };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(review) };
}

function listen(server: Server | TlsServer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject).listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address === null || typeof address === "string") reject(new Error("a TCP server has an address and a port"));
    else resolve(address.port);
  });
  return promise;
}
