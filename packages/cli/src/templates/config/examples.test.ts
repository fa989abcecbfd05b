// The examples are projects of this command: their config/ is generated from their PROJECT. UPDATE=1 writes it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "vitest";

import { printProject } from "../../project/print-project.ts";
import { readProject } from "../../project/read-project.ts";
import { renderedConfig } from "./rendered-config.ts";

const examples = path.join(import.meta.dirname, "../../../../../examples");

/** Files that the user may change, or that `kubewright generate` writes. */
const isUsers = /^config\/(?:samples\/|rbac\/role\.yaml$)/;

test.each(["balancer", "cloud-ide", "crddemo", "i-operator", "myjob"])(
  "config/ of %s matches its PROJECT",
  async (example) => {
    const read = (file: string): Promise<string> => readFile(path.join(examples, example, file), "utf8");
    const text = await read("PROJECT");
    const project = readProject(text);
    const files = [...renderedConfig(project)].filter(
      ([file]) => !isUsers.test(file) || !existsSync(path.join(examples, example, file)),
    );
    if (process.env["UPDATE"] !== undefined) await write(path.join(examples, example), files);

    const found = await Promise.all(files.map(async ([file]) => [file, await read(file).catch(() => undefined)]));

    assert.equal(printProject(project), text);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(files));
  },
);

async function write(folder: string, files: readonly (readonly [string, string])[]): Promise<void> {
  for (const [file, content] of files) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}
