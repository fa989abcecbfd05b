// Logs, exec, attach, port-forward and proxies in process, with a fake `NodeProxy`.
import { isUpgradeRefused, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { startCluster } from "../kinds/testdata/cluster.ts";
import type { NodeProxy } from "./node-proxy.ts";
import { openChannels } from "./testdata/channel-client.ts";

const podsPath = "/api/v1/namespaces/default/pods";
const pod = { metadata: { name: "web" }, spec: { nodeName: "n1", containers: [{ name: "main", image: "x" }] } };
const lines = ["one", "two", "three"].map((text, index) => ({
  timeMs: Date.parse("2026-11-20T11:59:00Z") + index * 20_000,
  text,
}));

async function clusterWith(nodeProxy: NodeProxy): Promise<Cluster & { readonly transport: Transport }> {
  const cluster = startCluster({ nodeProxy });
  await cluster.sendOk("POST", "/api/v1/nodes", { metadata: { name: "n1" } });
  await cluster.sendOk("POST", podsPath, pod);
  return { ...cluster, transport: cluster.server.transport() };
}

test.for([
  ["", "one\ntwo\nthree\n"],
  ["tailLines=2", "two\nthree\n"],
  ["tailLines=0", ""],
  ["sinceSeconds=30", "three\n"],
  ["sinceTime=2026-11-20T11:59:20Z", "two\nthree\n"],
  ["limitBytes=5", "one\nt"],
  ["timestamps=true&tailLines=1", "2026-11-20T11:59:40.000000000Z three\n"],
  ["previous=true", "before\n"],
] as const)("a log with the query %j is %j", async ([query, expected]) => {
  const { send } = await clusterWith({
    logs: (_target, { previous }) => ({ lines: previous ? [{ timeMs: 0, text: "before" }] : lines }),
  });

  const { status, body } = await send("GET", `${podsPath}/web/log?${query}`);

  expect([status, body]).toEqual([200, expected]);
});

test("a followed log ends with its container", async () => {
  const { transport, sendOk } = await clusterWith({
    logs: (target) => ({
      lines,
      follow: async function* (signal) {
        await target.ended(signal);
        yield { timeMs: 0, text: "goodbye" };
      },
    }),
  });
  const response = await transport.request({ method: "GET", path: `${podsPath}/web/log?follow=true&tailLines=1` });
  const text = readText(response);

  await sendOk("PATCH", `${podsPath}/web/status`, { status: { phase: "Succeeded" } }, "application/merge-patch+json");

  expect(await text).toBe("three\ngoodbye\n");
});

test("the log of a previous run that does not exist is rejected", async () => {
  const { send } = await clusterWith({ logs: () => undefined });

  expect(await send("GET", `${podsPath}/web/log?previous=true`)).toMatchObject({
    status: 400,
    message: 'previous terminated container "main" in pod "web" not found',
  });
});

test("requests without a proxy, and to a deleted node, fail with an error that names the missing part", async () => {
  const { send, sendOk } = await clusterWith({});
  const log = await send("GET", `${podsPath}/web/log`);
  const exec = await send("POST", `${podsPath}/web/exec?command=ls&stdout=true`, "");
  await sendOk("DELETE", "/api/v1/nodes/n1");

  expect(log).toMatchObject({ status: 503, message: expect.stringContaining('no connection to node "n1"') as string });
  expect(exec).toMatchObject({ status: 503 });
  expect(await send("GET", `${podsPath}/web/log`)).toMatchObject({ status: 404, message: 'pods "n1" not found' });
});

test("a command receives its arguments and input, writes to its channels, and returns its exit code", async () => {
  const { transport } = await clusterWith({
    exec: async ({ container }, { command, stdin, stdout, stderr }) => {
      const input = Buffer.concat(await Array.fromAsync(stdin)).toString();
      await stdout(`${container}: ${command.join(" ")} < ${input}`);
      await stderr("careful");
      return { exitCode: 3 };
    },
  });
  const query = "command=sh&command=-c&command=a b&stdin=true&stdout=true&stderr=true".replaceAll(" ", "%20");
  await using client = await openChannels(transport, `${podsPath}/web/exec?${query}`);

  await client.send(0, "in");
  await client.send(0, "put");
  await client.send(255, Uint8Array.of(0));
  const { byChannel, closeCode } = await client.received();

  expect(byChannel[1]).toBe("main: sh -c a b < input");
  expect(byChannel[2]).toBe("careful");
  expect(JSON.parse(byChannel[3] ?? "")).toMatchObject({
    status: "Failure",
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: "3" }] },
  });
  expect(closeCode).toBe(1000);
});

test("with a terminal stderr goes to stdout, and a client receives only the channels it requested", async () => {
  const { transport } = await clusterWith({
    exec: async (_target, { stdout, stderr }) => {
      await stdout("out");
      await stderr("err");
      return { exitCode: 0 };
    },
  });
  await using onTerminal = await openChannels(transport, `${podsPath}/web/exec?command=a&stdout=true&tty=true`);
  await using deaf = await openChannels(transport, `${podsPath}/web/exec?command=a&stderr=true`, {
    protocol: "v4.channel.k8s.io",
  });

  const [first, second] = [await onTerminal.received(), await deaf.received()];

  const success = '{"metadata":{},"status":"Success"}';
  expect(first.byChannel).toEqual({ 1: "outerr", 3: success });
  expect(second.byChannel).toEqual({ 2: "err", 3: success });
});

test("a command that throws ends its session with the message of the error", async () => {
  const { transport } = await clusterWith({ exec: () => Promise.reject(new Error("no such declaration")) });
  await using client = await openChannels(transport, `${podsPath}/web/exec?command=a&stdout=true`);

  const { byChannel } = await client.received();

  expect(JSON.parse(byChannel[3] ?? "")).toMatchObject({ reason: "InternalError", message: "no such declaration" });
});

test("disconnecting aborts the command", async () => {
  const abortReason = Promise.withResolvers<string>();
  const { transport } = await clusterWith({
    attach: async (_target, { signal }) => {
      signal.addEventListener("abort", () => abortReason.resolve((signal.reason as Error).message));
      await abortReason.promise;
      return { exitCode: 0 };
    },
  });
  const client = await openChannels(transport, `${podsPath}/web/attach?stdout=true`);

  await client[Symbol.asyncDispose]();

  expect(await abortReason.promise).toMatch(/closed|left/u);
});

test("a request without a WebSocket handshake or a supported protocol is rejected", async () => {
  const { transport, send } = await clusterWith({ exec: () => Promise.resolve({ exitCode: 0 }) });
  const path = `${podsPath}/web/exec?command=a&stdout=true`;

  const plain = await send("GET", path);
  const unknown: unknown = await openChannels(transport, path, { protocol: "soap" }).catch((thrown: unknown) => thrown);

  expect(plain).toMatchObject({ status: 400, message: "Upgrade request required" });
  expect(isUpgradeRefused(unknown) && unknown.response.status).toBe(400);
});
