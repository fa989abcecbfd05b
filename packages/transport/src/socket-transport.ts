import type { Clock } from "@kubewright/async";
import type { HeaderMap, Transport } from "./transport.ts";

/** Where the server is and how to speak to it. */
export interface SocketTransportOptions {
  /** `https://host:port`, or `http://`, with an optional path that all requests are below: `https://rancher/k8s/clusters/c1`. */
  readonly server: string;
  /**
   * What to trust and who to be. A function is asked before each request, so that a rotated certificate is taken up: when its
   * answer changes, new requests go over a new connection and the old one ends with its last request.
   */
  readonly tls?: TlsOptions | TlsProvider;
  /** Headers that every request gets, asked for each one: `authorization` with a token that may have been rotated. */
  readonly credentials?: CredentialsProvider;
  /** The proxies to go through; none by default. */
  readonly proxy?: ProxyOptions;
  readonly clock?: Clock;
}

/** What TLS is made with. All texts are PEM. */
export interface TlsOptions {
  /** The only authorities that are trusted, one or more certificates; the platform's own by default. */
  readonly ca?: string;
  /** The name that the server's certificate must carry, and that is sent as SNI; the host of `server` by default. */
  readonly serverName?: string;
  /** Accept any certificate. Whoever can stand between then reads and writes everything: for tests alone. Not together with `ca`. */
  readonly insecureSkipVerify?: boolean;
  /** The client's certificate (with its chain) and key; either both or none. */
  readonly certificate?: string;
  readonly key?: string;
}

/** Gives the TLS options of the moment. It is asked often, so it answers from memory. */
export type TlsProvider = () => TlsOptions | Promise<TlsOptions>;

/** Gives the credential headers of the moment. It is asked for each request, so it answers from memory. */
export type CredentialsProvider = () => HeaderMap | Promise<HeaderMap>;

/** The values of the usual environment variables, which `main` reads. */
export interface ProxyOptions {
  /** For `https://` servers: what `HTTPS_PROXY` holds. */
  readonly https?: string;
  /** For `http://` servers: what `HTTP_PROXY` holds. */
  readonly http?: string;
  /** Servers that are reached directly: what `NO_PROXY` holds. */
  readonly except?: string;
}

export function createSocketTransport(_options: SocketTransportOptions): Transport {
  throw new Error("Cannot create a socket transport: under construction");
}
