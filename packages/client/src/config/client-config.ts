/** Where a server is and how to prove who we are: what a kubeconfig context or a Pod's service account come down to. */
import type { HeaderMap } from "@kubewright/transport";

export interface ClientTls {
  /** Certificates to trust, PEM. Absent: those of the system. */
  readonly ca?: string;
  /** The name to expect in the server's certificate, when it is not the host of the address. */
  readonly serverName?: string;
  /** Any certificate will do. Whoever sits between us and the server can then read and change everything. */
  readonly insecureSkipVerify?: boolean;
  /** The client certificate and its key, PEM. */
  readonly certificate?: string;
  readonly key?: string;
}

export interface ClientConfig {
  /** `https://host:port` with an optional path prefix. */
  readonly server: string;
  /** The namespace of the context or the Pod, "default" when it names none. */
  readonly namespace: string;
  readonly tls: ClientTls;
  /** Headers that prove who we are, asked for with every request; renews itself what expires. */
  readonly credentials?: () => HeaderMap | Promise<HeaderMap>;
  readonly proxyUrl?: string;
  /** Where this came from, for messages: a file and its context, or "in-cluster". */
  readonly source: string;
  /** What the user should be told, such as that the server's identity is not checked. Show each of them. */
  readonly warnings: readonly string[];
}
