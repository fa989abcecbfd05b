// An embedded server on virtual time with an operator whose requests are recorded.
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { SpawnedTask, VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { createManager } from "@kubewright/runtime";
import type { Manager, ManagerOptions } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";

export interface OperatorFixture extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: ApiServer;
  /** The client of a user. */
  readonly client: Client;
  /** The requests of the operator: `POST /api/v1/…`. */
  readonly requests: readonly string[];
  readonly failures: readonly unknown[];
  /** Starts an operator; stopping the task stops it. `onRequest` is called with each request before it is sent. */
  start(setup: (manager: Manager) => void, options?: OperatorOptions): SpawnedTask;
}

export interface OperatorOptions extends Partial<ManagerOptions> {
  /** Wraps the transport of the operator. */
  readonly wrapTransport?: (transport: Transport) => Transport;
  readonly onRequest?: (count: number) => void;
}

export function startOperatorFixture(seed: string): OperatorFixture {
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const server = createApiServer({ clock, random, disableAdmissionPlugins: ["ServiceAccount"] });
  const requests: string[] = [];
  const failures: unknown[] = [];
  const operators: SpawnedTask[] = [];

  return {
    clock,
    server,
    client: createClient({ transport: server.transport(), clock, random }),
    requests,
    failures,
    start(setup, { wrapTransport, onRequest = () => {}, ...options } = {}) {
      const transport = wrapTransport ? wrapTransport(server.transport()) : server.transport();
      const manager = createManager({
        transport: {
          ...transport,
          request(request) {
            requests.push(`${request.method} ${request.path}`);
            onRequest(requests.length);
            return transport.request(request);
          },
        },
        clock,
        random,
        ...options,
      });
      setup(manager);
      const onError = (error: unknown): void => void failures.push(error);
      const operator = spawn((signal) => manager.start({ signal }), { name: "operator", onError });
      operators.push(operator);
      return operator;
    },
    async [Symbol.asyncDispose]() {
      for (const operator of operators) await clock.runUntilSettled(operator.stop());
      await server[Symbol.asyncDispose]();
    },
  };
}
