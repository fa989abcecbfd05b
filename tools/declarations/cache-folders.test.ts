import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cachedFolder } from "./cache-folders.ts";

test("a folder is written once, and folders of other source states stay", async () => {
  const cache = startCache();

  await cachedFolder(cache, "first", async (folder) => writeFileSync(join(folder, "a"), "1"));
  await cachedFolder(cache, "second", async (folder) => writeFileSync(join(folder, "a"), "2"));
  const again = await cachedFolder(cache, "first", () => Promise.reject(new Error("written twice")));

  expect(readFileSync(join(again, "a"), "utf8")).toBe("1");
  expect(readdirSync(cache)).toEqual(["first", "second"]);
});

test("two processes that write one folder at the same time both return it, and leave no other files", async () => {
  const cache = startCache();
  const write = async (folder: string): Promise<void> => writeFileSync(join(folder, "a"), "1");

  const folders = await Promise.all([cachedFolder(cache, "same", write), cachedFolder(cache, "same", write)]);

  expect(folders).toEqual([join(cache, "same"), join(cache, "same")]);
  expect(readdirSync(cache)).toEqual(["same"]);
});

test("the six folders that were used last are kept, whenever they were written", async () => {
  const cache = startCache();
  for (const [index, name] of ["a", "b", "c", "d", "e", "new-of-a-killed-run", "f"].entries()) {
    mkdirSync(join(cache, name));
    utimesSync(join(cache, name), 1_000 + index, 1_000 + index);
  }

  await cachedFolder(cache, "a", () => Promise.reject(new Error("written twice")));
  await cachedFolder(cache, "g", () => Promise.resolve());

  expect(readdirSync(cache)).toEqual(["a", "d", "e", "f", "g", "new-of-a-killed-run"]);
});

test("a folder that cannot be written is an error, and does not exist", async () => {
  const cache = startCache();

  await expect(cachedFolder(cache, "a", () => Promise.reject(new Error("no compiler")))).rejects.toThrow("no compiler");

  expect(readdirSync(cache)).toEqual([]);
});

function startCache(): string {
  const cache = mkdtempSync(join(tmpdir(), "kubewright-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  return cache;
}
