import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDiskFileHost, generate, verifyArtifacts } from "@kubewright/gen";
import { test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/u, "");

test("the generated role of cloud-ide is current", () => {
  const host = createDiskFileHost();

  const artifacts = generate({
    host,
    root,
    generators: [{ name: "rbac", roleName: "manager-role", output: "config/workspaces" }],
  });

  assert.deepEqual(verifyArtifacts(host, root, artifacts), [], "run npm run generate");
});

test("the generated types of the messages match proto/service.proto", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-proto-"));
  const manifest = await readFile(path.join(root, "package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { readonly scripts: { readonly proto: string } };
  const [program = "", ...args] = scripts.proto.split(" ");
  const kept = "internal/pb/zz_generated";
  const outDir = `--outDir=${kept}`;
  const binary = createRequire(import.meta.url).resolve(`@grpc/proto-loader/build/bin/${program}.js`);

  await run(
    binary,
    args.map((arg) => (arg === outDir ? `--outDir=${folder}` : arg)),
  );

  try {
    assert.ok(args.includes(outDir));
    assert.deepEqual(await filesIn(path.join(root, kept)), await filesIn(folder), "run npm run proto");
  } finally {
    await rm(folder, { recursive: true });
  }
});

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], { cwd: root }, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}

/** Each file of a folder with its text. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const paths = await readdir(folder, { recursive: true });
  const files = paths.filter((name) => name.endsWith(".ts")).toSorted();
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)),
  );
}
