// The program as a process: its errors and its help.
import { existsSync } from "node:fs";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/** In the repository of Kubewright, programs load the sources of its packages. */
const conditions = existsSync(new URL("../../../packages/async/src", import.meta.url)) ? ["--conditions=source"] : [];

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kubewright-main-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("an invalid kubeconfig is an error of one line with its path, and exit code 1", async () => {
  const file = path.join(folder, "broken");
  await writeFile(file, "current-context: a\ncontexts: [{ name: a, context: { cluster: missing, user: u } }]\n");

  const { code, stderr } = await run("--kubeconfig", file);

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Cannot use kubeconfig "${file}": context "a" names cluster "missing", which does not exist\n`,
  });
}, 30_000);

test("without a cluster, the error is one line with the places that were searched", async () => {
  const { code, stderr } = await run();

  expect(code).toBe(1);
  expect(stderr).toBe(
    "Cannot find a cluster: there is no --kubeconfig, no KUBECONFIG, no service account of a Pod and no ~/.kube/config\n",
  );
}, 30_000);

test("--help shows every flag", async () => {
  const { code, stdout } = await run("--help");

  expect(code).toBe(0);
  for (const flag of ["--health-probe-bind-address", "--metrics-bind-address", "--kubeconfig"]) {
    expect(stdout).toContain(flag);
  }
}, 30_000);

test("the program starts without permission to write files, start processes or load native code, as in its image", async () => {
  const { code, stderr } = await runWith(["--permission", "--allow-fs-read=*", "--allow-net", "--no-warnings"]);

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      "Cannot find a cluster: there is no --kubeconfig, no KUBECONFIG, no service account of a Pod and no ~/.kube/config\n",
  });
}, 30_000);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...flags: readonly string[]): Promise<Ended> {
  return runWith([], flags);
}

function runWith(nodeFlags: readonly string[], flags: readonly string[] = []): Promise<Ended> {
  const args = [...nodeFlags, ...conditions, main, ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { HOME: folder } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}
