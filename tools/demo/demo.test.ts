// The demo as in the README, from its first line to its exit code.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const demo = fileURLToPath(new URL("demo.ts", import.meta.url));

test("the demo shows a MyJob from pending to completed, exits with 0, and removes its credentials", async () => {
  const { code, stdout } = await run("--once", "--example=myjob");

  const phases = [...stdout.matchAll(/^MyJob\s+default\/myjob-sample\s+(\w+)/gm)].map(([, phase]) => phase);
  const kubeconfig = /^Kubeconfig: (.+)$/m.exec(stdout)?.[1] ?? "";
  expect([...new Set(phases)]).toEqual(["pending", "running", "completed"]);
  expect(stdout).toMatch(/^Pod\s+default\/myjob-sample\s+Succeeded/m);
  expect(stdout).toMatch(/is completed, [\d.]+ s after the start\.\n/);
  expect({ code, isLeft: existsSync(kubeconfig) }).toEqual({ code: 0, isLeft: false });
}, 60_000);

test("the demo shows a Balancer with three active backends and an available Deployment", async () => {
  const { code, stdout } = await run("--once", "--example=balancer");

  expect(stdout).toMatch(/^Deployment {2}default\/balancer-sampleproxy {2}1\/1 available/m);
  expect(stdout).toContain('Balancer "default/balancer-sample" has 3 active backends and its Deployment is available');
  expect(code).toBe(0);
}, 60_000);

test("the demo shows a rejected image, a ready Application, its changed image, and its deletion after its Deployment", async () => {
  const { code, stdout } = await run("--once", "--example=i-operator");

  const said = stdout.split("\n").filter((line) => /^(?:An Application |Application "|The new image)/u.test(line));
  expect(said).toEqual([
    'An Application with the image "nginx:" is refused: admission webhook "vapplication-v1.lixueduan.com" denied the request: ' +
      'invalid image name: "nginx:": expected a tag (a letter, a digit or _ first) at character 7, found the end',
    'Application "default/application-sample" is ready; its image is changed to nginx:1.23.',
    "The new image is rolled out; the Application is deleted.",
    expect.stringContaining("was ready, changed its image, and is gone after its Deployment"),
  ]);
  expect(code).toBe(0);
}, 60_000);

test("the demo shows a Mydemo that is synced although its CRD was installed later, and the lists that failed before", async () => {
  const { code, stdout } = await run("--once", "--example=crddemo");

  expect(stdout).toContain("Mydemo: waiting for its CRD, which is installed 2 s after the controller.");
  expect(stdout).toMatch(/^Mydemo "default\/example-mydemo" is synced, after [1-9]\d* lists before its kind existed/m);
  expect(code).toBe(0);
}, 60_000);

test("the demo shows a workspace that is created over gRPC, runs, and is deleted", async () => {
  const { code, stdout } = await run("--once", "--example=cloud-ide");

  expect(stdout).toMatch(
    /^Workspace "cloud-ide\/workspace-1", made over gRPC at 127\.0\.0\.1:\d+, is Running: [\d.]+:9999 on \S+\.$/m,
  );
  expect(stdout).toContain('Workspace "cloud-ide/workspace-1" was Running and is deleted (success, NotExist)');
  expect(code).toBe(0);
}, 60_000);

test("the demo rejects an unknown flag in one line", async () => {
  const { code, stderr } = await run("--onec");

  expect(code).toBe(1);
  expect(stderr).toMatch(/^Unknown option '--onec'/);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}, 60_000);

test("the error for an unknown example names the existing ones", async () => {
  const { code, stderr } = await run("--example=myjbo");

  expect(code).toBe(1);
  expect(stderr).toMatch(/^Unknown example "myjbo": must be one of myjob, balancer, crddemo, i-operator, cloud-ide/);
}, 60_000);

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...flags: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--conditions=source", demo, ...flags], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}
