import { expect, test } from "vitest";
import { checkVersion, compareVersions } from "./versions.ts";

test.each([
  ["0.2.0", "0.2.0"],
  ["v1.10.3", "1.10.3"],
  ["1.0.0-beta.1", "1.0.0-beta.1"],
])("checkVersion() takes %s for %s", (text, version) => {
  expect(checkVersion(text, "--to-version")).toBe(version);
});

test.each([
  "",
  "1",
  "1.2",
  "latest",
  "^1.2.3",
  "01.2.3",
  "1; rm",
  "../x",
  "1.2.3/../../x",
  "1.2.3 --registry=x",
  "--version",
  "1.2.3\n",
  "1.2.3-",
  "1.2.3-a..b",
  "1.2.3-a.lock/",
  "file:///etc",
  "git+ssh://host/x",
  `1.2.3-${"a".repeat(80)}`,
])("checkVersion() refuses %j", (text) => {
  expect(() => checkVersion(text, "--to-version")).toThrow(
    `Cannot use --to-version: ${JSON.stringify(text)}: expected a version such as 0.2.0`,
  );
});

test("compareVersions() has the order of semantic versioning", () => {
  const ordered = [
    "0.9.0",
    "0.10.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0",
    "1.0.1",
  ];

  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.0.0", "v1.0.0")).toBe(0);
});
