// Logs and commands of simulated containers, through the API server.
import { Pod } from "@kubewright/api/core/v1";
import { attach, exec } from "@kubewright/client";
import type { CollectedOutput } from "@kubewright/client";
import { readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster, TestClusterOptions } from "../testdata/cluster.ts";
import { execAnnotation } from "./declared-commands.ts";
import { logsAnnotation, previousLogsAnnotation } from "./simulated-containers.ts";

const key = { namespace: "default", name: "web" };
const path = "/api/v1/namespaces/default/pods/web";

/** A cluster in which a Pod with two containers runs. */
async function clusterWith(
  annotations: Readonly<Record<string, string>>,
  options: TestClusterOptions = {},
): Promise<TestCluster> {
  const cluster = await startTestCluster(["node-simulator"], options);
  await cluster.client.create(Pod, {
    metadata: { ...key, annotations },
    spec: {
      containers: [
        { name: "main", image: "a" },
        { name: "side", image: "b" },
      ],
    },
  });
  await cluster.until(Pod, key, (pod) => pod?.status?.phase === "Running");
  return cluster;
}

async function logOf({ server }: TestCluster, query: string): Promise<{ status: number; text: string }> {
  const response = await server.transport().request({ method: "GET", path: `${path}/log?${query}` });
  return { status: response.status, text: await readText(response) };
}

/** Runs a command in a container of the Pod. */
async function run({ client }: TestCluster, command: readonly string[], container = "main"): Promise<CollectedOutput> {
  await using session = await exec(client, key, { command, container });
  return await session.collect();
}

test("annotations declare the log of all containers, of one, and of the previous run", async () => {
  await using cluster = await clusterWith({
    [logsAnnotation]: "one\ntwo",
    [`${logsAnnotation}.side`]: "beside\n",
    [previousLogsAnnotation]: "before\n",
  });

  expect(await logOf(cluster, "container=main")).toEqual({ status: 200, text: "one\ntwo\n" });
  expect(await logOf(cluster, "container=side")).toEqual({ status: 200, text: "beside\n" });
  expect(await logOf(cluster, "container=main&previous=true")).toEqual({ status: 200, text: "before\n" });
});

test("the log of a container without a declaration explains how to declare one; it has no previous run, and attach ends", async () => {
  await using cluster = await clusterWith({});
  const text = `This container is simulated and runs no process. Declare its log in the annotation ${logsAnnotation} of its Pod\n`;

  expect(await logOf(cluster, "container=main")).toEqual({ status: 200, text });
  await using session = await attach(cluster.client, key, { container: "main" });
  expect(await session.collect()).toEqual({ exitCode: 0, stdout: "", stderr: text });
  expect((await logOf(cluster, "container=main&previous=true")).status).toBe(400);
});

test("a followed log ends with its Pod", async () => {
  await using cluster = await clusterWith({ [logsAnnotation]: "one\n" });
  const following = logOf(cluster, "container=main&follow=true");

  await cluster.client.delete(Pod, key);
  await cluster.untilGone(Pod, key);

  expect(await following).toEqual({ status: 200, text: "one\n" });
});

test("an annotation declares the output and exit code of commands; other commands are not found", async () => {
  const commands = [
    { command: ["cat", "/etc/motd"], container: "side", stdout: "from the side\n" },
    { command: ["cat", "/etc/motd"], stdout: "hello\n" },
    { command: ["false"], stderr: "no\n", exitCode: 3 },
  ];
  await using cluster = await clusterWith({ [execAnnotation]: JSON.stringify(commands) });

  const silent = { exitCode: 0, stdout: "", stderr: "" };
  expect(await run(cluster, ["cat", "/etc/motd"])).toEqual({ ...silent, stdout: "hello\n" });
  expect(await run(cluster, ["cat", "/etc/motd"], "side")).toEqual({ ...silent, stdout: "from the side\n" });
  expect(await run(cluster, ["false"])).toEqual({ ...silent, exitCode: 3, stderr: "no\n" });
  const missing = await run(cluster, ["ls"]);
  expect(missing.exitCode).toBe(127);
  expect(missing.stderr).toContain("ls: not found");
});

test("functions take precedence over annotations, and receive the Pod, the container and the command", async () => {
  await using cluster = await clusterWith(
    { [logsAnnotation]: "declared\n" },
    {
      containers: {
        logs: ({ name }) => (name === "main" ? "made\n" : undefined),
        exec: ({ pod, name, command }) => ({ stdout: `${pod.metadata.name}/${name}: ${command.join(" ")}` }),
      },
    },
  );

  expect((await logOf(cluster, "container=main")).text).toBe("made\n");
  expect((await logOf(cluster, "container=side")).text).toBe("declared\n");
  expect((await run(cluster, ["ls", "-l"])).stdout).toBe("web/main: ls -l");
});

test("an annotation that is not a list of commands ends the session with an error that names it", async () => {
  await using cluster = await clusterWith({ [execAnnotation]: '{"command":"ls"}' });

  await expect(run(cluster, ["ls"])).rejects.toThrow(`Cannot read the annotation ${execAnnotation}`);
});
