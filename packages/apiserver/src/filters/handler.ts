// The filter chain: every request passes these filters, in kube-apiserver's order, before its endpoint.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/server/config.go (DefaultBuildHandlerChain)
import type { Authorizer } from "../authorization/authorizer.ts";
import type { FlowClassifier } from "../flow-control/classifier.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { AuditOptions } from "./audit.ts";
import { withAuditInit, withAuditOutcome, withAuditReceived } from "./audit.ts";
import type { AuthenticationOptions } from "./authentication.ts";
import { withAuthentication } from "./authentication.ts";
import { withAuthorization } from "./authorization.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { createEndpoint } from "./endpoint.ts";
import type { ErrorOptions } from "./errors.ts";
import { withErrors } from "./errors.ts";
import { withFlowControl } from "./flow-control.ts";
import { withImpersonation } from "./impersonation.ts";
import type { InflightLimits } from "./max-inflight.ts";
import { withMaxInflight } from "./max-inflight.ts";
import { withMetrics } from "./metrics.ts";
import { requestInfoOf } from "./request-info.ts";
import { RequestState } from "./request-state.ts";
import { finishResponse } from "./response.ts";
import type { CurrentStateOptions } from "./current-state.ts";
import { withCurrentState } from "./current-state.ts";
import { withRequestDeadline } from "./timeout.ts";

export interface HandlerOptions
  extends EndpointOptions, AuthenticationOptions, AuditOptions, CurrentStateOptions, ErrorOptions, InflightLimits {
  readonly authorizer: Authorizer;
  /** Finds the flow of a request. */
  readonly classify: FlowClassifier;
}

/** Serves requests. Rejects only with the reason of the request's signal; every other failure is a response. */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** The handler of a server. Each filter is wrapped around the ones above it, so the last one is the first that a request passes. */
export function createHandler(options: HandlerOptions): Handler {
  const { authorizer, clock, random } = options;
  let chain = createEndpoint(options);
  chain = withAuthorization(chain, authorizer);
  chain = withFlowControl(chain, options);
  chain = withMaxInflight(chain, options);
  chain = withImpersonation(chain, authorizer);
  chain = withCurrentState(chain, options);
  chain = withAuditReceived(chain, options);
  chain = withAuthentication(chain, options);
  chain = withRequestDeadline(chain);
  chain = withErrors(chain, options);
  chain = withAuditOutcome(chain, options);
  chain = withMetrics(chain, options);
  chain = withAuditInit(chain, random);
  return async (request) => {
    const info = requestInfoOf(request);
    if ("status" in info) return { ...info, isUnauthenticated: true };
    const state = new RequestState(request, info, request.receivedAtMs ?? clock.now());
    try {
      const response = await chain(state);
      return await finishResponse(state, response);
    } finally {
      state.onEnd?.();
    }
  };
}
