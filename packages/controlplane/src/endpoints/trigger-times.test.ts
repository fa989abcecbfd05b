// The trigger times of endpoints.
import { expect, test } from "vitest";
import { pod, service } from "../testdata/endpoints.ts";
import { createTriggerTimes } from "./trigger-times.ts";

const name = "endpoints.kubernetes.io/last-change-trigger-time";

test("the trigger time is the creation of a new Service, then the earliest change, and absent without a change", () => {
  const triggers = createTriggerTimes();
  const [a, b] = [pod("a", { readySince: "2026-01-01T00:02:00Z" }), pod("b", { readySince: "2026-01-01T00:01:00Z" })];

  expect(triggers.next(service(), [])).toEqual({ [name]: "2026-01-01T00:00:00Z" });
  expect(triggers.next(service(), [a, b])).toEqual({ [name]: "2026-01-01T00:01:00Z" });
  expect(triggers.next(service(), [a, b])).toEqual({});
  expect(triggers.next(service(), [b])).toEqual({});
  triggers.forget({ namespace: "default", name: "web" });
  expect(triggers.next(service(), [b])).toEqual({ [name]: "2026-01-01T00:00:00Z" });
});
