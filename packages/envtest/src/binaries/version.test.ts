import { expect, test } from "vitest";
import { compareVersions, exactVersion, matchesVersion, parseVersionSpec } from "./version.ts";
import type { BinariesVersion } from "./version.ts";

const versions = ["1.29.9", "1.30.0", "1.30.3", "1.31.0", "1.32.1", "2.0.0"];

test.each([
  ["1.30.3", ["1.30.3"]],
  ["1.30", ["1.30.0", "1.30.3"]],
  ["1.30.x", ["1.30.0", "1.30.3"]],
  ["1.30.*", ["1.30.0", "1.30.3"]],
  ["1.30.x!", ["1.30.0", "1.30.3"]],
  ["~1.30.1", ["1.30.3"]],
  ["~1.30", ["1.30.0", "1.30.3"]],
  ["<1.31", ["1.29.9", "1.30.0", "1.30.3"]],
  ["<=1.31", ["1.29.9", "1.30.0", "1.30.3", "1.31.0"]],
  ["<1.30.3", ["1.29.9", "1.30.0"]],
  ["<=1.30.3", ["1.29.9", "1.30.0", "1.30.3"]],
  ["latest", versions],
  ["", versions],
])("the version %o chooses %o", (text, chosen) => {
  const { selector } = parseVersionSpec(text);

  expect(versions.filter((version) => matchesVersion(selector, versionOf(version)))).toEqual(chosen);
});

test.each([
  ["1.30.2", { checkLatest: false, installedOnly: false }],
  ["1.30.x!", { checkLatest: true, installedOnly: false }],
  ["latest", { checkLatest: true, installedOnly: false }],
  ["latest-on-disk", { checkLatest: false, installedOnly: true }],
])("the version %o selects where versions are searched", (text, where) => {
  expect(parseVersionSpec(text)).toMatchObject(where);
});

test.each([
  "1",
  "v1.30.0",
  "1.030.0",
  "1.x",
  "~<1.30",
  ">1.30",
  "1.30.0-rc.1",
  "1.30!x",
  "../1.30",
  "1.30.0\n",
  "1.9999999",
])("parseVersionSpec() refuses %o and says what a version looks like", (text) => {
  expect(() => parseVersionSpec(text)).toThrow(
    `Cannot choose a version: "${text}" is not a version: expected X.Y.Z or X.Y`,
  );
});

test("a version is exact only with three numbers and without an operator", () => {
  expect(
    ["1.30.2", "1.30.2!", "1.30", "~1.30.2", "<=1.30.2", "latest"].map((text) =>
      exactVersion(parseVersionSpec(text).selector),
    ),
  ).toEqual([
    { major: 1, minor: 30, patch: 2 },
    { major: 1, minor: 30, patch: 2 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("versions are compared by number, not by text", () => {
  expect(["1.9.10", "1.10.0", "1.9.9"].toSorted((a, b) => compareVersions(versionOf(a), versionOf(b)))).toEqual([
    "1.9.9",
    "1.9.10",
    "1.10.0",
  ]);
});

function versionOf(text: string): BinariesVersion {
  const version = exactVersion(parseVersionSpec(text).selector);
  if (!version) throw new Error(`${text} is not a version`);
  return version;
}
