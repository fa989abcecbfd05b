// The embedded API server: created by a call, ready at once, used in process or through a socket.
import type { TypeDescriptions } from "@kubewright/api-facts";
import { createSystemClock, createSystemRandom, StoppedError } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { administrator } from "./authentication/user-info.ts";
import { publishClientAuthority } from "./bootstrap/authentication-config-map.ts";
import type { AuditEvent } from "./filters/audit-event.ts";
import type { FailedRequest } from "./filters/request-state.ts";
import type { InflightLimits } from "./filters/max-inflight.ts";
import type { ComponentOptions } from "./compose.ts";
import { composeServer } from "./compose.ts";
import { createInProcessTransport } from "./in-process-transport.ts";
import { serviceAccountSettings } from "./service-accounts/service-account-options.ts";
import type { Listener, ListenOptions } from "./listener/listener.ts";
import type { UserInfo } from "./authentication/user-info.ts";
import { serverFlags } from "./server-flags.ts";
import { createServer } from "./server.ts";
import type { Engine } from "./registry/engine.ts";
import type { Store } from "./storage/store.ts";

/** Options of an embedded API server. All have a default. */
export interface ApiServerOptions extends ComponentOptions, InflightLimits {
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the random source of the system. A seeded one makes uids and generated names repeatable, and tokens guessable. */
  readonly random?: Random;
  /**
   * Default: `RBAC`. Administrators (`system:masters`) may do everything in both. With `AlwaysAllow`, requests without credentials get 401.
   */
  readonly authorization?: "RBAC" | "AlwaysAllow";
  /**
   * Loads descriptions of built-in types, which `kubectl explain` prints. They replace those of this project, type by type. Called once, before the first
   * OpenAPI response, so that the start and the memory of other servers do not grow.
   */
  readonly loadTypeDescriptions?: () => TypeDescriptions | undefined;
  /**
   * Called with each audit event: when a request is authenticated, when a watch or a stream starts, and when a response is complete. Requests that are
   * not authenticated, and those whose client disconnects, have events, too. An error of this function is passed to `onInternalError` and changes no
   * response. Default: there are no events.
   */
  readonly onAuditEvent?: (event: AuditEvent) => void;
  /**
   * Called with each error of the server itself, whose response is 500, and with the request without its credentials, query and body. Default: the error
   * is dropped.
   */
  readonly onInternalError?: (error: unknown, request: FailedRequest) => void;
}

/** A Kubernetes API server in this process. Disposing it ends its listeners, watches and timers. */
export interface ApiServer extends AsyncDisposable {
  /** A transport that sends requests as `user`. Default: an administrator. It uses microtasks only, and with a directory the turns of the clock. */
  transport(user?: UserInfo): Transport;
  /**
   * Opens a TLS listener, by default on the loopback interface and a free port. Rejects with a `ListenError`, and with a `StoppedError` if the server
   * is disposed.
   */
  listen(options?: ListenOptions): Promise<Listener>;
  /**
   * A server with a copy of the objects and without their history: a watch from a version of this server is rejected with 410. Throws a
   * `StorageError` if the directory of this server has failed.
   */
  fork(options?: ApiServerOptions): ApiServer;
  /** The revision of the last write. */
  readonly revision: number;
}

/** Starts an API server. It is ready when this returns. */
export function createApiServer(options: ApiServerOptions = {}): ApiServer {
  return startApiServer(options, undefined);
}

/** Starts an API server with the state of a store, by default an empty one. */
export function startApiServer(options: ApiServerOptions, store: Store | undefined): ApiServer {
  const clock = options.clock ?? createSystemClock();
  const random = options.random ?? createSystemRandom();
  const settings = serviceAccountSettings(options.serviceAccounts ?? {});
  const { authorization = "RBAC", maxRequestsInflight, maxMutatingRequestsInflight } = options;
  const server = createServer({
    clock,
    random,
    authorization,
    flags: serverFlags({ ...options, authorization }, settings),
    serviceAccounts: settings,
    parts: composeServer(options, settings),
    loadTypeDescriptions: options.loadTypeDescriptions,
    onInternalError: (error, request) => options.onInternalError?.(error, request),
    onAuditEvent: options.onAuditEvent,
    inflightLimits: { maxRequestsInflight, maxMutatingRequestsInflight },
    ...(store === undefined ? {} : { store }),
  });
  if (store === undefined) keepHistory(server.engine);
  // No client has received a version from before the server was ready, so no watch starts from one.
  else store.compact();
  const listeners = new Set<Listener>();
  let isDisposed = false;

  return {
    transport: (user = administrator) => createInProcessTransport(server.handle, user),
    async listen(listenOptions = {}) {
      // The modules of sockets and certificates are loaded by the first listener. Most servers are used in process only.
      const { listen } = await import("./listener/listener.ts");
      const listener = await listen({
        ...listenOptions,
        clock,
        random,
        handle: server.handle,
        issuedTokens: server.issuedTokens,
      });
      if (isDisposed) {
        await listener[Symbol.asyncDispose]();
        throw new StoppedError("the API server");
      }
      listeners.add(listener);
      publishClientAuthority(server.engine.context, listener.caCertificate);
      return listener;
    },
    fork: (forkOptions = {}) => {
      server.engine.store.flush();
      const merged = { ...options, ...forkOptions };
      return startApiServer(merged, server.engine.store.fork({ clock: merged.clock ?? clock }));
    },
    get revision() {
      return server.engine.store.revision;
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      const closed = server.close(new Error("the API server has been disposed"));
      await Promise.all([closed, ...[...listeners].map((listener) => listener[Symbol.asyncDispose]())]);
    },
  };
}

/**
 * The history of a new server: that of built-in kinds begins with the first write, as on a new etcd. Kinds that are added later have a history from now
 * on, as the watch caches of kube-apiserver, which begin when a kind is added.
 */
function keepHistory(engine: Engine): void {
  for (const resource of engine.registry.all()) engine.store.tableOf(resource);
  engine.store.beginLaterHistories();
}
