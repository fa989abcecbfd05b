/** `controller_runtime_*`: the reconciles of controllers, under controller-runtime's names. */
import { Counter, Gauge, Histogram } from "prom-client";
import type { Registry } from "prom-client";
import type { ControllerObserver, ReconcileOutcome } from "../observe/controller-observer.ts";

/** controller-runtime's buckets, in seconds. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** The `result` label has four values in controller-runtime. Every failed outcome is "error". */
const resultOf = {
  success: "success",
  requeue: "requeue",
  requeue_after: "requeue_after",
  error: "error",
  terminal_error: "error",
  timeout: "error",
  panic: "error",
} as const satisfies Record<ReconcileOutcome, string>;

export function createControllerMetrics(registers: Registry[]): Required<ControllerObserver> {
  const labelNames = ["controller"];
  const total = new Counter({
    name: "controller_runtime_reconcile_total",
    help: "Total number of reconciles, by controller and result",
    labelNames: [...labelNames, "result"],
    registers,
  });
  const failures = createFailureCounters(registers);
  const { errors, terminal, panics, timeouts, hotLoops, handlerErrors } = failures;
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, labelNames, registers });
  const workers = gauge(
    "controller_runtime_max_concurrent_reconciles",
    "Maximum number of concurrent reconciles, by controller",
  );
  const active = gauge("controller_runtime_active_workers", "Number of active workers, by controller");
  const time = new Histogram({
    name: "controller_runtime_reconcile_time_seconds",
    help: "Reconcile duration in seconds, by controller",
    labelNames,
    buckets: reconcileBuckets,
    registers,
  });

  return {
    created: ({ controller, maxConcurrentReconciles }) => {
      workers.set({ controller }, maxConcurrentReconciles);
      active.set({ controller }, 0);
      for (const failures of [errors, terminal, panics, timeouts, hotLoops, handlerErrors])
        failures.inc({ controller }, 0);
      for (const result of new Set(Object.values(resultOf))) total.inc({ controller, result }, 0);
    },
    started: ({ controller }) => active.inc({ controller }),
    ended: ({ controller, outcome, durationMs }) => {
      active.dec({ controller });
      time.observe({ controller }, durationMs / 1000);
      total.inc({ controller, result: resultOf[outcome] });
      if (resultOf[outcome] === "error") errors.inc({ controller });
      if (outcome === "panic") panics.inc({ controller });
      if (outcome === "terminal_error") terminal.inc({ controller });
      if (outcome === "timeout") timeouts.inc({ controller });
    },
    handlerFailed: ({ controller }) => handlerErrors.inc({ controller }),
    hotLoop: ({ controller }) => hotLoops.inc({ controller }),
  };
}

function createFailureCounters(registers: Registry[]) {
  const counter = (name: string, counted: string): Counter =>
    new Counter({ name, help: `Total number of ${counted}, by controller`, labelNames: ["controller"], registers });
  return {
    errors: counter("controller_runtime_reconcile_errors_total", "reconcile errors"),
    terminal: counter(
      "controller_runtime_terminal_reconcile_errors_total",
      "terminal reconcile errors, which are not retried",
    ),
    panics: counter("controller_runtime_reconcile_panics_total", "reconcile panics (errors of the JavaScript engine)"),
    timeouts: counter("controller_runtime_reconcile_timeouts_total", "reconcile timeouts"),
    hotLoops: counter(
      "kubewright_controller_hot_loops_total",
      "hot loops (reconciles of an object that trigger each other)",
    ),
    handlerErrors: counter(
      "kubewright_controller_handler_errors_total",
      "errors of handlers, map functions and predicates, whose events are handled again",
    ),
  };
}
