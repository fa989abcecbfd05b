// The outcomes of reconciles, as a table.
import { applyConflict, conflict, notFound } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { ReconcileTimeoutError, TerminalError } from "../errors.ts";
import { outcomeOf } from "./outcome.ts";

const running = new AbortController().signal;
const pods = { group: "", resource: "pods" };

test.each([
  { title: "an empty result", result: {}, expected: { kind: "success" } },
  {
    title: "a requeue after a time",
    result: { requeueAfterMs: 500, priority: 3 },
    expected: { kind: "requeue_after", afterMs: 500, priority: 3 },
  },
  { title: "a requeue at once", result: { requeueAfterMs: 0 }, expected: { kind: "requeue_after", afterMs: 0 } },
])("outcomeOf() reads a result: $title", async ({ result, expected }) => {
  await expect(outcomeOf(async () => result, running)).resolves.toMatchObject(expected);
});

test.each([
  { title: "a conflict is a requeue", error: conflict(pods, "a", "modified"), kind: "requeue" },
  {
    title: "a conflict with another field manager is an error",
    error: applyConflict("Apply failed with 1 conflict", [
      { reason: "FieldManagerConflict", message: 'conflict with "kubectl"', field: ".spec.replicas" },
    ]),
    kind: "error",
  },
  { title: "another error response is an error", error: notFound(pods, "a"), kind: "error" },
  { title: "a terminal error is not retried", error: new TerminalError("bad image"), kind: "terminal_error" },
  { title: "a timeout has its own kind", error: new ReconcileTimeoutError("default/a", 10), kind: "timeout" },
  { title: "a thrown value that is not an Error is an error", error: "oops", kind: "error" },
  {
    title: "an access to a property of undefined is a panic",
    error: new TypeError("Cannot read properties of undefined"),
    kind: "panic",
  },
  { title: "an undefined variable is a panic", error: new ReferenceError("x is not defined"), kind: "panic" },
  { title: "a stack overflow is a panic", error: new RangeError("Maximum call stack size exceeded"), kind: "panic" },
  { title: "a value out of range is an error", error: new RangeError("The port is 0"), kind: "error" },
  {
    title: "a failed fetch is an error",
    error: new TypeError("fetch failed", { cause: new Error("reset") }),
    kind: "error",
  },
  {
    title: "an error of a function of Node is an error",
    error: Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" }),
    kind: "error",
  },
])("outcomeOf() classifies errors: $title", async ({ error, kind }) => {
  const thrown: unknown = error;
  const reconcile = async (): Promise<never> => {
    throw thrown;
  };

  await expect(outcomeOf(reconcile, running)).resolves.toEqual({ kind, error });
});

test("outcomeOf() treats the abort of its signal as success", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));

  await expect(outcomeOf(() => Promise.reject(stopped.reason), stopped)).resolves.toEqual({ kind: "success" });
  await expect(outcomeOf(() => Promise.reject(new Error("other")), stopped)).resolves.toMatchObject({ kind: "error" });
});

test("outcomeOf() rejects an invalid requeueAfterMs with an error that names it", async () => {
  const outcome = await outcomeOf(async () => ({ requeueAfterMs: Number.NaN }), running);

  expect(outcome).toMatchObject({
    kind: "error",
    error: { message: "Cannot requeue: requeueAfterMs is NaN, must be a number of milliseconds from 0" },
  });
});
