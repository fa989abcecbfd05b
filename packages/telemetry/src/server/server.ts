/** The one place of this package that opens a socket: a small HTTP server for health probes or metrics. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ListenError } from "../errors.ts";
import type { HealthChecks } from "../health/health.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isLoopback } from "./bind-address.ts";
import type { BindAddress } from "./bind-address.ts";

// An `import` would read everything that the module offers, a WebSocket client among it, which takes longer than the rest of a start.
const { createServer } = process.getBuiltinModule("node:http");

/** A server that listens. Disposing it stops listening and ends idle connections; answers in flight are finished. */
export interface TelemetryServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

/** A GET request's path and query; `undefined` is 404. */
type Route = (path: string, query: URLSearchParams) => Promise<Answer> | undefined;
type Answer = { readonly status: number; readonly contentType: string; readonly body: string };

/** Requests are small and come every few seconds; whoever takes longer than this to send one is no probe. */
const requestTimeoutMs = 5_000;

/** Probes are one or two at a time. */
const connectionsMax = 32;

/**
 * Answers `/healthz` and `/readyz` (and `/healthz/{check}`, `?verbose`, `?exclude=check`) on `address`.
 *
 * @throws {ListenError} when the address cannot be used.
 */
export function startHealthServer(
  address: BindAddress,
  checks: { readonly healthz: HealthChecks; readonly readyz: HealthChecks },
): Promise<TelemetryServer> {
  return startServer("health probes", address, (path, query) => {
    const [, name = "", only] = /^\/(healthz|readyz)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
    if (name !== "healthz" && name !== "readyz") return undefined;
    const options = { verbose: query.has("verbose"), exclude: query.getAll("exclude") };
    return answerHealth(checks[name], only === undefined ? options : { ...options, only });
  });
}

/**
 * Answers `/metrics` on `address`, which must be a loopback address: metrics tell much about a cluster, and without TLS and
 * authentication nobody else may read them.
 *
 * @throws {ListenError} when the address is open to others or cannot be used.
 */
export function startMetricsServer(address: BindAddress, metrics: Metrics): Promise<TelemetryServer> {
  if (!isLoopback(address)) {
    const open = `${address.host ?? ""}:${address.port}`;
    return Promise.reject(
      new ListenError(
        `Cannot serve metrics on "${open}": it is open to others and metrics are served without authentication: use "127.0.0.1:${address.port}", or "0" for off`,
      ),
    );
  }
  return startServer("metrics", address, (path) => (path === "/metrics" ? answerMetrics(metrics) : undefined));
}

async function answerHealth(checks: HealthChecks, options: Parameters<HealthChecks["answer"]>[0]): Promise<Answer> {
  return { ...(await checks.answer(options)), contentType: "text/plain; charset=utf-8" };
}

async function answerMetrics(metrics: Metrics): Promise<Answer> {
  return { status: 200, ...(await metrics.expose()) };
}

function startServer(what: string, address: BindAddress, route: Route): Promise<TelemetryServer> {
  const server = createServer((request, response) => {
    respond(request, response, route).catch((error: unknown) => {
      // The check or the registry failed in a way it must not; the probe hears of it and the process lives on.
      response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = requestTimeoutMs;
  server.maxConnections = connectionsMax;
  return listen(what, server, address);
}

async function respond(request: IncomingMessage, response: ServerResponse, route: Route): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const answer = await route(path, new URLSearchParams(query));
  const { status, contentType, body } = answer ?? {
    status: 404,
    contentType: "text/plain; charset=utf-8",
    body: "404 page not found\n",
  };
  response.writeHead(status, {
    "content-type": contentType,
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(body),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

function listen(what: string, server: Server, { host, port }: BindAddress): Promise<TelemetryServer> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(listenError(what, { port, ...(host === undefined ? {} : { host }) }, error)),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
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
