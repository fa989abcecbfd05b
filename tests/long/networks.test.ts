// Networks that swallow packets and servers that are killed, over real sockets and in real time.
import { spawn as spawnProcess } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSystemClock, spawn } from "@kubewright/async";
import { configFromKubeconfig, createClient, createTransportFor } from "@kubewright/client";
import type { ClientConfig } from "@kubewright/client";
import { startEnvironment } from "@kubewright/envtest";
import { createInformer } from "@kubewright/informer";
import { controllerManagedBy, createManager } from "@kubewright/runtime";
import { createSocketTransport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { startTcpProxy } from "../reliability/tcp-proxy.ts";
import type { TcpProxy } from "../reliability/tcp-proxy.ts";

const clock = createSystemClock();
const namespace = "default";

test("an event during a black hole is reconciled within 30 s of its end, and an idle watch stays open after that", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const text = await env.kubeconfig();
  const { server } = await configFromKubeconfig(text);
  await using proxy = await startTcpProxy(Number(new URL(server).port));
  const config = await configFromKubeconfig(text.replaceAll(server, `https://127.0.0.1:${proxy.port}`));
  await using transport = createTransportFor(config);
  const seen: string[] = [];
  const manager = createManager({ transport });
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async ({ key }) => void seen.push(key.name));
  await using _running = spawn((signal) => manager.start({ signal }), { name: "manager", onError: fail });
  await manager.waitForSync();

  proxy.mode = "swallow";
  await env.client.create(ConfigMap, { metadata: { namespace, name: "in-the-hole" } });
  await clock.sleep(5_000);
  const seenInHole = seen.includes("in-the-hole");
  proxy.mode = "pass";
  const healedAt = clock.now();
  await untilTrue(() => seen.includes("in-the-hole"));
  const afterMs = clock.now() - healedAt;
  const connections = proxy.accepted;
  await clock.sleep(60_000);
  const connectionsWhileIdle = proxy.accepted - connections;
  await env.client.create(ConfigMap, { metadata: { namespace, name: "after" } });
  await untilTrue(() => seen.includes("after"));

  expect([seenInHole, connectionsWhileIdle]).toEqual([false, 0]);
  expect(afterMs).toBeLessThan(30_000 + 2_000);
});

test("an informer has the state of a server that was killed and restarted, and delivers each deletion once", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-restart-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let server = await startServer(folder);
  await using proxy = await startTcpProxy(server.port);
  await using transport = createSocketTransport({
    server: `https://127.0.0.1:${proxy.port}`,
    tls: async () => await tlsOf(server.config),
    credentials: async () => (await server.config.credentials?.()) ?? {},
  });
  const informer = createInformer({ verbs: createClient({ transport }).raw, type: ConfigMap, namespace });
  const events: string[] = [];
  informer.addHandler((event) => {
    if (event.object.key.name.startsWith("map-")) events.push(`${event.kind} ${event.object.key.name}`);
  });
  await using _running = spawn((signal) => informer.start({ signal }), { name: "informer", onError: fail });
  for (const name of ["map-deleted", "map-recreated", "map-updated"]) {
    await server.client.create(ConfigMap, { metadata: { namespace, name } });
  }
  await untilTrue(() => events.length === 3);

  server = await restart(server, folder, proxy);
  await server.client.delete(ConfigMap, { namespace, name: "map-deleted" });
  await server.client.delete(ConfigMap, { namespace, name: "map-recreated" });
  await server.client.create(ConfigMap, { metadata: { namespace, name: "map-recreated" } });
  await server.client.patch(
    ConfigMap,
    { namespace, name: "map-updated" },
    { type: "merge", body: { data: { a: "b" } } },
  );
  await untilTrue(() => events.length >= 7);

  expect(events.slice(3).toSorted()).toEqual([
    "added map-recreated",
    "deleted map-deleted",
    "deleted map-recreated",
    "updated map-updated",
  ]);
});

interface RunningServer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly config: ClientConfig;
  readonly client: ReturnType<typeof createClient>;
}

const program = fileURLToPath(new URL("./durable/server.ts", import.meta.url));

async function startServer(directory: string): Promise<RunningServer> {
  const child = spawnProcess(process.execPath, ["--conditions=source", program, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const config = await configFromKubeconfig(JSON.parse(line) as string); // The program prints its kubeconfig.
    const transport = createTransportFor(config);
    onTestFinished(() => transport[Symbol.asyncDispose]());
    const client = createClient({ transport });
    return { process: child, port: Number(new URL(config.server).port), config, client };
  }
  throw new Error("The server has ended before it listened");
}

/** Kills the server and starts another one with its objects. The network is cut until changes can be made. */
async function restart(server: RunningServer, directory: string, proxy: TcpProxy): Promise<RunningServer> {
  const exited = once(server.process, "exit");
  server.process.kill("SIGKILL");
  await exited;
  const next = await startServer(directory);
  proxy.target = next.port;
  return next;
}

async function tlsOf({ tls }: ClientConfig) {
  return (typeof tls === "function" ? await tls() : tls) ?? {};
}

async function untilTrue(condition: () => boolean): Promise<void> {
  const until = clock.now() + 90_000;
  while (!condition()) {
    if (clock.now() > until) throw new Error("Cannot wait longer: the condition does not hold after 90 s");
    await clock.sleep(20);
  }
}

function fail(error: unknown): never {
  throw error;
}
