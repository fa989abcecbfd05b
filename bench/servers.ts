// The servers under measurement, each started the way its users start it, each with a kubeconfig for the load client.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { kubeconfigText, startRealControlPlane } from "@kubewright/envtest";
import { childPid, repository, residentMb, start } from "./processes.ts";

export interface MeasuredServer extends AsyncDisposable {
  readonly name: string;
  /** From the start of its processes to the first request answered, in ms. */
  readonly readyMs: number;
  readonly kubeconfig: string;
  /** Of all its processes, in MB. */
  memoryMb(): Promise<number>;
}

const ourPort = 21_443;

/** `kubewright cluster` as it is installed: compiled, and with no controllers, as the real one has none. */
export async function startOurs(): Promise<MeasuredServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bench-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  const program = path.join(repository, "packages/cli/bin/kubewright.js");
  const startedAt = performance.now();
  const running = start(process.execPath, [
    program,
    "cluster",
    "--controllers=none",
    `--port=${ourPort}`,
    `--kubeconfig=${kubeconfig}`,
  ]);
  await untilAnswered(ourPort);
  const readyMs = performance.now() - startedAt;
  while ((await readFile(kubeconfig, "utf8").catch(() => "")) === "") await sleep(5); // It is written right after.
  return {
    name: "embedded",
    readyMs,
    kubeconfig,
    memoryMb: () => residentMb(running.pid),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** etcd and kube-apiserver from KUBEBUILDER_ASSETS, as envtest starts them. */
export async function startReal(): Promise<MeasuredServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bench-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  const startedAt = performance.now();
  const real = await startRealControlPlane({ clock: createSystemClock(), random: createSystemRandom() });
  const readyMs = performance.now() - startedAt;
  await writeFile(kubeconfig, kubeconfigText(real), { mode: 0o600 });
  const pids = [await childPid("etcd"), await childPid("kube-apiserver")];
  return {
    name: "real",
    readyMs,
    kubeconfig,
    memoryMb: async () => (await Promise.all(pids.map(residentMb))).reduce((sum, each) => sum + each, 0),
    async [Symbol.asyncDispose]() {
      await real[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Asks for `/version`, which needs no credential, until the answer comes. */
async function untilAnswered(port: number): Promise<void> {
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      // The certificate is new with every start; what is measured is when somebody answers.
      const asked = request(
        { host: "127.0.0.1", port, path: "/version", rejectUnauthorized: false, agent: false },
        (answer) => {
          answer.resume();
          answer.once("end", () => resolve(answer.statusCode === 200));
        },
      );
      asked.once("error", () => resolve(false));
      asked.end();
    });
  const deadline = performance.now() + 30_000;
  while (!(await ask())) {
    if (performance.now() > deadline)
      throw new Error("Cannot measure the embedded server: it does not answer after 30 s");
    await sleep(3);
  }
}
