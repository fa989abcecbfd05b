import { expect, test } from "vitest";
import { binariesPlatform, itemName, parseItemName } from "./item.ts";

test("the name of an item contains its version and platform, and is parsed back", () => {
  const item = { version: { major: 1, minor: 30, patch: 0 }, platform: { os: "linux", arch: "amd64" } };

  expect(itemName(item)).toBe("1.30.0-linux-amd64");
  expect(parseItemName("1.30.0-linux-amd64")).toEqual(item);
});

test.each([
  "1.30-linux-amd64",
  "v1.30.0-linux-amd64",
  "1.30.0-linux",
  "1.30.0-li/nux-amd64",
  ".incomplete-1.30.0-linux-amd64",
  "",
])("%o is not the name of an item", (name) => {
  expect(parseItemName(name)).toBeUndefined();
});

test.each([
  ["linux", "x64", "linux/amd64"],
  ["darwin", "arm64", "darwin/arm64"],
  ["win32", "ia32", "windows/386"],
  ["linux", "ppc64", "linux/ppc64le"],
  ["linux", "s390x", "linux/s390x"],
] as const)("Node's %s and %s are %s in Go's words", (platform, arch, expected) => {
  const { os, arch: goArch } = binariesPlatform({ platform, arch });

  expect(`${os}/${goArch}`).toBe(expected);
});
