/** Transports to a server by other credentials than the administrator's. */
import { createSystemClock } from "@kubewright/async";
import { configFromKubeconfig, loadConfig } from "@kubewright/client";
import type { Environment } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import type { TlsOptions, TlsProvider, Transport } from "@kubewright/transport";
import { inject } from "vitest";
import type {} from "./server-under-test.ts"; // It declares what is provided.

/** Gives the transport of each bearer token; without a token, of a client without credentials. Disposing it closes them. */
export interface TokenTransports extends AsyncDisposable {
  readonly server: string;
  of(token?: string): Transport;
}

type AddressedServer = Pick<Environment, "server" | "apiServer" | "kubeconfig">;

/** An embedded server begins to listen on loopback. An existing server is the one of the lane. */
export async function openTokenTransports(server: AddressedServer): Promise<TokenTransports> {
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

async function addressOf(environment: AddressedServer): Promise<Address> {
  if (environment.apiServer !== undefined) {
    const { url, caCertificate } = await environment.apiServer.listen();
    return { server: url, tls: { ca: caCertificate } };
  }
  const { server, tls } =
    environment.server === "existing"
      ? await loadConfig({ env: { KUBECONFIG: inject("kubeconfig") }, clock: createSystemClock() })
      : await configFromKubeconfig(await environment.kubeconfig());
  return { server, ...(tls === undefined ? {} : { tls }) };
}
