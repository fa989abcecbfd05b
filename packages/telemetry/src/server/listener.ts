/** Servers of small documents, which respond to GET and HEAD: health probes and metrics. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createHttpListener, startHttpsServer } from "@kubewright/serving";
import type {
  BindAddress,
  HttpLimits,
  HttpListenerOptions,
  HttpsServer,
  ServingCertificate,
  TlsSettings,
} from "@kubewright/serving";

/** A server that listens. Disposing it closes it. */
export interface TelemetryServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** Accepts no more connections and resolves once the requests in flight are answered. Aborting `signal` closes their connections. */
  close(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

export interface ServedRequest {
  /** "GET" or "HEAD". */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

/** `undefined` is 404. */
export type Route = (request: ServedRequest) => Promise<ServedResponse> | undefined;

export interface ServedResponse {
  readonly status: number;
  readonly contentType: string;
  /** A stream is sent in chunks. */
  readonly body: string | Readable;
}

export const plainText = "text/plain; charset=utf-8";

/** Probes and scrapes are small, and one or two at a time. */
const limits: HttpLimits = {
  connectionsMax: 32,
  handshakeTimeoutMs: 5_000,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 5_000,
  stallTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
};

export interface ListenOptions {
  /** Names the server in errors: "metrics". */
  readonly what: string;
  readonly address: BindAddress;
  readonly route: Route;
}

/** Serves HTTP. Rejects with a `ListenError` if the address cannot be used. */
export async function listenHttp(options: ListenOptions): Promise<TelemetryServer> {
  const { listen, close } = createHttpListener(listenerOptions(options));
  return disposable({ ...(await listen()), close });
}

export interface ListenTlsOptions extends ListenOptions {
  readonly certificate: ServingCertificate;
  readonly tls?: TlsSettings | undefined;
  /** Ends the wait for the first certificate. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the error that ended the source of certificates. The current certificate stays in use. */
  readonly onCertificateFailure: (error: unknown) => void;
}

/** Serves HTTPS once the first certificate exists; each later one is used for new connections. Rejects with a `ListenError` if the address cannot be used. */
export async function listenHttps(options: ListenTlsOptions): Promise<TelemetryServer> {
  const { certificate, tls = {}, signal, onCertificateFailure } = options;
  return disposable(
    await startHttpsServer({ ...listenerOptions(options), tls, certificate, signal, onCertificateFailure }),
  );
}

function disposable(server: HttpsServer): TelemetryServer {
  return { ...server, [Symbol.asyncDispose]: () => server.close() };
}

function listenerOptions({ what, address, route }: ListenOptions): HttpListenerOptions {
  return { what, address, limits, handle: (request, response) => respond(request, response, route) };
}

async function respond(request: IncomingMessage, response: ServerResponse, route: Route): Promise<void> {
  const { method = "" } = request;
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const { status, contentType, body } = await answerOf(request, route);
  const headers = { "content-type": contentType, "x-content-type-options": "nosniff" };
  if (typeof body === "string") {
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(method === "HEAD" ? undefined : body);
  } else {
    response.writeHead(status, headers);
    await pipeline(body, response);
  }
}

/** Calls the handler of a route. A handler that fails gives a response with its error, so the output of a probe shows the reason. */
async function answerOf(request: IncomingMessage, route: Route): Promise<ServedResponse> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const { method = "" } = request;
  const { authorization } = request.headers;
  try {
    const answer = await route({ method, path, query: new URLSearchParams(query), authorization });
    return answer ?? { status: 404, contentType: plainText, body: "404 page not found\n" };
  } catch (error) {
    return { status: 500, contentType: plainText, body: `${error instanceof Error ? error.message : String(error)}\n` };
  }
}
