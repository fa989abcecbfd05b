import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Io } from "../io.ts";
import { applyScaffold } from "./apply-scaffold.ts";
import type { Scaffold, ScaffoldFile } from "./scaffold-file.ts";

const script: ScaffoldFile = { path: "hack/run.sh", content: "#!/bin/sh\n", ifExists: "keep", executable: true };
const types: ScaffoldFile = { path: "api/v1/widget.ts", content: "// types\n", ifExists: "refuse" };
const project: ScaffoldFile = { path: "PROJECT", content: "kind: Widget\n", ifExists: "replace" };
const list: ScaffoldFile = { path: "list.yaml", content: "resources:\n# +kubebuilder:scaffold:x\n", ifExists: "keep" };
const scaffold: Scaffold = {
  files: [script, types, project, list],
  insertions: [{ path: "list.yaml", marker: "x", lines: ["- widget.yaml"] }],
};

test("applyScaffold() writes files with their permissions and inserts lines, also into a file of the same scaffold", async () => {
  await using fixture = await startFixture();

  const written = await fixture.apply(scaffold);

  expect(written).toEqual(["PROJECT", "api/v1/widget.ts", "hack/run.sh", "list.yaml"]);
  expect(await fixture.text("list.yaml")).toBe("resources:\n- widget.yaml\n# +kubebuilder:scaffold:x\n");
  expect((await stat(path.join(fixture.folder, "hack/run.sh"))).mode & 0o111).toBe(0o111);
  expect(fixture.output()).toContain("wrote api/v1/widget.ts\n");
});

test("a second applyScaffold() changes nothing", async () => {
  await using fixture = await startFixture();
  await fixture.apply(scaffold);

  expect(await fixture.apply(scaffold)).toEqual([]);
  expect(fixture.output()).toMatch(/Nothing to write: all files exist already\n$/);
  expect(fixture.output()).not.toContain("which belongs to you");
});

test("applyScaffold() edits a file by its structure, and reports an edit that is not possible", async () => {
  await using fixture = await startFixture();
  const change = (text: string): string | undefined => (text.includes("x") ? text.replace("x", "y") : undefined);
  const edited = (path: string): Scaffold => ({
    files: [list],
    insertions: [],
    edits: [{ path, change, byHand: "add y" }],
  });

  await fixture.apply(edited("list.yaml"));

  expect(await fixture.text("list.yaml")).toBe("resources:\n# +kubebuilder:scaffold:y\n");
  await expect(fixture.apply(edited("list.yaml"))).rejects.toThrow("nothing was written:\nlist.yaml: add y");
  await expect(fixture.apply(edited("gone.yaml"))).rejects.toThrow("nothing was written:\ngone.yaml: add y");
  expect(await readdir(fixture.folder)).toEqual(["list.yaml"]);
});

test("applyScaffold() keeps files of users and replaces its own", async () => {
  await using fixture = await startFixture();
  await fixture.apply(scaffold);
  await fixture.put("hack/run.sh", "mine\n");
  await fixture.put("PROJECT", "old\n");

  const written = await fixture.apply(scaffold);

  expect(written).toEqual(["PROJECT"]);
  expect(await fixture.text("hack/run.sh")).toBe("mine\n");
  expect(fixture.output()).toContain("kept hack/run.sh, which belongs to you\n");
});

test("applyScaffold() writes nothing when a file exists, and overwrites it with force", async () => {
  await using fixture = await startFixture();
  await fixture.apply({ files: [{ ...types, content: "mine\n" }], insertions: [] });

  const failed = fixture.apply(scaffold);

  await expect(failed).rejects.toThrow(
    "Cannot write, and nothing was written:\napi/v1/widget.ts: other content exists: expected a new file; --force overwrites it",
  );
  expect(await readdir(fixture.folder)).toEqual(["api"]);
  expect(await fixture.apply(scaffold, { force: true })).toContain("api/v1/widget.ts");
  expect(await fixture.text("api/v1/widget.ts")).toBe("// types\n");
});

test("applyScaffold() prints the lines to insert if the comment is missing, and succeeds once they exist", async () => {
  await using fixture = await startFixture();
  await fixture.put("list.yaml", "resources:\n");
  const insertion = { path: "list.yaml", marker: "x", lines: ["- path: widget.yaml", "  target: { kind: Widget }"] };
  const missing = { path: "missing.yaml", marker: "x", lines: ["- a"] };

  await expect(fixture.apply({ files: [], insertions: [insertion, missing] })).rejects.toThrow(
    'list.yaml has no comment "+kubebuilder:scaffold:x": restore it, or insert these lines:\n    - path: widget.yaml\n      target: { kind: Widget }\n' +
      "missing.yaml does not exist: restore it, or insert these lines:\n    - a",
  );
  expect(await fixture.apply({ files: [types], insertions: [insertion] }, { force: true })).toEqual([types.path]);
  expect(fixture.errors()).toContain('warning: list.yaml has no comment "+kubebuilder:scaffold:x"');
  await fixture.put("list.yaml", "resources:\n- path: widget.yaml\n  target: {kind: Widget}\n");
  expect(await fixture.apply({ files: [types], insertions: [insertion] })).toEqual([]);
});

test("applyScaffold() ignores missing places for optional lines", async () => {
  await using fixture = await startFixture();
  await fixture.put("list.yaml", "resources:\n");
  const lines = { marker: "x", lines: ["- a"], isOptional: true };

  const written = await fixture.apply({
    files: [types],
    insertions: [
      { ...lines, path: "list.yaml" },
      { ...lines, path: "missing.yaml" },
    ],
  });

  expect(written).toEqual([types.path]);
  expect(fixture.errors()).toBe("");
});

test("applyScaffold() shows its changes with dryRun, and writes nothing", async () => {
  await using fixture = await startFixture();
  await fixture.put("list.yaml", list.content);

  await fixture.apply(scaffold, { dryRun: true });

  expect(await readdir(fixture.folder)).toEqual(["list.yaml"]);
  expect(fixture.output()).toContain("would write api/v1/widget.ts\n");
  expect(fixture.output()).toContain("would change list.yaml\n--- a/list.yaml\n+++ b/list.yaml\n@@");
  expect(fixture.output()).toContain("+- widget.yaml\n");
});

async function startFixture() {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-scaffold-"));
  const printed = { out: "", err: "" };
  const io: Io = {
    cwd: folder,
    env: {},
    isTty: false,
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
  };
  return {
    folder,
    apply: (each: Scaffold, options: { readonly force?: boolean; readonly dryRun?: boolean } = {}) =>
      applyScaffold(folder, each, { io, ...options }),
    text: (file: string) => readFile(path.join(folder, file), "utf8"),
    put: (file: string, text: string) => writeFile(path.join(folder, file), text),
    output: () => printed.out,
    errors: () => printed.err,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
