// The program as a process: its errors, and its shutdown.
import { existsSync } from "node:fs";
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { status } from "@grpc/grpc-js";
import { Namespace, Pod } from "@kubewright/api/core/v1";
import type { Environment } from "@kubewright/envtest";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpaceClient } from "../internal/grpc/grpc-client.ts";

/** In the repository of Kubewright, programs load the sources of its packages. */
const conditions = existsSync(new URL("../../../packages/async/src", import.meta.url)) ? ["--conditions=source"] : [];

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kubewright-cloud-ide-"));
  const [clusters, contexts] = [
    [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }],
    [{ name: "c", context: { cluster: "c" } }],
  ];
  await writeFile(path.join(folder, "nowhere"), JSON.stringify({ "current-context": "c", clusters, contexts }));
});

afterAll(() => rm(folder, { recursive: true }));

test("--help shows every flag", async () => {
  const { code, stdout } = await run("--help");

  expect(code).toBe(0);
  for (const flag of ["--grpc-bind-address", "--grpc-token-file", "--namespace", "--allowed-images", "--kubeconfig"]) {
    expect(stdout).toContain(flag);
  }
}, 30_000);

test("an address of the network without TLS is an error of one line, and exit code 1", async () => {
  const { code, stderr } = await runToCluster("--grpc-bind-address=:6387");

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'Cannot serve gRPC on ":6387", which is reachable from the network, without TLS: set --grpc-tls-cert-file and --grpc-tls-key-file, or listen on 127.0.0.1\n',
  });
}, 30_000);

test("a missing token file is an error of one line with its path", async () => {
  const file = path.join(folder, "nothing");

  const { code, stderr } = await runToCluster(`--grpc-token-file=${file}`);

  expect(code).toBe(1);
  expect(stderr).toContain(`Cannot read --grpc-token-file "${file}": ENOENT`);
}, 30_000);

test("after a signal the program completes the open call, rejects new ones, and exits with code 0", async () => {
  await using env = await startServer();
  await using program = await startProgram(env);
  using client = createSpaceClient(program.address);
  const key = { namespace: "cloud-ide", name: "demo" };
  const created = client.createSpaceAndWaitForRunning({ name: "demo", image: "code-server-go1.19:v0.1", port: 9999 });
  const pod = await waitFor(Pod, key, Boolean, env);
  if (!pod) throw new Error("the Pod is gone");

  program.child.kill("SIGTERM");
  await program.logged("Stopping");
  using late = createSpaceClient(program.address);
  await expect(late.getPodSpaceStatus({ name: "demo" })).rejects.toMatchObject({ code: status.UNAVAILABLE });
  await env.client.patchStatus(pod, { phase: "Running", podIP: "10.0.0.7", podIPs: [{ ip: "10.0.0.7" }] });

  expect(await created).toEqual({ nodeName: "", ip: "10.0.0.7", port: 9999 });
  expect(await program.ended).toBe(0);
}, 60_000);

test("after a second signal the program exits with code 1 at once", async () => {
  await using env = await startServer();
  await using program = await startProgram(env);
  using client = createSpaceClient(program.address);
  const created = client.createSpaceAndWaitForRunning({ name: "demo", image: "code-server-go1.19:v0.1", port: 9999 });
  const refused = expect(created).rejects.toHaveProperty("code"); // The code depends on how much the system has sent.
  await waitFor(Pod, { namespace: "cloud-ide", name: "demo" }, Boolean, env);

  program.child.kill("SIGINT");
  await program.logged("Stopping");
  program.child.kill("SIGINT");

  expect(await program.ended).toBe(1);
  await refused;
}, 60_000);

async function startServer(): Promise<Environment> {
  const env = await startEnvironment({ server: "embedded", listen: {} });
  await env.client.create(Namespace, { metadata: { name: "cloud-ide" } });
  return env;
}

interface Program extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<number | null>;
  /** Resolves with the line when the program has logged this message. */
  logged(message: string): Promise<Readonly<Record<string, unknown>>>;
}

async function startProgram(env: Environment): Promise<Program> {
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
  const flags = ["--grpc-bind-address=127.0.0.1:0", "--health-probe-bind-address=0", "--kubeconfig", kubeconfig];
  const child = spawn(process.execPath, [...conditions, main, ...flags], {
    env: { HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  let heard = (): void => {};
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    heard();
  });
  const logged: Program["logged"] = async (message) => {
    for (;;) {
      const lines = output.split("\n").filter((line) => line.startsWith("{"));
      const line = lines.find((text) => text.includes(JSON.stringify(message)));
      if (line !== undefined) return JSON.parse(line) as Readonly<Record<string, unknown>>;
      const more = new Promise<"more">((resolve) => (heard = () => resolve("more")));
      const what = await Promise.race([more, ended]);
      if (what !== "more") throw new Error(`the program has ended with ${what}: ${output}`);
    }
  };
  const { address } = await logged("Serving gRPC");
  return {
    child,
    address: String(address),
    ended,
    logged,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program with a cluster; the log before it is ready is dropped. */
async function runToCluster(...flags: readonly string[]): Promise<Ended> {
  const { stderr, ...ended } = await run("--kubeconfig", path.join(folder, "nowhere"), ...flags);
  return { ...ended, stderr: stderr.replaceAll(/^\{.*\n/gmu, "") };
}

function run(...flags: readonly string[]): Promise<Ended> {
  const args = [...conditions, main, ...flags];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { HOME: folder } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}
