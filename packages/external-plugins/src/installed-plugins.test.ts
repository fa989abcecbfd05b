import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { installedPlugin, installedPlugins, pluginsFolder } from "./installed-plugins.ts";

test.each([
  { env: { EXTERNAL_PLUGINS_PATH: "/there", XDG_CONFIG_HOME: "/c", HOME: "/h" }, folder: "/there" },
  { env: { EXTERNAL_PLUGINS_PATH: "plugins" }, folder: "/here/plugins" },
  { env: { EXTERNAL_PLUGINS_PATH: "", XDG_CONFIG_HOME: "/c", HOME: "/h" }, folder: "/c/kubewright/plugins" },
  { env: { HOME: "/h" }, folder: "/h/.config/kubewright/plugins" },
  {
    env: { HOME: "/h" },
    platform: "darwin" as const,
    folder: "/h/Library/Application Support/kubewright/plugins",
  },
])("with $env the folder of plugins is $folder", ({ env, platform = "linux" as const, folder }) => {
  expect(pluginsFolder({ cwd: "/here", env, platform })).toBe(folder);
});

const names = { isPluginName: (name: string) => /^[a-z./\d-]+$/u.test(name) && !name.includes("kubewright.dev") };

test("a program has the name of its plugin, or the name with an extension", async () => {
  await using plugins = await folderWith({
    "owners/v1/owners.mts": 0o755,
    "owners/v2-alpha/owners": 0o755,
    "owners/v2-alpha/owners.txt": 0o644,
    "foo.acme.io/v1/foo.acme.io": 0o755,
    "empty/v1/other": 0o755,
    "Not A Name/v1/Not A Name": 0o755,
    "made.kubewright.dev/v1/made.kubewright.dev": 0o755,
    "readme.md": 0o644,
  });

  expect(
    (await installedPlugins(plugins.folder, names)).map(({ name, path: at }) => [name, path.basename(at)]),
  ).toEqual([
    ["foo.acme.io/v1", "foo.acme.io"],
    ["owners/v1", "owners.mts"],
    ["owners/v2-alpha", "owners"],
  ]);
  expect(await installedPlugin("owners/v1", plugins.folder, names)).toEqual({
    name: "owners/v1",
    path: path.join(plugins.folder, "owners/v1/owners.mts"),
  });
});

async function folderWith(files: Readonly<Record<string, number>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-plugins-"));
  for (const [file, mode] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "", { mode });
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
