/** The gRPC handlers of the service: each call has a signal, and each error becomes a status. */
import { status } from "@grpc/grpc-js";
import type { handleUnaryCall } from "@grpc/grpc-js";
import { deadlineSignal, linkSignals, StoppedError } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import type { CloudIdeServiceHandlers } from "../pb/zz_generated/pb/CloudIdeService.ts";
import type { CallContext, SpaceService } from "../space-service.ts";
import type { Authenticate } from "./authentication.ts";
import type { LoadedDefinition } from "./service-definition.ts";
import { statusOf, withDetail } from "./status-mapping.ts";

export interface HandlersOptions {
  readonly service: SpaceService;
  readonly definition: LoadedDefinition;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  readonly log: Logger;
  /** The longest and default deadline. */
  readonly callTimeoutMs: number;
  /** Aborts all open calls. */
  readonly signal: AbortSignal;
}

export function createHandlers(options: HandlersOptions): CloudIdeServiceHandlers {
  const { service, definition, authenticate, clock, log, callTimeoutMs, signal: stop } = options;
  const { deleteSpace } = definition.CloudIdeService.service;

  return {
    createSpaceAndWaitForRunning: unary((request, context) => service.createSpaceAndWaitForRunning(request, context)),
    getPodSpaceStatus: unary((request, context) => service.getPodSpaceStatus(request, context)),
    getPodSpaceInfo: unary((request, context) => service.getPodSpaceInfo(request, context)),
    deleteSpace: unary(
      (request, context) => service.deleteSpace(request, context),
      (error) => {
        const failure = statusOf(error);
        const response = { status: 400, message: failure.details };
        return withDetail(failure, "pb.Response", deleteSpace.responseSerialize(response));
      },
    ),
  };

  function unary<Request, Answer>(
    answer: (request: Request, context: CallContext) => Promise<Answer>,
    failureOf = statusOf,
  ): handleUnaryCall<Request, Answer> {
    return (call, respond) => {
      const ended = linkSignals(stop);
      // Also at the deadline of the caller.
      call.on("cancelled", () => ended.abort(new StoppedError("the call, by its caller or its deadline")));
      const deadline = deadlineSignal(clock, callTimeoutMs, ended.signal);
      const caller = authenticate(call.metadata, call.getAuthContext()) ?? "";
      const end = (): void => {
        deadline[Symbol.dispose]();
        ended[Symbol.dispose]();
      };
      answer(call.request, { signal: deadline.signal, caller }).then(
        (message) => {
          end();
          respond(null, message);
        },
        (error: unknown) => {
          end();
          const failure = failureOf(error);
          if (failure.code === status.INTERNAL) log.error("A call failed", { method: call.getPath(), error });
          respond(failure);
        },
      );
    };
  }
}
