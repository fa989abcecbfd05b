/**
 * Stands before every call: lets in who may call, and no more at once than the limit; knows which calls to the service are under way, so that
 * a server that ends can wait for them. Streams of health checks and reflection last as long as their client likes; they are not waited for.
 */
import { ServerInterceptingCall, status } from "@grpc/grpc-js";
import type { ServerInterceptingCallInterface, ServerInterceptor } from "@grpc/grpc-js";
import type { Authenticate } from "./authentication.ts";
import { serviceName } from "./service-definition.ts";

export interface Calls {
  readonly interceptor: ServerInterceptor;
  /** All that are open, those that are not waited for too. */
  readonly open: number;
  /** Ends those that are not waited for, as UNAVAILABLE. */
  endOthers(): void;
  /** Resolves when no call to the service is under way. */
  idle(): Promise<void>;
}

export interface CallsOptions {
  readonly authenticate: Authenticate;
  /** Further calls are refused as RESOURCE_EXHAUSTED. */
  readonly callsMax: number;
}

/** The health service answers anybody who gets a connection: it says no more than a probe does, and probes carry no token. */
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
            // Comes when the stream has closed, in whatever way.
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
