import { expect, test } from "vitest";
import { createHealthChecks } from "./health.ts";

test("checks that pass answer ok, and are listed with verbose", async () => {
  const checks = createHealthChecks("readyz");
  checks.add("informer-sync", () => {});

  await expect(checks.run()).resolves.toEqual({ status: 200, body: "ok" });
  await expect(checks.run({ verbose: true })).resolves.toEqual({
    status: 200,
    body: "[+]ping ok\n[+]informer-sync ok\nreadyz check passed\n",
  });
});

test("a check that fails answers 500 with its reason, whether it throws or rejects", async () => {
  const checks = createHealthChecks("healthz");
  checks.add("sync", () => {
    throw new Error("no");
  });
  checks.add("async", () => Promise.reject(new Error("never")));

  await expect(checks.run()).resolves.toEqual({
    status: 500,
    body: "[+]ping ok\n[-]sync failed: no\n[-]async failed: never\nhealthz check failed\n",
  });
});

test("a check can be excluded or requested alone, and an unknown one is 404", async () => {
  const checks = createHealthChecks("healthz");
  checks.add("bad", () => Promise.reject(new Error("no")));

  await expect(checks.run({ exclude: ["bad"] })).resolves.toMatchObject({ status: 200 });
  await expect(checks.run({ only: "bad" })).resolves.toMatchObject({ status: 500 });
  await expect(checks.run({ only: "ping" })).resolves.toMatchObject({ status: 200 });
  await expect(checks.run({ only: "what" })).resolves.toEqual({ status: 404, body: "404 page not found\n" });
});

test("a name that is taken or no name is refused", () => {
  const checks = createHealthChecks("healthz");

  expect(() => checks.add("ping", () => {})).toThrow('Cannot add healthz check "ping": the name is taken');
  expect(() => checks.add("a/b", () => {})).toThrow(
    'Cannot add healthz check: name is "a/b", must consist of letters, digits and dashes',
  );
});
