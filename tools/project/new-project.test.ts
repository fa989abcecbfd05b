import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("new-project.ts", import.meta.url));

function newProject(...args: readonly string[]): Promise<{ readonly code: unknown; readonly err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--conditions=source", program, ...args], (error, _out, err) =>
      resolve({ code: error?.code ?? 0, err }),
    );
  });
}

test("without a folder it prints how to use it", async () => {
  const { code, err } = await newProject();

  expect(code).toBe(2);
  expect(err).toMatch(/^Usage: make project DIR=/u);
});

test("a folder with files is refused, and keeps them", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-new-project-"));
  await writeFile(path.join(folder, "notes"), "");

  const { code, err } = await newProject(folder);
  const files = await readdir(folder);
  await rm(folder, { recursive: true });

  expect([code, err]).toEqual([1, `Cannot create a project: "${folder}" is not empty: choose another folder\n`]);
  expect(files).toEqual(["notes"]);
});
