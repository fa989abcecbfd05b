// An unmodified kubectl prints the same on both servers, step by step, and works with the simulated cluster.
import path from "node:path";
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, inject, test } from "vitest";
import { crds, runOnBoth } from "../kubectl/both-servers.ts";
import type { ScriptResults } from "../kubectl/both-servers.ts";
import { createKubectl } from "../kubectl/kubectl.ts";
import { edit, pod } from "../kubectl/manifests.ts";
import { nameOf, script } from "../kubectl/script.ts";

const program = path.join(inject("assets") ?? "", "kubectl");

let results: ScriptResults;

beforeAll(async () => {
  // A separate server: the script lists all kinds, and other suites install theirs on the server of the lane.
  await using real = await startEnvironment({ server: "real", crds });
  results = await runOnBoth(program, { env: real, kubeconfig: await real.kubeconfig() });
}, 300_000);

test.for(script.map((step, index) => [index, nameOf(step)] as const))(
  "step %i, kubectl %s, has the same result on both servers",
  ([index]) => {
    expect(results.embedded[index]).toEqual(results.real[index]);
  },
);

test("kubectl shows a Pod run to completion on the embedded cluster, and waits for its deletion", async () => {
  await using env = await startEnvironment({ server: "embedded", crds, controllers: "all" });
  await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });
  const run = (args: string, stdin?: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
    kubectl.start(args.split(" "), stdin).output;

  const applied = await run("apply -f -", pod({ image: "example.com/main:1" }));
  const waited = await run("wait --for=jsonpath={.status.phase}=Succeeded pod/main --timeout=30s");
  const nodes = await run("get nodes --no-headers");
  const described = await run("describe pod main");
  const deleted = await run("delete pod main --timeout=30s");

  expect([applied, waited, nodes, described, deleted].map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(
    Array.from({ length: 5 }, () => [0, ""]),
  );
  expect(waited.stdout).toBe("pod/main condition met\n");
  expect(nodes.stdout).toMatch(/ Ready /u);
  expect(described.stdout).toMatch(/^Status: +Succeeded$/mu);
});

test("kubectl shows the usage of a quota, and the rejection of what exceeds it", async () => {
  await using env = await startEnvironment({ server: "embedded", controllers: ["resourcequota-controller"] });
  await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });
  const run = (args: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
    kubectl.start(args.split(" "), "").output;
  await run("create quota small --hard=secrets=1");
  await run("wait --for=jsonpath={.status.used.secrets}=0 quota/small --timeout=30s");
  await run("create secret generic first");

  const described = await run("describe quota small");
  const rejected = await run("create secret generic second");

  expect(described.stdout).toMatch(/^secrets +1 +1$/mu);
  expect(rejected.exitCode).toBe(1);
  expect(rejected.stderr).toContain(
    'secrets "second" is forbidden: exceeded quota: small, requested: secrets=1, used: secrets=1, limited: secrets=1',
  );
});

test("kubectl reads logs of simulated Pods, runs commands in them and attaches to them", async () => {
  await using env = await startEnvironment({ server: "embedded", controllers: ["node-simulator"] });
  await using kubectl = await createKubectl({ program, kubeconfig: await env.kubeconfig(), edit });
  const run = (args: string, stdin?: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
    kubectl.start(args.split(" "), stdin).output;
  const commands = [
    { command: ["cat", "/etc/motd"], stdout: "hello\n" },
    { command: ["false"], stderr: "no\n", exitCode: 3 },
  ];
  const annotations = {
    "simulator.kubewright.dev/logs": "one\ntwo\n",
    "simulator.kubewright.dev/previous-logs": "before\n",
    "simulator.kubewright.dev/exec": JSON.stringify(commands),
  };
  await run("apply -f -", pod({ image: "example.com/main:1", annotations, restartPolicy: "Always" }));
  await run("wait --for=condition=Ready pod/main --timeout=30s");

  const [log, last, previous] = [
    await run("logs main"),
    await run("logs main --tail 1"),
    await run("logs main --previous"),
  ];
  const followed = kubectl.start(["logs", "-f", "main"]);
  const attached = kubectl.start(["attach", "main"]);
  await Promise.all([followed.lines(2), attached.lines(2)]);
  const [printed, failed, unknown] = [
    await run("exec main -- cat /etc/motd"),
    await run("exec -i main -- false", "input"),
    await run("exec main -- ls"),
  ];
  const forwarded = await run("port-forward main :80");
  await run("delete pod main --grace-period=1");

  expect([log.stdout, last.stdout, previous.stdout]).toEqual(["one\ntwo\n", "two\n", "before\n"]);
  expect([printed, failed, unknown].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [0, "hello\n"],
    [3, ""],
    [127, ""],
  ]);
  // A command that ends before it has read its input: kubectl may detect and log it.
  expect(failed.stderr.replace(/^E\d{4} .*\n/gmu, "")).toMatch(/^no\ncommand terminated with exit code 3/u);
  expect(forwarded.stderr).toMatch(/this server is not connected to a network/u);
  expect([(await followed.output).stdout, (await attached.output).stdout]).toEqual(["one\ntwo\n", "one\ntwo\n"]);
});
