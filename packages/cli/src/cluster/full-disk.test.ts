// A cluster whose disk becomes full: a limit on the size of files makes the system report it.
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

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

test("a failed write is one line in the terminal of the cluster", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-full-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // The limit is in blocks of 512 bytes, or of 1024 bytes in bash.
  const command = 'ulimit -f 2048 && exec "$0" --conditions=source "$@" cluster --controllers none --data data';
  const cluster = spawn("sh", ["-c", command, process.execPath, main], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void cluster.kill("SIGKILL"));
  let [output, errors] = ["", ""];
  cluster.stdout.on("data", (chunk) => (output += String(chunk)));
  cluster.stderr.on("data", (chunk) => (errors += String(chunk)));
  const ended = once(cluster, "close");
  while (!output.includes("kubectl get namespaces"))
    await Promise.race([once(cluster.stdout, "data"), failWhen(ended)]);
  const kubeconfig = path.join(folder, ".kubewright", "kubeconfig");
  const config = await loadConfig({ env: { KUBECONFIG: kubeconfig }, clock: createSystemClock() });
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

  const failed = answers.filter((answer) => answer.startsWith("500"));
  expect(failed.length).toBeGreaterThan(1);
  expect(failed[0]).toContain('"reason":"InternalError"');
  expect(errors).toMatch(
    /^storage: Cannot write to "[^"]*data": [^\n]+; restart the server once the directory can be written to again\n$/u,
  );
  await expect(readFile(kubeconfig)).rejects.toThrow("ENOENT");
});

async function failWhen(ended: Promise<unknown>): Promise<never> {
  await ended;
  throw new Error("the cluster has ended");
}
