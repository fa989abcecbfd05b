// What the command finds in a folder, and the checks of the machine.
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { startFixture } from "../testdata/command-fixture.ts";
import type { CommandFixture } from "../testdata/command-fixture.ts";
import { checkKubectl, checkNode, checkPort, checkStaleFiles } from "./check-machine.ts";
import type { Finding } from "./finding.ts";

async function findingsIn(
  fixture: CommandFixture,
): Promise<{ readonly code: number; readonly all: readonly Finding[] }> {
  const before = fixture.output().length;
  const code = await fixture.run(["doctor", "--output", "json"]);
  return { code, all: JSON.parse(fixture.output().slice(before)) as readonly Finding[] };
}

async function install(fixture: CommandFixture, name: string, version: string): Promise<void> {
  const folder = path.join(fixture.folder, "node_modules", name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name, version }));
}

test("an empty folder has no errors; each finding has a name, a state and a text", async () => {
  await using fixture = await startFixture();

  const { code, all } = await findingsIn(fixture);

  expect(code).toBe(0);
  expect(all.map(({ name }) => name)).toEqual([
    "Node",
    "kubectl",
    "packages",
    "kubeconfig",
    "port 8081",
    "stale files",
  ]);
  expect(all.map(({ state }) => state)).not.toContain("error");
});

test("packages that are not installed are an error, and packages of another version a warning", async () => {
  await using fixture = await startFixture();
  const dependencies = { "@kubewright/runtime": "1.2.3", kubewright: "1.2.3", other: "1.0.0" };
  await writeFile(path.join(fixture.folder, "package.json"), JSON.stringify({ dependencies }));
  await install(fixture, "kubewright", "1.2.3");

  const missing = await findingsIn(fixture);
  await install(fixture, "@kubewright/runtime", "1.2.2");
  const older = await findingsIn(fixture);
  await install(fixture, "@kubewright/runtime", "1.2.3");
  const whole = await findingsIn(fixture);

  const packagesOf = ({ all }: typeof missing): unknown => all.find(({ name }) => name === "packages");
  expect([missing.code, older.code, whole.code]).toEqual([1, 0, 0]);
  expect(fixture.errors()).toBe("To correct first: packages\n");
  expect(packagesOf(missing)).toMatchObject({ state: "error", text: "@kubewright/runtime is not installed" });
  expect(packagesOf(older)).toMatchObject({
    state: "warning",
    text: "@kubewright/runtime 1.2.2, and this command is 1.2.3",
  });
  expect(packagesOf(whole)).toMatchObject({ state: "ok", text: "2 of Kubewright, version 1.2.3" });
});

test("a kubeconfig of another program at the default path is an error", async () => {
  await using fixture = await startFixture();
  await mkdir(path.join(fixture.folder, ".kubewright"));
  await writeFile(path.join(fixture.folder, ".kubewright", "kubeconfig"), "current-context: prod\n");

  const code = await fixture.run(["doctor"]);

  expect(code).toBe(1);
  expect(fixture.output()).toContain(
    "error    kubeconfig: .kubewright/kubeconfig is not as Kubewright has written it\n         remove it, or start clusters with --kubeconfig\n",
  );
});

test("a running cluster of the folder is found", async () => {
  await using fixture = await startFixture();
  await using other = await startFixture();
  await mkdir(path.join(fixture.folder, ".kubewright"));
  const kubeconfig = path.join(fixture.folder, ".kubewright", "kubeconfig");
  const running = other.run(["cluster", "--controllers", "none", "--kubeconfig", kubeconfig]);
  await other.untilPrinted("export KUBECONFIG=");

  const { all } = await findingsIn(fixture);
  other.signal("SIGTERM");

  expect(await running).toBe(0);
  expect(all.find(({ name }) => name === "kubeconfig")?.text).toMatch(/^the cluster at https:.* is running$/u);
});

test("an old Node is an error, a missing kubectl and a taken port are warnings", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.

  const taken = await checkPort(port);
  await new Promise((resolve) => server.close(resolve));

  expect(checkNode("v20.1.0")).toEqual({
    name: "Node",
    state: "error",
    text: "20.1.0",
    fix: "install Node 24 or newer",
  });
  expect(checkNode("v26.0.0").state).toBe("ok");
  expect((await checkKubectl({ PATH: "/nowhere" })).state).toBe("warning");
  expect(taken.state).toBe("warning");
  expect((await checkPort(port)).state).toBe("ok");
});

test("folders of killed processes are named when they are a day old", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-stale-"));
  const old = path.join(folder, "kubewright-dev-old");
  await mkdir(old);
  await mkdir(path.join(folder, "kubewright-dev-new"));
  await utimes(old, 0, 0);

  const finding = await checkStaleFiles(createSystemClock(), folder);
  await rm(folder, { recursive: true });

  expect(finding).toEqual({ name: "stale files", state: "warning", text: `1 in ${folder}`, fix: `remove ${old}` });
});
