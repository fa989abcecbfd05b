// The spans that a provider receives, recorded by a provider of the test.
import { AsyncLocalStorage } from "node:async_hooks";
import { context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, ContextManager, Span, SpanOptions, Tracer, TracerProvider } from "@opentelemetry/api";
import { createVirtualClock } from "@kubewright/async";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTracing } from "./trace-observer.ts";

interface RecordedSpan {
  readonly name: string;
  readonly parent: string | undefined;
  readonly options: SpanOptions;
  readonly exceptions: unknown[];
  status: SpanStatusCode;
  endTime: unknown;
}

/** Keeps the active context across awaits, as SDKs do. */
function asyncContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, thisArg, ...args) => storage.run(active, () => Reflect.apply(run, thisArg, args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

function recordingProvider(spans: RecordedSpan[]): TracerProvider {
  const startSpan = (name: string, options: SpanOptions = {}, active: Context = context.active()): Span => {
    const parent = spans.find((span) => Object.is(trace.getSpan(active), spanOf.get(span)))?.name;
    const recorded: RecordedSpan = { name, parent, options, exceptions: [], status: 0, endTime: undefined };
    spans.push(recorded);
    const span = {
      spanContext: () => ({ traceId: "1".repeat(32), spanId: String(spans.length).padStart(16, "0"), traceFlags: 1 }),
      setStatus: ({ code }: { readonly code: SpanStatusCode }) => void (recorded.status = code),
      recordException: (error: unknown) => recorded.exceptions.push(error),
      end: (time?: unknown) => void (recorded.endTime = time ?? "now"),
    } as unknown as Span; // The methods that are called.
    spanOf.set(recorded, span);
    return span;
  };
  const spanOf = new Map<RecordedSpan, Span>();
  const tracer: Pick<Tracer, "startSpan"> = { startSpan };
  return { getTracer: () => tracer as Tracer }; // The method that is called.
}

beforeAll(() => void context.setGlobalContextManager(asyncContextManager()));
afterAll(() => context.disable());

const request = { method: "GET", verb: "get", host: "api:443", resource: "pods", requestBytes: 0, latencyMs: 30 };

test("a request within a reconcile is a child of its span, and has the time that it took", async () => {
  const spans: RecordedSpan[] = [];
  const clock = createVirtualClock();
  const tracing = createTracing({ clock, provider: recordingProvider(spans) });

  const result = await tracing.reconcile(
    { controller: "myjob", object: "default/pi" },
    async () => {
      await Promise.resolve();
      tracing.observer.client?.requestEnded?.({ ...request, code: 200 });
      return "done";
    },
    () => undefined,
  );

  expect(result).toBe("done");
  expect(spans).toMatchObject([
    {
      name: "reconcile myjob",
      parent: undefined,
      options: { attributes: { "kubewright.controller": "myjob", "kubewright.object": "default/pi" } },
      status: SpanStatusCode.UNSET,
      endTime: "now",
    },
    {
      name: "get pods",
      parent: "reconcile myjob",
      options: {
        startTime: clock.wallTime() - 30,
        attributes: {
          "http.request.method": "GET",
          "server.address": "api:443",
          "http.response.status_code": 200,
          "kubewright.verb": "get",
          "kubewright.resource": "pods",
        },
      },
      status: SpanStatusCode.UNSET,
      endTime: clock.wallTime(),
    },
  ]);
});

test("failed reconciles and requests have the status of an error", async () => {
  const spans: RecordedSpan[] = [];
  const tracing = createTracing({ clock: createVirtualClock(), provider: recordingProvider(spans) });
  const error = new Error("no quota");

  await tracing.reconcile(
    { controller: "myjob", object: "default/pi" },
    async () => {
      tracing.observer.client?.requestEnded?.({ ...request, code: 403 });
      tracing.observer.client?.requestEnded?.({ ...request, code: undefined });
    },
    () => error,
  );

  expect(spans.map(({ status }) => status)).toEqual([2, 2, 2]);
  expect(spans[0]?.exceptions).toEqual([error]);
});

test("without an SDK a reconcile runs and returns its result", async () => {
  const tracing = createTracing({ clock: createVirtualClock() });

  const result = await tracing.reconcile(
    { controller: "myjob", object: "default/pi" },
    async () => 7,
    () => undefined,
  );

  expect(result).toBe(7);
});
