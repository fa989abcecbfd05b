// Logs, commands, ports and files of a container on a real node, through the client.
import { Pod } from "@kubewright/api/core/v1";
import {
  createClient,
  createTransportFor,
  conditions,
  copyFromContainer,
  copyToContainer,
  exec,
  loadConfig,
  logs,
  portForward,
  waitFor,
} from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const key = { namespace: "default", name: "streams" };
const resources = new AsyncDisposableStack();
let client: Client;

beforeAll(async () => {
  const config = await loadConfig({ env: {}, kubeconfig: inject("kubeconfig") ?? "" });
  client = createClient({ transport: resources.use(createTransportFor(config)) });
  const command = [
    "sh",
    "-c",
    "echo started; mkdir /tmp/www; echo hello > /tmp/www/index.html; exec httpd -f -p 8080 -h /tmp/www",
  ];
  await client.create(Pod, {
    metadata: key,
    spec: {
      containers: [{ name: "main", image: "kubewright.test/busybox:1", command }],
      terminationGracePeriodSeconds: 0,
    },
  });
  await waitFor(client, Pod, key, conditions.isPodRunning, { timeoutMs: 120_000 });
});

afterAll(async () => {
  await client.delete(Pod, key);
  await resources.disposeAsync();
});

test("a command has input, outputs, an exit code and the size of its terminal", async () => {
  await using cat = await exec(client, key, { command: ["sh", "-c", "cat; echo careful >&2; exit 3"], stdin: true });
  await cat.stdin.write("in");
  await cat.stdin.end();
  expect(await cat.collect()).toEqual({ exitCode: 3, stdout: "in", stderr: "careful\n" });
  expect(cat.protocol).toBe("v5.channel.k8s.io");

  // The container runtime applies the size after the command has started.
  const untilResized = 'until [ "$(stty size 2>/dev/null)" = "37 91" ]; do sleep 0.1; done; echo resized';
  await using shell = await exec(client, key, { command: ["sh", "-c", untilResized], stdin: true, tty: true });
  await shell.resize({ width: 91, height: 37 });
  expect(await shell.collect()).toMatchObject({ exitCode: 0, stdout: "resized\r\n" });
});

test("a program that does not exist is an error", async () => {
  await using session = await exec(client, key, { command: ["nonesuch"] });
  await expect(session.result()).rejects.toThrow(/nonesuch/u);
});

test("a followed log, a forwarded port and copied files", async () => {
  const following = logs(client, key, { follow: true });
  expect((await following.next()).value).toBe("started");
  await following.return();

  await using connection = await portForward(client, key, { port: 8080 });
  await connection.write("GET / HTTP/1.0\r\n\r\n");
  expect(Buffer.concat(await Array.fromAsync(connection.incoming)).toString()).toMatch(/200 OK[\s\S]*hello/u);
  await using refused = await portForward(client, key, { port: 8081 });
  await expect(Array.fromAsync(refused.incoming)).rejects.toThrow(/refused/u);

  const archive = copyFromContainer(client, key, { path: "/tmp/www" });
  await using made = await exec(client, key, { command: ["mkdir", "/tmp/copy"] });
  await made.result();
  await copyToContainer(client, key, { path: "/tmp/copy", archive });
  await using read = await exec(client, key, { command: ["cat", "/tmp/copy/www/index.html"] });
  expect((await read.collect()).stdout).toBe("hello\n");
});
