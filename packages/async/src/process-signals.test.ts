import { expect, test } from "vitest";
import type { SignalSource } from "./process-signals.ts";
import { stopOnSignals } from "./process-signals.ts";

test.each(["SIGINT", "SIGTERM", "SIGQUIT"] as const)(
  "stopOnSignals() aborts on the first %s and exits with 1 on the second",
  (name) => {
    const process = fakeProcess();
    using stop = stopOnSignals(process);

    process.send(name);
    const afterFirst = { aborted: stop.signal.aborted, exits: [...process.exits] };
    process.send(name);

    expect(afterFirst).toEqual({ aborted: true, exits: [] });
    expect(process.exits).toEqual([1]);
  },
);

test("stopOnSignals() aborts on SIGHUP, and further ones do not end an orderly stop", () => {
  const process = fakeProcess();
  using stop = stopOnSignals(process);

  process.send("SIGHUP");
  process.send("SIGHUP");

  expect(stop.signal.aborted).toBe(true);
  expect(process.exits).toEqual([]);
});

test("stopOnSignals() gives the signals back when its scope ends", () => {
  const process = fakeProcess();

  stopOnSignals(process)[Symbol.dispose]();

  expect(process.listeners.size).toBe(0);
});

function fakeProcess(): SignalSource & {
  exits: number[];
  listeners: Map<string, () => void>;
  send(name: string): void;
} {
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  return {
    exits,
    listeners,
    on: (name, listener) => listeners.set(name, listener),
    off: (name) => listeners.delete(name),
    exit: (code) => exits.push(code),
    send: (name) => listeners.get(name)?.(),
  };
}
