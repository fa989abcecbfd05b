/** Transports to the server under test by other credentials than the administrator's. */
import { createSystemClock } from "@kubewright/async";
import { loadConfig } from "@kubewright/client";
import { createSocketTransport } from "@kubewright/transport";
import type { TlsOptions, TlsProvider, Transport } from "@kubewright/transport";
import { inject } from "vitest";
import type { ServerUnderTest } from "./server-under-test.ts";

/** Gives the transport of each bearer token; without a token, of a client without credentials. Disposing it closes them. */
export interface TokenTransports extends AsyncDisposable {
  readonly server: string;
  of(token?: string): Transport;
}

/** An embedded server begins to listen on loopback. */
export async function openTokenTransports(server: ServerUnderTest): Promise<TokenTransports> {
  const address = await addressOf(server);
  const opened = new AsyncDisposableStack();
  return {
    server: address.server,
    of(token) {
      const credentials = token === undefined ? {} : { credentials: () => ({ authorization: `Bearer ${token}` }) };
      return opened.use(createSocketTransport({ ...address, ...credentials }));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface Address {
  readonly server: string;
  readonly tls?: TlsOptions | TlsProvider;
}

async function addressOf({ apiServer }: ServerUnderTest): Promise<Address> {
  if (apiServer !== undefined) {
    const { url, caCertificate } = await apiServer.listen();
    return { server: url, tls: { ca: caCertificate } };
  }
  const { server, tls } = await loadConfig({ env: { KUBECONFIG: inject("kubeconfig") }, clock: createSystemClock() });
  return { server, ...(tls === undefined ? {} : { tls }) };
}
