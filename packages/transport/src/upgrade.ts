/** Upgrades an HTTP/1.1 connection to a two-way stream (RFC 9110, section 7.8). */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { abortable } from "@kubewright/async";
import type { ServerAddress } from "./address.ts";
import { endWith } from "./dial.ts";
import { UpgradeRefusedError } from "./errors.ts";
import { failure, failureOf, requestAttempt } from "./failure.ts";
import type { Attempt } from "./failure.ts";
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportResponse, UpgradedConnection, UpgradeRequest } from "./transport.ts";

// An `import` would load all exports of the module, including a WebSocket client, which takes longer than the rest of the start.
const { request: requestHttp } = process.getBuiltinModule("node:http");

/**
 * Requests the upgrade on `socket`, which this call then owns. `signal` ends it at any time, also after the upgrade. Rejects as
 * `Transport.upgrade` does. The socket is then destroyed, unless the response of the server still uses it.
 */
export async function upgradeOn(
  socket: Socket,
  server: ServerAddress,
  request: UpgradeRequest,
  signal: AbortSignal,
): Promise<UpgradedConnection> {
  const attempt = requestAttempt(server, request.method ?? "GET", request.path);
  endWith(socket, signal);
  try {
    request.beforeSend?.();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const { promise, resolve, reject } = Promise.withResolvers<UpgradedConnection>();

  requestHttp({
    createConnection: () => socket,
    method: request.method ?? "GET",
    path: request.path,
    headers: {
      ...(request.headers as Record<string, string | string[]> | undefined), // The same shape, but for `readonly`.
      host: server.authority,
      connection: "Upgrade",
      upgrade: request.protocol ?? "websocket",
    },
  })
    .on("upgrade", (answer, upgraded: Socket, head) => {
      if (head.length > 0) upgraded.unshift(head);
      resolve(connectionOn(upgraded, answer, attempt, signal));
    })
    .on("response", (answer) => reject(new UpgradeRefusedError(request.path, responseOf(answer, attempt, signal))))
    .on("error", (error) => reject(failureOf(error, attempt, "ended")))
    .end();

  try {
    return await abortable(promise, signal);
  } catch (error) {
    if (!(error instanceof UpgradeRefusedError)) socket.destroy();
    throw error;
  }
}

function connectionOn(
  socket: Socket,
  answer: IncomingMessage,
  attempt: Attempt,
  signal: AbortSignal,
): UpgradedConnection {
  function reasonOfEnd(error: unknown): unknown {
    if (signal.aborted) return signal.reason;
    return error === undefined ? undefined : failureOf(error, attempt, "ended");
  }
  function sent(send: (callback: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (socket.destroyed) reject(reasonOfEnd(failure(attempt, "ended", "the connection has ended")));
      else send((error) => (error ? reject(reasonOfEnd(error)) : resolve()));
    });
  }

  return {
    headers: headersOf(answer),
    incoming: streamBody(socket, { cancel: () => {}, failure: reasonOfEnd }),
    write: (bytes) => sent((callback) => void socket.write(bytes, callback)),
    end: () => sent((callback) => void socket.end(() => callback())),
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

function responseOf(answer: IncomingMessage, attempt: Attempt, signal: AbortSignal): TransportResponse {
  return {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
    body: streamBody(answer, {
      cancel: () => {},
      failure: (error): unknown => {
        if (signal.aborted) return signal.reason;
        return error === undefined ? undefined : failureOf(error, attempt, "ended");
      },
    }),
  };
}

function headersOf(answer: IncomingMessage): HeaderMap {
  const entries = Object.entries(answer.headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as HeaderMap; // The filter has removed undefined values.
}
