// A real etcd and kube-apiserver for as long as they are needed: on loopback, on free ports, with their data in a
// folder of their own that goes with them, and with no flag that changes what the API is.

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { access, constants, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { connectUrl } from "./connection.ts";

/** A server of our own; disposing it ends its processes and removes its data. */
export interface RunningServer extends Connection, AsyncDisposable {}

const readyWithinMs = 120_000;
const askAgainAfterMs = 200;

/** Starts the programs `etcd` and `kube-apiserver` of the folder and resolves when the API server says it is ready. */
export async function startServer(folder: string): Promise<RunningServer> {
  await using resources = new AsyncDisposableStack();
  const etcd = await programOf(folder, "etcd");
  const kubeApiServer = await programOf(folder, "kube-apiserver");
  const data = await mkdtemp(path.join(tmpdir(), "kubewright-facts-"));
  resources.defer(() => rm(data, { recursive: true, force: true }));
  const [etcdPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];

  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  start(resources, etcd, path.join(data, "etcd.log"), [
    `--data-dir=${path.join(data, "etcd")}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ]);

  const keyFile = path.join(data, "service-account.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(keyFile, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  const token = randomUUID();
  const tokenFile = path.join(data, "tokens.csv");
  await writeFile(tokenFile, `${token},facts,facts,system:masters\n`, { mode: 0o600 });
  const certificates = path.join(data, "certificates");
  const apiLog = path.join(data, "kube-apiserver.log");
  const apiServer = start(resources, kubeApiServer, apiLog, [
    `--etcd-servers=${etcdUrl}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${apiPort}`,
    `--cert-dir=${certificates}`,
    "--authorization-mode=RBAC",
    `--token-auth-file=${tokenFile}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${keyFile}`,
    `--service-account-signing-key-file=${keyFile}`,
    "--service-cluster-ip-range=10.0.0.0/24",
  ]);

  const connection = await connectWhenReady(apiServer, apiLog, async () => {
    // The server signs its certificate itself; the file is there once it listens.
    const ca = await readFile(path.join(certificates, "apiserver.crt"));
    return connectUrl(`https://127.0.0.1:${apiPort}`, { ca, token });
  });
  const owned = resources.move();
  return {
    get: (requestPath, accept) => connection.get(requestPath, accept),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function programOf(folder: string, name: string): Promise<string> {
  const program = path.join(folder, name);
  try {
    await access(program, constants.X_OK);
    return program;
  } catch (error) {
    throw new Error(
      `Cannot start "${program}": there is no such program, expected a folder as tools/real/build.sh prints it`,
      { cause: error },
    );
  }
}

function start(owner: AsyncDisposableStack, program: string, logFile: string, flags: readonly string[]): ChildProcess {
  const log = openSync(logFile, "a");
  const child = spawn(program, flags, { stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = once(child, "close").catch(() => undefined); // A program that cannot be started has no close event.
  owner.defer(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) child.kill("SIGTERM");
    await ended;
  });
  return child;
}

async function connectWhenReady(
  child: ChildProcess,
  logFile: string,
  connect: () => Promise<Connection>,
): Promise<Connection> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    try {
      const connection = await connect();
      // The aggregator publishes OpenAPI a moment after readyz, and until then `/openapi/v3` lists nothing.
      await connection.get("/readyz", "*/*").catch(ignoreText);
      const { paths } = (await connection.get("/openapi/v3")) as { readonly paths: object };
      if (Object.keys(paths).includes("api/v1")) return connection;
    } catch (error) {
      const gone = child.exitCode !== null || child.pid === undefined;
      if (gone || Date.now() > deadline) {
        const log = (await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-5).join("\n");
        throw new Error(`Cannot start kube-apiserver: it ${gone ? "ended" : "is not ready"}: ${log}`, { cause: error });
      }
    }
    await sleep(askAgainAfterMs);
  }
}

/** `/readyz` answers `ok`, which is no JSON. */
function ignoreText(error: unknown): void {
  if (!(error instanceof Error && error.cause instanceof SyntaxError)) throw error;
}

/** A port below those that the system gives to outgoing connections, so that nothing takes it in between. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => resolve(true));
    });
    probe.close();
    if (free) return port;
  }
}
