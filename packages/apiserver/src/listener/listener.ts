// Serves HTTP/2 and HTTP/1.1 over TLS on one port, by default of the loopback interface. Each listener has its own certificate authority, and
// authenticates the tokens and client certificates that it has issued.
import { createSecureServer } from "node:http2";
import type { Http2SecureServer, ServerHttp2Session } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { administrator } from "../authentication/user-info.ts";
import type { Handler } from "../filters/handler.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { createConnectionUsers } from "./client-certificate.ts";
import { hostsOf } from "./host-check.ts";
import { ListenError } from "./errors.ts";
import { Exchanges } from "./exchanges.ts";
import { kubeconfigText } from "./kubeconfig.ts";

export interface ListenOptions {
  /** Default `127.0.0.1`. Another address makes the server reachable from other machines. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Further host names and addresses of the server, for requests and for its certificate. */
  readonly hosts?: readonly string[];
}

/** An open listener. Disposing it closes it and ends all requests, including watches. */
export interface Listener extends AsyncDisposable {
  /** `https://127.0.0.1:41837`. */
  readonly url: string;
  /** The certificate authority of the server, PEM. */
  readonly caCertificate: string;
  /** A kubeconfig with a fresh token of 256 bits for a user, by default an administrator. */
  kubeconfig(user?: UserInfo): string;
  /** A client certificate for this user. */
  clientCertificate(user: UserInfo): Promise<IssuedCertificate>;
}

export interface ListenerParts extends ListenOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly handle: Handler;
  readonly tokens: Map<string, UserInfo>;
}

const limits = {
  connectionsMax: 1024,
  /** A client uses one connection, and each of its informers holds a stream. */
  streamsPerConnectionMax: 1000,
  handshakeMs: 10_000,
  headersMs: 10_000,
  /** A connection on which nothing is open is closed after this time. */
  idleMs: 120_000,
  headerBytesMax: 64 * 1024,
  sessionMemoryMiB: 64,
} as const;

const tokenBytes = 32;

/** Opens a listener. Rejects with a `ListenError` if the address cannot be used. */
export async function listen(parts: ListenerParts): Promise<Listener> {
  const { host = "127.0.0.1", port = 0, clock, random, tokens } = parts;
  const hosts = hostsOf(host, parts.hosts ?? []);
  const authority = await createCertificateAuthority({ clock, random });
  const serving = await authority.issueServing({ hosts });
  const server = createSecureServer({
    key: serving.key,
    cert: serving.certificate,
    ca: authority.certificate,
    requestCert: true,
    // A client without a certificate may have a token. One with a certificate that is not valid gets a Status (401).
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    allowHTTP1: true,
    // A response takes several writes. With Nagle's algorithm each could wait up to 40 ms for the acknowledgement of the previous one.
    noDelay: true,
    handshakeTimeout: limits.handshakeMs,
    maxSessionMemory: limits.sessionMemoryMiB,
    maxHeaderListPairs: 256,
    settings: { maxConcurrentStreams: limits.streamsPerConnectionMax, maxHeaderListSize: limits.headerBytesMax },
  });
  const connections = limitConnections(server);
  const allowedHosts = new Set(hosts.map((name) => name.toLowerCase()));
  const exchanges = new Exchanges({ handle: parts.handle, users: createConnectionUsers(), allowedHosts, clock });
  // The type of an HTTP/2 server does not have the events of HTTP/1.1.
  (server as NodeJS.EventEmitter).on("request", exchanges.beginHttp1);
  // A listener for requests adds one for streams, which creates the objects of the compatibility API.
  server.removeAllListeners("stream");
  server.on("stream", exchanges.beginHttp2);
  (server as NodeJS.EventEmitter).on("upgrade", exchanges.beginUpgrade);
  await open(server, host, port);
  const { port: actualPort } = server.address() as AddressInfo; // A TCP server that listens has an address.
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;

  return {
    url,
    caCertificate: authority.certificate,
    kubeconfig(user = administrator) {
      const token = Buffer.from(random.bytes(tokenBytes)).toString("base64url");
      tokens.set(token, user);
      return kubeconfigText({ server: url, caCertificate: authority.certificate, userName: user.name, token });
    },
    clientCertificate: ({ name, groups }) => authority.issueClient({ user: name, groups }),
    async [Symbol.asyncDispose]() {
      const ended = exchanges.end(new Error("the listener has been closed"));
      await close(server, connections);
      await ended;
    },
  };
}

/** Limits the number of connections, their idle time, and the time that the head of a request may take. */
function limitConnections(server: Http2SecureServer): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  const add = (socket: Socket): void => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  };
  server.maxConnections = limits.connectionsMax;
  // A secure server uses these for HTTP/1.1, but its type does not have them.
  Object.assign(server, { headersTimeout: limits.headersMs, requestTimeout: 0, keepAliveTimeout: limits.idleMs });
  server.on("connection", add); // A connection exists before its TLS handshake.
  server.on("secureConnection", (socket: TLSSocket) => {
    add(socket);
    socket.on("error", () => socket.destroy());
  });
  server.on("session", (session: ServerHttp2Session) => {
    let streams = 0;
    session.on("stream", (stream) => {
      streams++;
      stream.on("close", () => streams--);
      stream.on("error", () => undefined); // The exchange handles the reset of a stream.
    });
    session.setTimeout(limits.idleMs, () => {
      if (streams === 0) session.close();
    });
    session.on("error", () => session.destroy());
  });
  server.on("tlsClientError", (_error, socket: TLSSocket) => socket.destroy());
  return connections;
}

async function open(server: Http2SecureServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const address = `${host}:${port}`;
  const failed = (cause: Error & { code?: string }): void =>
    reject(new ListenError(address, cause.code ?? "", { cause }));
  server.once("error", failed);
  server.listen({ host, port }, () => resolve());
  await promise;
  server.removeListener("error", failed);
}

async function close(server: Http2SecureServer, connections: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  for (const connection of connections) connection.destroy();
  await promise;
}
