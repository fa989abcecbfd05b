import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { differences, writeFiles } from "./output.ts";

test("differences() names missing, changed and additional files, and ignores hand-written ones", async () => {
  await using folder = await temporaryFolder({
    "core/v1.ts": "same\nold\n",
    "gone/v1.ts": "",
    "core/v1.test.ts": "a test",
    "index.ts": "by hand",
  });

  const found = await differences(folder.path, [
    { path: "core/v1.ts", content: "same\nnew\n" },
    { path: "apps/v1.ts", content: "" },
  ]);

  expect(found).toEqual([
    { path: "apps/v1.ts", how: "missing", lines: [] },
    { path: "core/v1.ts", how: "changed", lines: ["- old", "+ new"] },
    { path: "gone/v1.ts", how: "left over", lines: [] },
  ]);
});

test("writeFiles() writes the folder, so that nothing differs", async () => {
  await using folder = await temporaryFolder({ "core/v1.ts": "old", "gone/v1.ts": "", "index.ts": "by hand" });
  const files = [
    { path: "core/v1.ts", content: "new" },
    { path: "apps/v1.ts", content: "apps" },
  ];

  await writeFiles(folder.path, files, await differences(folder.path, files));

  expect(await differences(folder.path, files)).toEqual([]);
  expect(await readFile(path.join(folder.path, "index.ts"), "utf8")).toBe("by hand");
  expect((await readdir(folder.path)).toSorted()).toEqual(["apps", "core", "index.ts"]);
});

test("differences() treats a missing folder as empty", async () => {
  await using folder = await temporaryFolder({});

  const found = await differences(path.join(folder.path, "none"), [{ path: "core/v1.ts", content: "" }]);

  expect(found).toEqual([{ path: "core/v1.ts", how: "missing", lines: [] }]);
});

async function temporaryFolder(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-output-"));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
