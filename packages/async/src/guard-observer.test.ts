import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "vitest";
import { guardObserver } from "./guard-observer.ts";

interface CallObserver {
  readonly called?: (name: string) => void;
  readonly begun?: () => (status: number) => void;
}

test("guardObserver() catches the errors of all methods and reports the first one", () => {
  const reported: unknown[] = [];
  const observer: CallObserver = guardObserver<CallObserver>(
    {
      called(name) {
        throw new Error(`cannot count ${name}`);
      },
    },
    (method, error) => reported.push([method, String(error)]),
  );

  observer.called?.("a");
  observer.called?.("b");

  assert.deepEqual(reported, [["called", "Error: cannot count a"]]);
});

test("guardObserver() passes calls on, also to methods of a class, and leaves absent methods absent", () => {
  class Recorder implements CallObserver {
    readonly names: string[] = [];
    called(name: string): void {
      this.names.push(name);
    }
  }
  const recorder = new Recorder();

  const observer: CallObserver = guardObserver<CallObserver>(recorder);
  observer.called?.("a");

  assert.deepEqual(recorder.names, ["a"]);
  assert.equal(observer.begun, undefined);
});

test("guardObserver() guards a function that a method returns", () => {
  const reported: string[] = [];
  const observer = guardObserver<CallObserver>(
    {
      begun: () => () => {
        throw new Error("cannot count");
      },
    },
    (method) => reported.push(method),
  );

  observer.begun?.()(200);

  assert.deepEqual(reported, ["begun"]);
});

test("without a handler the first error becomes a warning of the process", async () => {
  const warning = once(process, "warning");
  const observer = guardObserver<CallObserver>({
    called() {
      throw new Error("cannot count");
    },
  });

  observer.called?.("a");

  const [{ message }] = (await warning) as [Error]; // Node passes one Error.
  assert.match(
    message,
    /^Observer method "called" failed, further errors of this observer are ignored: Error: cannot count/,
  );
});
