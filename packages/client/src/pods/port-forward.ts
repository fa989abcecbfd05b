/**
 * Connections to ports of a Pod. Each WebSocket is one connection, with the subprotocol `v4.channel.k8s.io`, which every kubelet serves. kubectl
 * tunnels SPDY through a WebSocket instead. That requires another implementation of multiplexing and has no advantage for one connection.
 */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import type { WebSocketConnection } from "@kubewright/transport";

import type { Client } from "../client/client.ts";
import { PortForwardError, ProtocolError } from "../errors.ts";
import { podPath } from "./pod-path.ts";

export interface PortForwardOptions {
  /** The port in the Pod. */
  readonly port: number;
  /** Ends the connection: reads and writes then reject with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A connection to a port of a Pod. Disposing closes it; the protocol cannot close only one direction. */
export interface PortForwardConnection extends AsyncDisposable {
  /**
   * The bytes from the Pod, until it closes the connection. Can be read once; leaving the loop closes the connection. Throws a `PortForwardError` if
   * the node cannot connect to the port.
   */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Sends bytes. Resolves when more may be sent. */
  write(bytes: Uint8Array | string): Promise<void>;
}

const protocol = "v4.channel.k8s.io";
const channels = { data: 0, error: 1 } as const;
/** Each channel begins with the port, as two bytes. */
const portBytes = 2;
const messageBytesMax = 32 * 1024;
const errorBytesMax = 64 * 1024;

/**
 * Connects to a port of a Pod. Requires permission to `create` `pods/portforward`. Rejects with `ApiError` if the server rejects the request. If no
 * process listens on the port, the first read throws.
 */
export async function portForward(
  { raw }: Pick<Client, "raw">,
  key: ObjectKey,
  { port, signal }: PortForwardOptions,
): Promise<PortForwardConnection> {
  const action = `forward port ${port} of Pod "${formatKey(key)}"`;
  if (!Number.isInteger(port) || port < 1 || port > 0xffff) {
    throw new RangeError(`Cannot ${action}: port is ${port}, must be an integer from 1 to 65535`);
  }
  const path = podPath(key, "portforward", { ports: [port] });
  const socket = await raw.connect({ path, protocols: [protocol], resource: "pods", action, signal });
  return {
    incoming: read(socket, action),
    async write(data) {
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      for (let at = 0; at < bytes.length; at += messageBytesMax) {
        const chunk = bytes.subarray(at, at + messageBytesMax);
        await socket.send(Buffer.concat([Uint8Array.of(channels.data), chunk]));
      }
    },
    [Symbol.asyncDispose]: () => socket[Symbol.asyncDispose](),
  };
}

async function* read(socket: WebSocketConnection, action: string): AsyncGenerator<Uint8Array, void, undefined> {
  const skipped = { [channels.data]: 0, [channels.error]: 0 };
  let failure = "";
  for await (const message of socket.messages) {
    const channel = message[0];
    if (channel !== channels.data && channel !== channels.error) {
      throw new ProtocolError(`Cannot ${action}: the server sent a message on channel ${channel}, must be 0 or 1`);
    }
    const skip = Math.min(portBytes - skipped[channel], message.length - 1);
    skipped[channel] += skip;
    const bytes = message.subarray(1 + skip);
    if (bytes.length === 0) continue;
    if (channel === channels.data) yield bytes;
    else failure = `${failure}${Buffer.from(bytes).toString()}`.slice(0, errorBytesMax);
  }
  if (failure !== "") throw new PortForwardError(action, failure);
}
