// The address of a server and the credentials for it: the result of resolving a kubeconfig context or a Pod's service account. It can be passed
// to `createSocketTransport`.

import type { CredentialsProvider, ProxyOptions, TlsOptions, TlsProvider } from "@kubewright/transport";

export interface ClientConfig {
  /** `https://host:port` with an optional path prefix. */
  readonly server: string;
  /** The namespace of the context or the Pod, otherwise "default". */
  readonly namespace: string;
  readonly tls?: TlsOptions | TlsProvider;
  /** Returns the credential headers of each request, and renews credentials that expire. */
  readonly credentials?: CredentialsProvider;
  readonly proxy?: ProxyOptions;
  /** Whether lists are requested compressed: see `SocketTransportOptions.gzip`. */
  readonly gzip?: boolean;
  /** The source in messages: a file and its context, or "in-cluster". */
  readonly source: string;
  /** Warnings to show to the user, for example that the identity of the server is not verified. */
  readonly warnings: readonly string[];
}
