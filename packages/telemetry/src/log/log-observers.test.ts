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
