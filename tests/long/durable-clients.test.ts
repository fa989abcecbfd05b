// Servers with a directory are killed while several clients write over HTTP/2, again and again, and then run into a limit of the size of their files.
// The state of the next server must follow from the responses that the clients received. KILLS sets the number of kills, SEED the scripts.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createSeededRandom } from "@kubewright/async";
import { configFromKubeconfig, createTransportFor } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { widgetCrd } from "../contract/widget-crd.ts";
import { allocate, checkAllocations, noAllocations } from "../durable/allocations.ts";
import type { Ledger } from "../durable/check-epoch.ts";
import { checkEpoch } from "../durable/check-epoch.ts";
import { listObjects, recordEpoch } from "../durable/epoch.ts";
import { historyGroup, historyKinds } from "../histories/history.ts";
import type { HistoryKind } from "../histories/history.ts";
import { randomScript } from "../histories/script.ts";
import { sendRequest } from "../http.ts";
import { longRun, tell } from "./long-run.ts";

const { kills, seed } = longRun();
const program = fileURLToPath(new URL("./durable/server.ts", import.meta.url));
const namespace = "default";
const writers = 8;
const allocators = 4;

interface Running {
  readonly process: ChildProcess;
  /** A connection for each client. */
  readonly transports: readonly Transport[];
}

/** Starts a server process. `fileSizeMax`: the maximum size of its files, in blocks of 512 bytes. */
async function start(directory: string, fileSizeMax?: number): Promise<Running> {
  const command = [process.execPath, "--conditions=source", program, directory];
  const limited = ["sh", "-c", `ulimit -f ${fileSizeMax}; exec "$@"`, "sh", ...command];
  const [file = "", ...rest] = fileSizeMax === undefined ? command : limited;
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const config = await configFromKubeconfig(JSON.parse(line) as string);
    const transports = Array.from({ length: writers + allocators }, () => createTransportFor(config));
    await Promise.all(transports.map((transport) => sendRequest(transport, { path: "/version" })));
    return { process: child, transports };
  }
  throw new Error("The server has ended before it listened");
}

async function stop({ process: child, transports }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await ended;
  await Promise.all(transports.map((transport) => transport[Symbol.asyncDispose]()));
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-clients-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

function firstOf({ transports }: Running): Transport {
  const [first] = transports;
  if (first === undefined) throw new Error("There are no transports");
  return first;
}

async function createDefinition(running: Running): Promise<void> {
  const asked = { method: "POST", path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions" };
  await sendRequest(firstOf(running), { ...asked, body: widgetCrd(historyGroup) });
}

test(`writes of several clients survive ${kills} kills (seed ${seed})`, { timeout: 0 }, async () => {
  const directory = await temporaryFolder();
  const random = createSeededRandom(seed);
  const made = noAllocations();
  const ledgers = new Map<HistoryKind, Ledger>(historyKinds.map((kind) => [kind, new Map()]));
  const problems: string[] = [];
  let server = await start(directory);
  await createDefinition(server);
  for (let kill = 1; kill <= kills; kill += 1) {
    const script = randomScript(random, { kinds: historyKinds, clients: writers, stepsPerClient: 12 });
    const killing = new AbortController();
    const { process: child, transports } = server;
    const client = { namespace, random, killed: killing.signal };
    const allocating = transports
      .slice(writers)
      .map((transport, number) => allocate(made, { ...client, client: number, transport }, kill));
    const epoch = await recordEpoch({
      script,
      transports: transports.slice(0, writers),
      namespace,
      answersUntilKill: 1 + random.int(writers * 12),
      kill: () => {
        child.kill("SIGKILL");
        killing.abort();
      },
    });
    await Promise.all(allocating);
    await stop(server);
    server = await start(directory);
    const closing = await listObjects(firstOf(server), script.kind, namespace);
    problems.push(...checkEpoch(epoch, closing, ledgers.get(script.kind) ?? new Map()));
    problems.push(...(await checkAllocations(made, firstOf(server), namespace)));
    if (kill % 10 === 0) {
      tell(`${kill} kills, ${problems.length} findings, ${made.services.size} Services, ${made.pods.size} Pods`);
    }
  }
  await stop(server);
  expect(problems.join("\n\n")).toBe("");
});

test(`writes of several clients survive I/O errors (seed ${seed})`, { timeout: 0 }, async () => {
  const directory = await temporaryFolder();
  const random = createSeededRandom(`${seed} limit`);
  const ledgers = new Map<HistoryKind, Ledger>(historyKinds.map((kind) => [kind, new Map()]));
  const problems: string[] = [];
  let failures = 0;
  let server = await start(directory);
  await createDefinition(server);
  for (let round = 1; round <= kills / 4; round += 1) {
    await stop(server);
    const { size } = await stat(path.join(directory, "objects.sqlite-wal"));
    const limited = await start(directory, Math.ceil(size / 512) + 200 + random.int(1000));
    const script = randomScript(random, { kinds: historyKinds, clients: writers, stepsPerClient: 12 });
    const epoch = await recordEpoch({
      script,
      transports: limited.transports.slice(0, writers),
      namespace,
      answersUntilKill: Infinity,
      kill: () => undefined,
      isLost: ({ status, body }) => status === 500 && ioError.test((body as { readonly message: string }).message),
    });
    await stop(limited);
    server = await start(directory);
    const closing = await listObjects(firstOf(server), script.kind, namespace);
    problems.push(...checkEpoch(epoch, closing, ledgers.get(script.kind) ?? new Map()));
    if (epoch.calls.some(({ outcome }) => outcome.type === "unknown")) failures += 1;
  }
  await stop(server);
  expect(problems.join("\n\n")).toBe("");
  expect(failures).toBeGreaterThan(0);
});

const ioError = /Cannot write to ".*": disk I\/O error/u;
