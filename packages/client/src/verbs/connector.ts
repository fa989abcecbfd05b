// Opens WebSockets for the connect verbs (exec, attach, port-forward), with the headers, errors and observer events of other requests.

import { guardObserver } from "@kubewright/async";
import { isUpgradeRefused, openWebSocket } from "@kubewright/transport";
import type { WebSocketConnection } from "@kubewright/transport";

import { answerError } from "./answer-error.ts";
import type { SenderOptions } from "./sender.ts";
import type { ConnectRequest } from "./verbs.ts";

export type Connector = (request: ConnectRequest) => Promise<WebSocketConnection>;

export function createConnector(options: SenderOptions): Connector {
  const { transport, clock, random, host } = options;
  const observer = guardObserver(options.observer);

  return async function connect(request: ConnectRequest): Promise<WebSocketConnection> {
    const { path, protocols, signal, resource = "", action = `connect to "${path}"` } = request;
    signal?.throwIfAborted();
    const startedAt = clock.now();
    let code: number | undefined;
    try {
      const headers = { "user-agent": options.userAgent };
      const opened = await openWebSocket(transport, { path, protocols, headers, signal, clock, random });
      code = 101;
      return opened;
    } catch (error) {
      if (!isUpgradeRefused(error)) throw error;
      code = error.response.status;
      throw await answerError(error.response, action);
    } finally {
      const latencyMs = clock.now() - startedAt;
      observer.requestEnded?.({ method: "GET", verb: "connect", resource, host, code, requestBytes: 0, latencyMs });
    }
  };
}
