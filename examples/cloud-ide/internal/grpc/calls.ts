/**
 * An interceptor of all calls: it authenticates the caller, limits concurrent calls, and counts calls of the service, so that a shutdown can wait
 * for them. It does not wait for streams of health checks and reflection, which have no end.
 */
import { ServerInterceptingCall, status } from "@grpc/grpc-js";
import type { ServerInterceptingCallInterface, ServerInterceptor } from "@grpc/grpc-js";
import type { Authenticate } from "./authentication.ts";
import { serviceName } from "./service-definition.ts";

export interface Calls {
  readonly interceptor: ServerInterceptor;
  /** The number of open calls, streams of health checks and reflection included. */
  readonly open: number;
  /** Ends the streams of health checks and reflection with UNAVAILABLE. */
  endOthers(): void;
  /** Resolves once no call of the service is open. */
  idle(): Promise<void>;
}

export interface CallsOptions {
  readonly authenticate: Authenticate;
  /** Further calls fail with RESOURCE_EXHAUSTED. */
  readonly callsMax: number;
}

/** The health service needs no authentication, because probes have no token. */
const openPaths = "/grpc.health.v1.Health/";

export function createCalls({ authenticate, callsMax }: CallsOptions): Calls {
  const others = new Set<ServerInterceptingCallInterface>();
  let served = 0;
  const waiting: (() => void)[] = [];

  return {
    interceptor: ({ path }, call) => {
      const isServed = path.startsWith(`/${serviceName}/`);
      if (isServed) served += 1;
      else others.add(call);
      const isTooMany = served + others.size > callsMax;

      return new ServerInterceptingCall(call, {
        start(next) {
          next({
            onReceiveMetadata(metadata, pass) {
              const isAllowed =
                path.startsWith(openPaths) || authenticate(metadata, call.getAuthContext()) !== undefined;
              if (!isAllowed) {
                call.sendStatus({ code: status.UNAUTHENTICATED, details: "Send authorization: Bearer TOKEN" });
              } else if (isTooMany) {
                call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details: `More than ${callsMax} calls at once` });
              } else {
                pass(metadata);
              }
            },
            // Called when the stream has closed.
            onCancel() {
              others.delete(call);
              if (isServed) served -= 1;
              if (served === 0) for (const resolve of waiting.splice(0)) resolve();
            },
          });
        },
      });
    },
    get open() {
      return served + others.size;
    },
    endOthers() {
      for (const call of others) call.sendStatus({ code: status.UNAVAILABLE, details: "The server is going away" });
    },
    idle: () => (served === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
