import { expect, test } from "vitest";
import { withPlainFlags } from "./plain-flags.ts";

test.each([
  [[], {}, []],
  [["crd", "output:none"], {}, ["crd", "output:none"]],
  [["crd"], { paths: ["./api/...", "./b"] }, ["crd", "paths=./api/...", "paths=./b"]],
  [[], { output: "out" }, ["output:dir=out"]],
  [["crd"], { stdout: true }, ["crd", "output:stdout"]],
  [[], { rbacRoleName: "jobs" }, ["crd", "rbac:roleName=jobs", "object", "webhook"]],
  [
    ["rbac:fileName=r.yaml", "openapi"],
    { rbacRoleName: "jobs", headerFile: "h.txt", year: "2026" },
    ["rbac:fileName=r.yaml,roleName=jobs,headerFile=h.txt,year=2026", "openapi"],
  ],
])("withPlainFlags(%j, %j)", (words, flags, expected) => {
  expect(withPlainFlags(words, flags)).toEqual(expected);
});

test("withPlainFlags() rejects --stdout with --output", () => {
  expect(() => withPlainFlags([], { stdout: true, output: "x" })).toThrow(
    "--stdout prints the files that --output writes",
  );
});
