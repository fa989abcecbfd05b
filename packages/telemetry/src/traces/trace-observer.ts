/**
 * Traces of an operator, by the API package of OpenTelemetry alone: a span for each reconcile, and below it a span for each request to the API server. Without an
 * SDK, which the program registers, spans cost almost nothing and are not exported.
 */
import { context, isSpanContextValid, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Tracer, TracerProvider } from "@opentelemetry/api";
import type { Clock } from "@kubewright/async";
import type { OperatorObserver } from "../observe/operator-observer.ts";

/** The name of the instrumentation scope. */
const scope = "@kubewright/telemetry";

export interface TracingOptions {
  readonly clock: Clock;
  /** Default: the global one, which an SDK registers. */
  readonly provider?: TracerProvider | undefined;
}

export interface Tracing {
  /** Creates the spans of requests. Their parent is the active span, such as that of a reconcile. */
  readonly observer: OperatorObserver;
  /** Runs a reconcile within a span. `failureOf` returns the error of its result, if it has one. */
  reconcile<T>(
    about: { readonly controller: string; readonly object: string },
    run: () => Promise<T>,
    failureOf: (result: T) => unknown,
  ): Promise<T>;
}

export function createTracing({ clock, provider = trace.getTracerProvider() }: TracingOptions): Tracing {
  const tracer = provider.getTracer(scope);
  return {
    observer: {
      client: {
        requestEnded({ method, verb, host, resource, code, latencyMs }) {
          const endTime = clock.wallTime();
          const span = tracer.startSpan(
            resource === "" ? method : `${verb} ${resource}`,
            {
              kind: SpanKind.CLIENT,
              startTime: endTime - latencyMs,
              attributes: requestAttributes({ method, verb, host, resource, code }),
            },
            context.active(),
          );
          if (code === undefined || code >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(endTime);
        },
      },
    },
    reconcile: (about, run, failureOf) => traceReconcile(tracer, about, run, failureOf),
  };
}

function requestAttributes(request: {
  readonly method: string;
  readonly verb: string;
  readonly host: string;
  readonly resource: string;
  readonly code: number | undefined;
}): Attributes {
  return {
    "http.request.method": request.method,
    "server.address": request.host,
    "kubewright.verb": request.verb,
    ...(request.resource === "" ? {} : { "kubewright.resource": request.resource }),
    ...(request.code === undefined ? {} : { "http.response.status_code": request.code }),
  };
}

async function traceReconcile<T>(
  tracer: Tracer,
  { controller, object }: { readonly controller: string; readonly object: string },
  run: () => Promise<T>,
  failureOf: (result: T) => unknown,
): Promise<T> {
  const attributes = { "kubewright.controller": controller, "kubewright.object": object };
  const span = tracer.startSpan(`reconcile ${controller}`, { attributes });
  if (!isSpanContextValid(span.spanContext())) return await run(); // There is no SDK.
  return await context.with(trace.setSpan(context.active(), span), async () => {
    try {
      const result = await run();
      const failure = failureOf(result);
      if (failure !== undefined) {
        span.recordException(failure instanceof Error ? failure : "the reconciler threw a value that is not an Error");
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return result;
    } finally {
      span.end();
    }
  });
}
