import { asResourceVersion } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createLogObserver } from "./log-observers.ts";
import { createLogger } from "./logger.ts";

test("each warning of the API server is logged once, and the memory for them is bounded", () => {
  const lines: string[] = [];
  const log = createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) });
  const { client: { warned } = {} } = createLogObserver(log);
  const warn = (text: string) => warned?.({ code: 299, agent: "-", text });

  for (const text of ["a is deprecated", "b is deprecated", "a is deprecated"]) warn(text);
  const first = lines.length;
  for (let index = 0; index < 1000; index += 1) warn(`unknown field "spec.f${index}"`);
  warn("a is deprecated");

  expect(first).toBe(2);
  expect(lines).toHaveLength(2 + 1000 + 1);
});

test("a cache that differs from the server is one line with the kind, the counts and the objects", () => {
  const lines: string[] = [];
  const log = createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) });
  const { informer: { consistencyChecked } = {} } = createLogObserver(log);
  const type = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };

  consistencyChecked?.({ type, result: "success" });
  consistencyChecked?.({ type, result: "failure", missing: 1, outdated: 2, extra: 0, objects: ["default/a"] });
  consistencyChecked?.({ type, result: "error", error: new Error("refused") });

  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: "warn",
      message: "The cache differs from the server, listing again",
      kind: "Deployment.apps",
      missing: 1,
      outdated: 2,
      extra: 0,
      objects: ["default/a"],
    },
    { level: "warn", message: "Cannot compare the cache with the server", kind: "Deployment.apps", error: "refused" },
  ]);
});

test("a kind that is not installed is logged at the first try, at every tenth, and when it is removed", () => {
  const lines: string[] = [];
  const log = createLogger({ clock: createVirtualClock(), write: (line) => lines.push(line) });
  const { informer: { stateChanged } = {} } = createLogObserver(log);
  const type = { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true };
  const listing = { kind: "listing", consistency: "latest", failures: 0 } as const;
  const pending = (failures: number) => ({ kind: "pending", failures, error: new Error("404") }) as const;

  for (let tries = 1; tries <= 25; tries += 1) stateChanged?.({ type, state: pending(tries), before: listing });
  const watching = { kind: "watching", from: asResourceVersion("1"), failures: 25 } as const;
  stateChanged?.({ type, state: pending(26), before: watching });

  expect(lines.map((line) => (JSON.parse(line) as { tries: number }).tries)).toEqual([1, 10, 20, 26]);
});
