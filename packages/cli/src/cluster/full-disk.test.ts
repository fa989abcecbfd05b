// A cluster whose disk becomes full, by `cluster` and by `dev`: a limit on the size of files makes the system report it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "@kubewright/async";
import { createTransportFor, loadConfig } from "@kubewright/client";
import { readText } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { startSmallProject } from "../testdata/dev-fixture.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

test("a failed write is one line in the terminal of the cluster", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-full-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));

  const { answers, errors } = await fillDisk(folder, ["cluster", "--controllers", "none"], "kubectl get namespaces");

  const failed = answers.filter((answer) => answer.startsWith("500"));
  expect(failed.length).toBeGreaterThan(1);
  expect(failed[0]).toContain('"reason":"InternalError"');
  expect(errors.match(/^storage: .*$/gmu)).toEqual([expect.stringMatching(`^storage: ${message}`)]);
  await expect(readFile(path.join(folder, kubeconfig))).rejects.toThrow("ENOENT");
});

test("a failed write is one line in the terminal of dev", async () => {
  await using project = await startSmallProject();

  const { answers, errors } = await fillDisk(project.folder, ["dev"], "from thing");

  expect(answers.filter((answer) => answer.startsWith("500")).length).toBeGreaterThan(1);
  expect(errors.match(/^storage .*$/gmu)).toEqual([expect.stringMatching(`^storage {3}${message}`)]);
});

const kubeconfig = path.join(".kubewright", "kubeconfig");
const message = 'Cannot write to "[^"]*data": .+; restart the server once the directory can be written to again$';

/** Runs a command that serves a cluster until its disk is full. Once it has printed `ready`, 6 MB are written. */
async function fillDisk(folder: string, words: readonly string[], ready: string): Promise<Filled> {
  // The limit is in blocks of 512 bytes, or of 1024 bytes in bash.
  const command = 'ulimit -f 4096 && exec "$0" --conditions=source "$@" --data data';
  const cluster = spawn("sh", ["-c", command, process.execPath, main, ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void cluster.kill("SIGKILL"));
  let [output, errors] = ["", ""];
  cluster.stdout.on("data", (chunk) => (output += String(chunk)));
  cluster.stderr.on("data", (chunk) => (errors += String(chunk)));
  const ended = once(cluster, "close");
  while (!output.includes(ready)) await Promise.race([once(cluster.stdout, "data"), failWhen(ended)]);
  const env = { KUBECONFIG: path.join(folder, kubeconfig) };
  const config = await loadConfig({ env, clock: createSystemClock() });
  await using transport = createTransportFor(config);
  const create = async (number: number): Promise<string> => {
    const body = JSON.stringify({ metadata: { name: `m-${number}` }, data: { a: "x".repeat(500_000) } });
    const headers = { "content-type": "application/json" };
    const requestPath = "/api/v1/namespaces/default/configmaps";
    const response = await transport.request({ method: "POST", path: requestPath, headers, body });
    return `${response.status} ${await readText(response)}`;
  };

  const answers: string[] = [];
  for (let number = 0; number < 12; number += 1) answers.push(await create(number));
  cluster.kill("SIGTERM");
  await ended;
  return { answers, errors };
}

interface Filled {
  /** The status and the body of each response. */
  readonly answers: readonly string[];
  /** What the command has printed as errors. */
  readonly errors: string;
}

async function failWhen(ended: Promise<unknown>): Promise<never> {
  await ended;
  throw new Error("the cluster has ended");
}
