import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "vitest";
import { createApiServer } from "../api-server.ts";
import type { KnownPlugin } from "./plugin-order.ts";
import { knownPlugins } from "./plugin-order.ts";

async function isMissing(name: string): Promise<boolean> {
  try {
    await using _server = createApiServer({ enableAdmissionPlugins: [name] });
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

async function rowOf({ name, byDefault, gate }: KnownPlugin): Promise<string> {
  const effect = gate === undefined ? "implemented" : `without effect: the feature gate ${gate} is off`;
  return `| ${name} | ${byDefault} | ${(await isMissing(name)) ? "missing" : effect} |`;
}

test("the README lists every plugin of kube-apiserver in its order, with its default and whether this server has it", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const rows = readme.split("\n").filter((line) => /^\| \w+ \| (?:on|off) \|/u.test(line));

  assert.deepEqual(rows, await Promise.all(knownPlugins.map(rowOf)));
});
