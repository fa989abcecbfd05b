// Servers that are killed while several clients write, in one process: the files are copied during the writes, which is what a killed process
// leaves behind, and the next server is started on the copy. The seeds are fixed; tests/long/durable.test.ts kills processes.
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiServer } from "@kubewright/apiserver";
import { openApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import { widgetCrd } from "../contract/widget-crd.ts";
import { historyGroup, historyKinds } from "../histories/history.ts";
import type { HistoryKind } from "../histories/history.ts";
import { randomScript } from "../histories/script.ts";
import { collectionPath } from "../histories/wire.ts";
import { sendRequest } from "../http.ts";
import { allocate, checkAllocations, noAllocations } from "./allocations.ts";
import type { Ledger } from "./check-epoch.ts";
import { checkEpoch } from "./check-epoch.ts";
import { listObjects, recordEpoch } from "./epoch.ts";

const namespace = "default";
const clients = 8;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-crashes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function open(directory: string, seed: string): Promise<ApiServer> {
  return openApiServer({
    directory,
    clock: createVirtualClock(),
    random: createSeededRandom(`${seed} ${directory}`),
    disableAdmissionPlugins: ["ServiceAccount"],
  });
}

/** Kills a server repeatedly while clients write to objects of the kind. Returns the findings. */
async function killServers(kind: HistoryKind, seed: string, kills: number): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  const random = createSeededRandom(`${seed} ${kind.name}`);
  const problems: string[] = [];
  const ledger: Ledger = new Map();
  let server = await open(path.join(folder, "0"), seed);
  await sendRequest(server.transport(), {
    method: "POST",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    body: widgetCrd(historyGroup),
  });
  for (let kill = 1; kill <= kills; kill += 1) {
    const copy = path.join(folder, String(kill));
    const killed = server;
    const epoch = await recordEpoch({
      script: randomScript(random, { kinds: [kind], clients, stepsPerClient: 8 }),
      transports: Array.from({ length: clients }, () => killed.transport()),
      namespace,
      answersUntilKill: 1 + random.int(40),
      kill: () => cpSync(path.join(folder, String(kill - 1)), copy, { recursive: true }),
    });
    server = await open(copy, seed);
    const closing = await listObjects(server.transport(), kind, namespace);
    problems.push(...checkEpoch(epoch, closing, ledger));
    const { revision } = epoch.opening;
    const watched = await sendRequest(server.transport(), {
      path: `${collectionPath(kind, namespace)}?watch=1&timeoutSeconds=1&resourceVersion=${revision}`,
    });
    const { code } = (watched.body as { readonly object: { readonly code?: number } }).object;
    if (code !== 410) problems.push(`A watch from revision ${revision} of the killed server responses ${code}`);
    await killed[Symbol.asyncDispose]();
  }
  await server[Symbol.asyncDispose]();
  return problems;
}

test.for(historyKinds)("writes of several clients to $name survive kills", async (kind) => {
  expect((await killServers(kind, "crashes", 6)).join("\n\n")).toBe("");
});

test("addresses, ports, generated names and bindings of several clients survive kills", async () => {
  const folder = await temporaryFolder();
  const random = createSeededRandom("allocations");
  const made = noAllocations();
  const problems: string[] = [];
  let server = await open(path.join(folder, "0"), "allocations");
  for (let kill = 1; kill <= 12; kill += 1) {
    const copy = path.join(folder, String(kill));
    const killed = server;
    const killing = new AbortController();
    let stepsLeft = 1 + random.int(30);
    const onAnswer = (): void => {
      stepsLeft -= 1;
      if (stepsLeft !== 0) return;
      cpSync(path.join(folder, String(kill - 1)), copy, { recursive: true });
      killing.abort();
    };
    const client = { transport: killed.transport(), namespace, random, killed: killing.signal, onAnswer };
    await Promise.all([0, 1, 2, 3].map((number) => allocate(made, { ...client, client: number }, kill)));
    server = await open(copy, "allocations");
    problems.push(...(await checkAllocations(made, server.transport(), namespace)));
    await killed[Symbol.asyncDispose]();
  }
  await server[Symbol.asyncDispose]();

  expect(problems).toEqual([]);
  expect(made.services.size).toBeGreaterThan(20);
  expect(made.pods.size).toBeGreaterThan(20);
});
