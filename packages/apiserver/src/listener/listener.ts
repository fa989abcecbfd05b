// Serves HTTP/2 and HTTP/1.1 over TLS on one port, by default of the loopback interface. Each listener has its own certificate authority, and
// authenticates the tokens and client certificates that it has issued.
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority, loadCertificateAuthority } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createHttpListener } from "@kubewright/serving";
import type { Http2Options, HttpLimits } from "@kubewright/serving";
import { administrator } from "../authentication/user-info.ts";
import type { IssuedTokens } from "../authentication/token-result.ts";
import type { Handler } from "../filters/handler.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { BodyBudget, bodyLimits } from "./body-budget.ts";
import { createConnectionUsers } from "./client-certificate.ts";
import { guestLimits, Guests } from "./guests.ts";
import { hostsOf } from "./host-check.ts";
import { Exchanges } from "./exchanges.ts";
import { formatKubeconfig } from "./kubeconfig.ts";
import { connectionsPerUserMax, UserConnections } from "./user-connections.ts";

export interface ListenOptions {
  /** Default `127.0.0.1`. Another address makes the server reachable from other machines. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Further host names and addresses of the server, for requests and for its certificate. */
  readonly hosts?: readonly string[];
  /** The streams of a connection over HTTP/2 at a time, as the flag of kube-apiserver with this name. Default 100. */
  readonly http2MaxStreamsPerConnection?: number;
  /** The authority and the token of an earlier listener, so that its kubeconfigs remain valid. Default: new ones. */
  readonly credentials?: ListenerCredentials;
}

/** Secrets of a listener. Store them only in a file that no other user can read. */
export interface ListenerCredentials {
  /** The certificate authority that signs the certificates of the server and of clients. */
  readonly authority: IssuedCertificate;
  /** The token of the administrator, in each kubeconfig without another user. At least 32 random bytes in base64url. */
  readonly token: string;
}

/** An open listener. Disposing it closes it and ends all requests, including watches. */
export interface Listener extends AsyncDisposable {
  /** `https://127.0.0.1:41837`. */
  readonly url: string;
  /** The certificate authority of the server, PEM. */
  readonly caCertificate: string;
  /**
   * A kubeconfig with a fresh token of 256 bits for a user, by default an administrator. The token is valid for requests to this listener until it closes.
   * With `credentials`, that of the administrator has their token.
   */
  kubeconfig(user?: UserInfo): string;
  /** A client certificate for this user, with its uid. */
  clientCertificate(user: UserInfo): Promise<IssuedCertificate>;
}

export interface ListenerParts extends ListenOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly handle: Handler;
  /** The tokens of all listeners. The listener adds its own tokens, and removes them when it ends. */
  readonly issuedTokens: Set<IssuedTokens>;
  /** Default: new ones with `guestLimits`. */
  readonly guests?: Guests;
  /** Default: new ones with `connectionsPerUserMax`. */
  readonly connections?: UserConnections;
}

/** The exchange limits the time of bodies and responses, because a watch has no limit. */
const limits: HttpLimits = {
  connectionsMax: 4096,
  handshakeTimeoutMs: 10_000,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 120_000,
  headerBytesMax: 64 * 1024,
};

const http2Limits: Omit<Http2Options, "handle" | "streamsPerConnectionMax"> = {
  headerPairsMax: 256,
  sessionMemoryMiBMax: 64,
};

/** As in kube-apiserver. A client with more watches opens another connection. */
const streamsPerConnectionMax = 100;

/** Other upgrades, such as to `h2c`, are ignored as by Go's servers. */
const upgradeProtocols: ReadonlySet<string> = new Set(["websocket"]);

const tokenBytes = 32;

/** Opens a listener. Rejects with a `ListenError` if the address cannot be used. */
export async function listen(parts: ListenerParts): Promise<Listener> {
  const { host = "127.0.0.1", port = 0, clock, random, issuedTokens, credentials } = parts;
  const hosts = hostsOf(host, parts.hosts ?? []);
  const authority = credentials
    ? loadCertificateAuthority({ clock, random, ...credentials.authority })
    : await createCertificateAuthority({ clock, random });
  const serving = await authority.issueServing({ hosts });
  const allowedHosts = new Set(hosts.map((name) => name.toLowerCase()));
  const guests = parts.guests ?? new Guests(guestLimits, clock);
  const tokens = new Map<string, UserInfo>();
  if (credentials) tokens.set(credentials.token, administrator);
  const exchanges = new Exchanges({
    handle: parts.handle,
    users: createConnectionUsers(),
    tokens,
    allowedHosts,
    clock,
    bodies: new BodyBudget(bodyLimits),
    guests,
    connections: parts.connections ?? new UserConnections(connectionsPerUserMax),
  });
  const server = createHttpListener({
    what: "the Kubernetes API",
    address: { host, port },
    limits,
    // A client without a certificate may have a token. One with a certificate that is not valid gets a Status (401).
    tls: { pair: serving, clientCa: authority.certificate, isClientCertificateOptional: true },
    http2: {
      ...http2Limits,
      streamsPerConnectionMax: parts.http2MaxStreamsPerConnection ?? streamsPerConnectionMax,
      handle: exchanges.beginHttp2,
    },
    onConnection: guests.add,
    handle: exchanges.beginHttp1,
    handlesContinue: true,
    handleUpgrade: exchanges.beginUpgrade,
    upgradeProtocols,
  });
  const { port: actualPort } = await server.listen();
  issuedTokens.add(tokens);
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;

  return {
    url,
    caCertificate: authority.certificate,
    kubeconfig(user = administrator) {
      const stored = user === administrator ? credentials?.token : undefined;
      const token = stored ?? Buffer.from(random.bytes(tokenBytes)).toString("base64url");
      tokens.set(token, user);
      return formatKubeconfig({ server: url, caCertificate: authority.certificate, userName: user.name, token });
    },
    clientCertificate: ({ name, groups, uid }) => authority.issueClient({ user: name, groups, uid }),
    async [Symbol.asyncDispose]() {
      issuedTokens.delete(tokens);
      const ended = exchanges.end(new Error("the listener has been closed"));
      await server.close({ signal: AbortSignal.abort() });
      await ended;
    },
  };
}
