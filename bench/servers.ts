// The servers under measurement, each started the way its users start it, each with a kubeconfig for the load client.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { formatKubeconfig, startRealControlPlane } from "@kubewright/envtest";
import type { RealControlPlane } from "@kubewright/envtest";
import { childPid, cpuSeconds, repository, residentMb, start } from "./processes.ts";

export interface MeasuredServer extends AsyncDisposable {
  readonly name: string;
  /** From the start of its processes to the first request answered, in ms. */
  readonly readyMs: number;
  readonly kubeconfig: string;
  /** Of all its processes, in MB. */
  memoryMb(): Promise<number>;
  /** Processor time of all its processes so far, in seconds: it can be compared on a machine that does something else too. */
  cpuSeconds(): Promise<number>;
}

/** `kubewright cluster` like an installed one: compiled, and without controllers, which the real server does not have either. */
export async function startOurs(): Promise<MeasuredServer> {
  const folder = await newFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const program = path.join(repository, "packages/cli/bin/kubewright.js");
  const port = 21_443;
  const args = [program, "cluster", "--controllers=none", `--port=${port}`, `--kubeconfig=${kubeconfig}`];
  const server = await startNode({ name: "embedded", args, port, folder, kubeconfig });
  while ((await readFile(kubeconfig, "utf8").catch(() => "")) === "") await sleep(5); // It is written right after.
  return server;
}

/** etcd and kube-apiserver from KUBEBUILDER_ASSETS, as envtest starts them. */
export async function startReal(): Promise<MeasuredServer> {
  const folder = await newFolder();
  const kubeconfig = path.join(folder, "kubeconfig");
  const startedAt = performance.now();
  const real = await startRealControlPlane({ clock: createSystemClock(), random: createSystemRandom() });
  const readyMs = performance.now() - startedAt;
  await writeFile(kubeconfig, kubeconfigJson(real), { mode: 0o600 });
  const pids = [await childPid("etcd"), await childPid("kube-apiserver")];
  return {
    name: "real",
    readyMs,
    kubeconfig,
    memoryMb: async () => sum(await Promise.all(pids.map(residentMb))),
    cpuSeconds: async () => sum(await Promise.all(pids.map(cpuSeconds))),
    async [Symbol.asyncDispose]() {
      await real[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A kubeconfig in JSON, which is YAML. An operator in a Pod reads no kubeconfig, so the time of a YAML parser does not count. */
function kubeconfigJson({ server, caCertificate, token }: RealControlPlane): string {
  const name = "bench";
  const cluster = { server, "certificate-authority-data": Buffer.from(caCertificate).toString("base64") };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}

/** A bare Node server: how fast any could be. */
export async function startBound(): Promise<MeasuredServer> {
  const folder = await newFolder();
  const [kubeconfig = "", certificate = "", key = ""] = ["kubeconfig", "certificate.pem", "key.pem"].map((file) =>
    path.join(folder, file),
  );
  const authority = await createCertificateAuthority({ clock: createSystemClock(), random: createSystemRandom() });
  const pair = await authority.issueServing({ hosts: ["127.0.0.1"] });
  const port = 21_444;
  const server = `https://127.0.0.1:${port}`;
  await writeFile(certificate, pair.certificate);
  await writeFile(key, pair.key, { mode: 0o600 });
  await writeFile(kubeconfig, formatKubeconfig({ server, caCertificate: authority.certificate, token: "any" }));
  const args = [path.join(repository, "bench/bound-server.ts"), String(port), certificate, key];
  return await startNode({ name: "bare Node", args, port, folder, kubeconfig });
}

interface NodeServer {
  readonly name: string;
  readonly args: readonly string[];
  readonly port: number;
  /** What the server needs; it goes with it. */
  readonly folder: string;
  readonly kubeconfig: string;
}

/** A program for Node that serves on a port, ready when it answers there. */
async function startNode({ name, args, port, folder, kubeconfig }: NodeServer): Promise<MeasuredServer> {
  const startedAt = performance.now();
  const running = start(process.execPath, args);
  await untilAnswered(name, port);
  return {
    name,
    readyMs: performance.now() - startedAt,
    kubeconfig,
    memoryMb: () => residentMb(running.pid),
    cpuSeconds: () => cpuSeconds(running.pid),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function newFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "kubewright-bench-"));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** Asks for `/version`, which needs no credential, until the answer comes. */
async function untilAnswered(name: string, port: number): Promise<void> {
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      // The certificate is new with every start; the measurement ends with the first response.
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
      throw new Error(`Cannot measure the server ${JSON.stringify(name)}: it does not answer after 30 s`);
    await sleep(3);
  }
}
