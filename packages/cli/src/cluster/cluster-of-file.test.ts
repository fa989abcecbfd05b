// Kubeconfigs of clusters that do not answer, of other machines, and paths of pipes and devices.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { clusterOfFile } from "./cluster-of-file.ts";
import { markKubeconfig } from "./own-kubeconfig.ts";

async function emptyFolder(): Promise<AsyncDisposable & { readonly file: string }> {
  const at = await mkdtemp(path.join(tmpdir(), "kubewright-file-"));
  return { file: path.join(at, "kubeconfig"), [Symbol.asyncDispose]: () => rm(at, { recursive: true }) };
}

function kubeconfig(server: string, processId: number): string {
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "kubewright", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "admin", user: { token: "t" } }],
    contexts: [{ name: "kubewright", context: { cluster: "kubewright", user: "admin" } }],
    "current-context": "kubewright",
  };
  return markKubeconfig(JSON.stringify(config), { processId, runToken: "r" });
}

/** A server that accepts connections and never answers, as that of a stopped process. */
async function startSilentServer(): Promise<
  AsyncDisposable & { readonly url: string; readonly connected: Promise<unknown> }
> {
  const server = createServer();
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    connected,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

test.each([
  { title: "exists is silent", processId: process.pid, kind: "silent" },
  { title: "has ended is ended", processId: 2 ** 30, kind: "ended" },
])("a cluster that does not answer and whose process $title", async ({ processId, kind }) => {
  await using folder = await emptyFolder();
  await using server = await startSilentServer();
  await writeFile(folder.file, kubeconfig(server.url, processId));
  const clock = createVirtualClock();

  const found = clusterOfFile(folder.file, clock);
  await server.connected;
  await clock.advance(5_000);

  expect(await found).toMatchObject({ kind });
});

test.each([
  { title: "of another machine", text: kubeconfig("https://192.0.2.1:6443", process.pid) },
  {
    title: "of another machine whose name begins like loopback",
    text: kubeconfig("https://127.example:6443", process.pid),
  },
  { title: "of a group of processes", text: kubeconfig("https://127.0.0.1:1", -1) },
  { title: "of the first process", text: kubeconfig("https://127.0.0.1:1", 1) },
])("a kubeconfig $title is foreign, so that no command ends a process", async ({ text }) => {
  await using folder = await emptyFolder();
  await writeFile(folder.file, text);

  expect(await clusterOfFile(folder.file, createVirtualClock())).toEqual({ kind: "foreign" });
});

test("a pipe, a device and a large file are not read", async () => {
  await using folder = await emptyFolder();
  execFileSync("mkfifo", [folder.file]);
  const large = `${folder.file}.large`;
  await writeFile(large, Buffer.alloc(1024 * 1024 + 1));

  const clock = createVirtualClock();
  await expect(clusterOfFile(folder.file, clock)).rejects.toThrow(
    `Cannot read "${folder.file}": it is not a regular file: choose another file with --kubeconfig`,
  );
  await expect(clusterOfFile("/dev/zero", clock)).rejects.toThrow("it is not a regular file");
  await expect(clusterOfFile(large, clock)).rejects.toThrow("it has 1048577 bytes, and a kubeconfig at most 1048576");
});
