import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

import { readDevProject } from "./dev-project.ts";

test("a project has its program, its generate arguments and its name prefix", async () => {
  await using folder = await folderWith({
    "cmd/main.ts": "",
    "package.json": '{ "kubewright": { "generate": ["crd"] } }',
    "config/default/kustomization.yaml": "namePrefix: my-\n",
  });

  expect(await readDevProject(folder.path)).toEqual({
    root: folder.path,
    main: path.join(folder.path, "cmd/main.ts"),
    generateArguments: ["crd"],
    namePrefix: "my-",
  });
});

test("all settings of a project except its program are optional", async () => {
  await using folder = await folderWith({ "other.ts": "" });

  expect(await readDevProject(folder.path, "other.ts")).toMatchObject({ generateArguments: [], namePrefix: "" });
  await expect(readDevProject(folder.path)).rejects.toThrow(
    `Cannot develop in "${folder.path}": cmd/main.ts does not exist: run the command in a project, or set its program with --main`,
  );
});

test("the package.json of a project is absent or a JSON object", async () => {
  await using folder = await folderWith({ "cmd/main.ts": "", "package.json": "{" });

  await expect(readDevProject(folder.path)).rejects.toThrow(
    `Cannot read "${folder.path}/package.json": it is not valid JSON: `,
  );
});

async function folderWith(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
