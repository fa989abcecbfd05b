/** The one place of this package that opens a socket: GET requests of small answers, in the clear or over TLS. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions } from "node:tls";
import { abortable, spawn } from "@kubewright/async";
import { ListenError } from "../errors.ts";
import type { BindAddress } from "./bind-address.ts";

/** A server that listens. Disposing it stops listening and ends idle connections; answers in flight are finished. */
export interface TelemetryServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

/** Where the certificate comes from, now and whenever it is replaced: a `CertificateSource` of `@kubewright/certificates`. */
export interface ServingCertificate {
  run(
    use: (pair: { readonly certificate: string; readonly key: string }) => void,
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}

export interface ServedRequest {
  /** "GET" or "HEAD". */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

/** `undefined` is 404. */
export type Route = (request: ServedRequest) => Promise<Answer> | undefined;

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export const plainText = "text/plain; charset=utf-8";

/** Requests are small and come every few seconds; whoever takes longer than this to send one is no probe. */
const requestTimeoutMs = 5_000;

/** Probes are one or two at a time. */
const connectionsMax = 32;

export interface ListenOptions {
  /** What is served, for errors: "metrics". */
  readonly what: string;
  readonly address: BindAddress;
  readonly route: Route;
}

/** Serves HTTP. Rejects with a `ListenError` when the address cannot be used. */
export function listenHttp(options: ListenOptions): Promise<TelemetryServer> {
  // An `import` would read everything that the module offers, a WebSocket client among it, which takes longer than the rest of a start.
  const { createServer } = process.getBuiltinModule("node:http");
  return listen(createServer(limits, answering(options.route)), options);
}

export interface ListenTlsOptions extends ListenOptions {
  readonly certificate: ServingCertificate;
  /** Ends the waiting for the first certificate. */
  readonly signal?: AbortSignal;
  /** Gets what ended the source of certificates; the present one serves on. */
  readonly onCertificateFailure: (error: unknown) => void;
}

/**
 * Serves HTTPS, TLS 1.2 at least and HTTP/1.1 alone, once the first certificate is there; each later one is taken for new connections. HTTP/2 is
 * left out because a few bytes make its servers work much (CVE-2023-44487), and a scraper needs none of it.
 */
export async function listenHttps(options: ListenTlsOptions): Promise<TelemetryServer> {
  const { createServer } = process.getBuiltinModule("node:https");
  const first = Promise.withResolvers<ReturnType<typeof createServer>>();
  let server: ReturnType<typeof createServer> | undefined;
  const certificates = spawn(
    async (signal) => {
      await options.certificate.run(
        (pair) => {
          const tls: SecureContextOptions = { cert: pair.certificate, key: pair.key, minVersion: "TLSv1.2" };
          if (server) server.setSecureContext(tls);
          else {
            server = createServer({ ...limits, ...tls, handshakeTimeout: requestTimeoutMs }, answering(options.route));
            server.on("tlsClientError", () => {}); // A stranger's handshake; nothing to do for us.
            first.resolve(server);
          }
        },
        { signal },
      );
      first.reject(new ListenError(`Cannot serve ${options.what}: there is no certificate`));
    },
    {
      name: `certificates of ${options.what}`,
      onError(error) {
        first.reject(error);
        options.onCertificateFailure(error);
      },
    },
  );
  try {
    const listening = await listen(await abortable(first.promise, options.signal), options);
    return {
      ...listening,
      async [Symbol.asyncDispose]() {
        await certificates.stop();
        await listening[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await certificates.stop();
    throw error;
  }
}

const limits = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs };

function answering(route: Route): RequestListener {
  return (request, response) => {
    respond(request, response, route).catch((error: unknown) => {
      // The check or the registry failed in a way it must not; the probe hears of it and the process lives on.
      response.writeHead(500, { "content-type": plainText });
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, route: Route): Promise<void> {
  const { method = "" } = request;
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const { authorization } = request.headers;
  const answer = await route({ method, path, query: new URLSearchParams(query), authorization });
  const { status, contentType, body } = answer ?? { status: 404, contentType: plainText, body: "404 page not found\n" };
  response.writeHead(status, {
    "content-type": contentType,
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
  });
  response.end(method === "HEAD" ? undefined : body);
}

function listen(server: Server, { what, address }: ListenOptions): Promise<TelemetryServer> {
  server.maxConnections = connectionsMax;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(what, address, error)));
    server.listen({ ...address }, () => {
      const bound = server.address() as AddressInfo; // A TCP server that listens has an address of this form.
      resolve({ host: bound.address, port: bound.port, [Symbol.asyncDispose]: () => close(server) });
    });
  });
}

function listenError(what: string, { host = "", port }: BindAddress, cause: NodeJS.ErrnoException): ListenError {
  const found =
    cause.code === "EADDRINUSE"
      ? "the port is taken by another program: end it, or choose another port"
      : cause.message;
  return new ListenError(`Cannot serve ${what} on "${host}:${port}": ${found}`, { cause });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve()); // Its error says that it was closed before, which is what we want.
    server.closeIdleConnections();
  });
}
