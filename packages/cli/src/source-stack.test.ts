import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sourceStack } from "./source-stack.ts";

test("a stack has the source places of files with a source map, and keeps all other places", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The fifth column of line 2 comes from the third column of line 7.
  const map = { version: 3, sources: ["../src/cluster.ts"], names: [], mappings: ";IAME" };
  await writeFile(path.join(folder, "main.js.map"), JSON.stringify(map));
  const bundled = pathToFileURL(path.join(folder, "main.js")).href;

  const stack = sourceStack(
    `Error: no\n    at run (${bundled}:2:5)\n    at file:///other.js:1:1\n    at node:events:3:4`,
  );

  const source = pathToFileURL(path.join(path.dirname(folder), "src/cluster.ts")).href;
  expect(stack).toBe(`Error: no\n    at run (${source}:7:3)\n    at file:///other.js:1:1\n    at node:events:3:4`);
});
