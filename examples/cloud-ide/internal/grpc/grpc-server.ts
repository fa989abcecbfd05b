/**
 * The service on a socket: gRPC with reflection and the health service, within limits.
 *
 * It stops in two steps: `drain` rejects new calls and waits for open ones; disposing ends the remaining calls.
 */
import { Server } from "@grpc/grpc-js";
import type { ChannelOptions, ServerCredentials } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { linkSignals, onAbort, StoppedError } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { ListenError } from "@kubewright/serving";
import { HealthImplementation } from "grpc-health-check";
import type { SpaceService } from "../space-service.ts";
import { createAuthenticate } from "./authentication.ts";
import { createCalls } from "./calls.ts";
import { checkExposure, serverCredentials } from "./exposure.ts";
import type { Exposure } from "./exposure.ts";
import { createHandlers } from "./handlers.ts";
import { loadDefinition, serviceName } from "./service-definition.ts";

/** Limits of one message, of one connection, and of all calls. */
export interface GrpcLimits {
  /** The size of a message in bytes, compressed and decompressed. */
  readonly messageBytesMax: number;
  readonly streamsPerConnectionMax: number;
  readonly callsMax: number;
  readonly callTimeoutMs: number;
  /** The memory of one connection, in megabytes. */
  readonly connectionMemoryMb: number;
}

export const defaultLimits: GrpcLimits = {
  messageBytesMax: 1_048_576,
  streamsPerConnectionMax: 250,
  callsMax: 1_000,
  callTimeoutMs: 300_000,
  connectionMemoryMb: 32,
};

/** The time for connections to send the last responses after draining. */
const flushMs = 1_000;

export interface GrpcServerOptions extends Exposure {
  readonly service: SpaceService;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits?: Partial<GrpcLimits>;
}

export interface GrpcServer extends AsyncDisposable {
  /** "127.0.0.1:6387", with the actual port if the configured port is 0. */
  readonly address: string;
  /** The number of open calls. */
  readonly openCalls: number;
  /** Sets the health to SERVING or NOT_SERVING. Initially NOT_SERVING. */
  setServing(isServing: boolean): void;
  /** Rejects new calls and resolves once open calls have ended. When `signal` is aborted, open calls end with UNAVAILABLE. */
  drain(options: { readonly signal: AbortSignal }): Promise<void>;
}

/**
 * Starts the server.
 *
 * @throws {TypeError} if the exposure is invalid (see `checkExposure`).
 * @throws {ListenError} if it cannot listen.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { service, clock, log } = options;
  const { host, port } = checkExposure(options);
  const limits = { ...defaultLimits, ...options.limits };
  const definition = loadDefinition();
  const authenticate = createAuthenticate(options);
  const calls = createCalls({ authenticate, callsMax: limits.callsMax });
  const stop = linkSignals();
  const server = new Server({ ...channelOptions(limits), interceptors: [calls.interceptor] });

  const { callTimeoutMs } = limits;
  server.addService(
    definition.CloudIdeService.service,
    createHandlers({ service, definition, authenticate, clock, log, callTimeoutMs, signal: stop.signal }),
  );
  const health = new HealthImplementation({ "": "NOT_SERVING", [serviceName]: "NOT_SERVING" });
  health.addToServer(server);
  new ReflectionService(definition.packageDefinition).addToServer(server);

  const hosts = host === undefined ? ["::", "0.0.0.0"] : [host];
  const address = await listen(server, hosts, port, serverCredentials(options.tls));
  log.info("Serving gRPC", { address });
  const setServing = (isServing: boolean): void => {
    for (const name of ["", serviceName]) health.setStatus(name, isServing ? "SERVING" : "NOT_SERVING");
  };

  return {
    address,
    get openCalls() {
      return calls.open;
    },
    setServing,
    async drain({ signal }) {
      setServing(false);
      const closed = Promise.withResolvers<void>();
      server.tryShutdown(() => closed.resolve());
      using timer = new DisposableStack();
      using _end = onAbort(signal, () => {
        stop.abort(new StoppedError("the server"));
        timer.use(clock.setTimer(flushMs, () => closed.resolve()));
      });
      await calls.idle();
      calls.endOthers();
      await closed.promise; // The last responses may not have been sent yet.
    },
    [Symbol.asyncDispose]() {
      stop.abort(new StoppedError("the server"));
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}

function channelOptions(limits: GrpcLimits): ChannelOptions {
  return {
    "grpc.max_receive_message_length": limits.messageBytesMax,
    "grpc.max_send_message_length": limits.messageBytesMax,
    "grpc.max_concurrent_streams": limits.streamsPerConnectionMax,
    "grpc-node.max_session_memory": limits.connectionMemoryMb,
    // Keepalive pings detect lost clients and end their calls.
    "grpc.keepalive_time_ms": 60_000,
    "grpc.keepalive_timeout_ms": 20_000,
  };
}

/** Listens on the first host that this machine has. */
async function listen(
  server: Server,
  [host = "", ...others]: readonly string[],
  port: number,
  credentials: ServerCredentials,
): Promise<string> {
  const name = host.includes(":") ? `[${host}]` : host;
  try {
    const bound = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`${name}:${port}`, credentials, (error, actual) => (error ? reject(error) : resolve(actual)));
    });
    return `${name}:${bound}`;
  } catch (error) {
    if (others.length > 0) return await listen(server, others, port, credentials);
    const why = error instanceof Error ? error.message : String(error);
    throw new ListenError(`Cannot serve gRPC on ${name}:${port}: ${why}`, { cause: error });
  }
}
