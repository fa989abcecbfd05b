// `kubewright cluster` in separate processes: in the background, and the commands that find it.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../main.ts", import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function kubewright(folder: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const words = ["--conditions=source", program, ...args];
    execFile(process.execPath, words, { cwd: folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

async function emptyFolder(): Promise<AsyncDisposable & { readonly at: string }> {
  const at = await mkdtemp(path.join(tmpdir(), "kubewright-running-"));
  return { at, [Symbol.asyncDispose]: () => rm(at, { recursive: true }) };
}

test("a detached cluster is ready when the command returns, others find it and wait for it, and stop ends it", async () => {
  await using folder = await emptyFolder();
  const file = path.join(folder.at, ".kubewright", "kubeconfig");

  const waiting = kubewright(folder.at, "cluster", "--wait", "--output", "json");
  const detached = await kubewright(folder.at, "cluster", "--controllers", "none", "--detach", "--quiet");
  const waited = await waiting;
  const status = await kubewright(folder.at, "cluster", "status");
  const second = await kubewright(folder.at, "cluster", "--detach");
  const stopped = await kubewright(folder.at, "cluster", "stop");
  const again = await kubewright(folder.at, "cluster", "stop");
  const after = await kubewright(folder.at, "cluster", "status", "--output", "json");

  expect(detached).toEqual({ code: 0, out: "", err: "" });
  expect(JSON.parse(waited.out)).toMatchObject({ running: true, kubeconfig: file });
  expect(status.out).toMatch(
    /^Kubernetes API server at https:\/\/127\.0\.0\.1:\d+ \(process \d+\)\n\n {2}export KUBECONFIG=/u,
  );
  expect([second.code, second.err.includes("is running at")]).toEqual([1, true]);
  expect([stopped.code, stopped.out]).toEqual([0, expect.stringMatching(/^Stopped the cluster at https:/u)]);
  expect([again.code, again.out]).toEqual([0, `No cluster is running: "${file}" does not exist\n`]);
  expect([after.code, JSON.parse(after.out)]).toEqual([1, { running: false, kubeconfig: file }]);
  expect(await readdir(path.dirname(file))).toEqual(["cluster.log"]);
}, 180_000);

test("the error of a detached cluster is that of the command, and a wait without a cluster ends with 1", async () => {
  await using folder = await emptyFolder();

  const failed = await kubewright(folder.at, "cluster", "--detach", "--port", "80x");
  const waited = await kubewright(folder.at, "cluster", "--wait", "--timeout", "0");

  const both = await kubewright(folder.at, "cluster", "--wait", "--detach");

  expect([both.code, both.err]).toEqual([
    2,
    "Cannot use --wait with --detach: --detach starts a cluster, --wait waits for one that was started: choose one\n",
  ]);
  expect([failed.code, failed.err]).toEqual([
    1,
    'Cannot start the cluster: --port is "80x": expected a number from 0 to 65535\n',
  ]);
  expect([waited.code, waited.err]).toEqual([
    1,
    expect.stringMatching(/^After 0 s no cluster is ready: ".*" does not exist\n$/u),
  ]);
}, 180_000);
