/** Forwards the connections to a local port to a port of a Pod, as `kubectl port-forward` does. */
import { linkSignals } from "@kubewright/async";
import type { ObjectKey } from "@kubewright/apimachinery";
import { startTcpListener } from "@kubewright/transport";
import type { TcpConnection } from "@kubewright/transport";

import type { Client } from "../client/client.ts";
import { portForward } from "./port-forward.ts";
import type { PortForwardConnection } from "./port-forward.ts";

export interface StartPortForwardOptions {
  /** The port in the Pod. */
  readonly port: number;
  /** The local port. Default: a free one. */
  readonly localPort?: number;
  /** The local address. Default `127.0.0.1`: other machines cannot connect. */
  readonly localAddress?: string;
  /** Closes the local port and all connections. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the error of a connection, which is closed. Default: errors are ignored. Must not throw. */
  readonly onError?: (error: unknown) => void;
}

/** A forwarded port. Disposing it closes the local port and all connections. */
export interface ForwardedPort extends AsyncDisposable {
  readonly localAddress: string;
  readonly localPort: number;
}

/**
 * Listens on a local port and forwards each connection over a separate connection to the Pod. No request is sent before the first connection.
 *
 * ```ts
 * await using forwarded = await startPortForward(client, key, { port: 5432 });
 * const url = `postgres://127.0.0.1:${forwarded.localPort}/app`;
 * ```
 */
export async function startPortForward(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  options: StartPortForwardOptions,
): Promise<ForwardedPort> {
  const { port, localPort = 0, localAddress, onError = () => undefined, signal } = options;
  const listener = await startTcpListener({
    port: localPort,
    ...(localAddress !== undefined && { address: localAddress }),
    signal,
    onError,
    serve: (local) => forward(client, key, { port, local }),
  });
  return {
    localAddress: listener.address,
    localPort: listener.port,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}

/** Copies in both directions until one side closes. */
async function forward(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  { port, local }: { readonly port: number; readonly local: TcpConnection },
): Promise<void> {
  using ended = linkSignals(local.signal);
  await using connection = await portForward(client, key, { port, signal: ended.signal });
  const sending = copyTo(connection, local).catch((error: unknown) => ended.abort(error));
  for await (const bytes of connection.incoming) await local.write(bytes);
  await local.end();
  await sending;
}

async function copyTo(connection: PortForwardConnection, { incoming }: TcpConnection): Promise<void> {
  for await (const chunk of incoming) await connection.write(chunk);
}
