import { expect, test } from "vitest";
import { appliedPart, isSubset } from "./is-subset.ts";

test.each([
  { desired: { version: "1.10" }, actual: { version: "1.10" }, equal: true },
  { desired: { version: "1.10" }, actual: { version: "1.1" }, equal: false },
  { desired: { mode: "010" }, actual: { mode: "10" }, equal: false },
  { desired: { replicas: 1 }, actual: { replicas: "1" }, equal: false },
  { desired: { image: "a:1" }, actual: { image: "a:1.0" }, equal: false },
  { desired: { selector: { app: "a" } }, actual: { selector: { app: "a", more: "yes" } }, equal: false },
  { desired: { labels: { app: "a" } }, actual: { labels: { app: "a", more: "yes" } }, equal: true },
])("$desired is a subset of $actual: $equal", ({ desired, actual, equal }) => {
  expect(isSubset(desired, actual)).toBe(equal);
});

test("the applied part has the desired fields, with complete selectors and lists", () => {
  const desired = { labels: { app: "a" }, spec: { selector: { app: "a" }, ports: [{ port: 80 }] } };
  const actual = {
    labels: { app: "a", more: "yes" },
    spec: {
      selector: { app: "a", more: "yes" },
      ports: [{ port: 80, protocol: "TCP" }, { port: 81 }],
      type: "ClusterIP",
    },
  };

  expect(appliedPart(desired, actual)).toEqual({
    labels: { app: "a" },
    spec: { selector: { app: "a", more: "yes" }, ports: [{ port: 80, protocol: "TCP" }, { port: 81 }] },
  });
});
