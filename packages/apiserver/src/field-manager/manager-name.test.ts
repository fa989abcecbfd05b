import { expect, test } from "vitest";
import { managerName } from "./manager-name.ts";

test.for([
  ["me", "kubectl/v1.36.3 (linux/amd64)", "me"],
  ["me/you", "", "me/you"],
  ["", "kubectl/v1.36.3 (linux/amd64)", "kubectl"],
  ["", "no slash", "no slash"],
  ["", "tab\tin it/1", "tabin it"],
  ["", "/v1", "unknown"],
  ["", "", "unknown"],
] as const)("a write with fieldManager %j by the User-Agent %j is one of %j", ([fieldManager, userAgent, name]) => {
  expect(managerName(fieldManager, userAgent)).toBe(name);
});

test("a name from a User-Agent has at most 128 bytes, and whole characters", () => {
  expect(managerName("", "m".repeat(130))).toBe("m".repeat(128));
  expect(managerName("", `${"m".repeat(127)}é`)).toBe("m".repeat(127));
});
