import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { startWorld } from "../command-world.ts";

test("alpha generate lays out what the commands have made, file by file", async () => {
  await using world = await startWorld();
  const api = (...args: readonly string[]) => world.run(["create", "api", ...args, "--make=false"]);
  await world.run([
    "init",
    "--project-name",
    "shop",
    "--domain",
    "example.com",
    "--owner",
    "Acme",
    "--fetch-deps=false",
  ]);
  await api("--group", "shop", "--version", "v1", "--kind", "Widget", "--resource", "--controller");
  await api("--group", "shop", "--version", "v2", "--kind", "Widget", "--resource", "--controller=false");
  await api(
    "--group",
    "apps",
    "--version",
    "v1",
    "--kind",
    "Deployment",
    "--controller",
    "--controller-name",
    "scaler",
  );
  const webhook = ["create", "webhook", "--group", "shop", "--version", "v1", "--kind", "Widget", "--make=false"];
  await world.run([...webhook, "--defaulting", "--programmatic-validation"]);
  await world.run([...webhook, "--conversion", "--spoke", "v2"]);

  const codes = [await world.run(["alpha", "generate", "--output-dir", "fresh"])];

  const fresh = await treeOf(path.join(world.folder, "fresh"));
  const made = await treeOf(world.folder);
  expect(codes).toEqual([0]);
  expect(fresh.size).toBeGreaterThan(40);
  expect(Object.fromEntries(fresh)).toEqual(
    Object.fromEntries([...made].filter(([file]) => !file.startsWith("fresh/"))),
  );
  expect(world.output()).toContain(`wrote ${fresh.size} files to fresh\n`);
});

test("alpha generate writes into no folder that has something in it", async () => {
  await using world = await startWorld();
  await world.run(["init", "--project-name", "shop", "--fetch-deps=false"]);
  await writeFile(path.join(world.folder, "mine"), "mine");

  expect(await world.run(["alpha", "generate", "--output-dir", "."])).toBe(1);
  expect(world.errors()).toContain(
    'Cannot use --output-dir: "." is not empty: expected a folder that is, or is not there',
  );
});

async function treeOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [path.relative(folder, file), await readFile(file, "utf8")] as const);
  return new Map(await Promise.all(texts));
}
