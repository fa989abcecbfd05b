// Where a server is and how to prove who we are: what a kubeconfig context or a Pod's service account come down to. It can be
// given to `createSocketTransport` as it is.

import type { CredentialsProvider, ProxyOptions, TlsOptions, TlsProvider } from "@kubewright/transport";

export interface ClientConfig {
  /** `https://host:port` with an optional path prefix. */
  readonly server: string;
  /** The namespace of the context or the Pod, "default" when it names none. */
  readonly namespace: string;
  readonly tls?: TlsOptions | TlsProvider;
  /** Headers that prove who we are, asked for with every request; renews itself what expires. */
  readonly credentials?: CredentialsProvider;
  readonly proxy?: ProxyOptions;
  /** Where this came from, for messages: a file and its context, or "in-cluster". */
  readonly source: string;
  /** What the user should be told, such as that the server's identity is not checked. Show each of them. */
  readonly warnings: readonly string[];
}
