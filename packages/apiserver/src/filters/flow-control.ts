// Classifies requests by flow schema and priority level, for two headers of the response and for metrics. No request is queued. If queueing
// is added, it belongs in this filter: wait for a seat before the inner handler is called, and release the seat afterwards.
import type { FlowClassifier } from "../flow-control/classifier.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { RequestInfo } from "./request-info.ts";
import type { RequestHandler } from "./request-state.ts";

/** Sets the flow of a request. As in kube-apiserver, long-running requests other than watches have no flow. */
export function withFlowControl(
  next: RequestHandler,
  { classify, metrics }: { readonly classify: FlowClassifier; readonly metrics: ServerMetrics },
): RequestHandler {
  return (state) => {
    const { user, info } = state;
    if (isClassified(info)) {
      state.flow = classify({ user, ...info.access });
      if (state.flow !== undefined) metrics.countFlow(state.flow);
    }
    return next(state);
  };
}

function isClassified({ access, isLongRunning }: RequestInfo): boolean {
  return !isLongRunning || access.verb === "watch";
}
