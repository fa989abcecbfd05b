import path from "node:path";
import { expect, test } from "vitest";
import { descriptionsFile } from "./descriptions-file.ts";

test.for([
  ["linux", { HOME: "/home/me" }, "/home/me/.cache/kubewright/type-descriptions.json"],
  ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "/cache" }, "/cache/kubewright/type-descriptions.json"],
  ["darwin", { HOME: "/Users/me" }, "/Users/me/Library/Caches/kubewright/type-descriptions.json"],
  ["win32", { LocalAppData: "/local" }, "/local/kubewright/type-descriptions.json"],
  ["linux", { HOME: "" }, undefined],
  ["win32", { HOME: "/home/me" }, undefined],
] as const)("on %s with %o the file is %s", ([platform, env, file]) => {
  expect(descriptionsFile(env, platform)).toBe(file && path.normalize(file));
});
