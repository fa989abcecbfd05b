// The command in this process, with small operators as child processes.
import { Service } from "@kubewright/api/core/v1";
import { Unstructured } from "@kubewright/apimachinery";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { expect, test } from "vitest";

import { startFixture } from "../testdata/command-fixture.ts";
import type { CommandFixture } from "../testdata/command-fixture.ts";
import { startSmallProject, thingSource } from "../testdata/dev-fixture.ts";

const timeoutMs = 120_000;

test(
  "dev installs CRDs and starts the operator, again after a type is saved, and keeps the objects",
  async () => {
    await using fixture = await startSmallProject();
    const running = fixture.dev(["--", "--greeting", "hello"]);
    await fixture.untilPrinted("hello from thing");
    const first = await pids(fixture);
    await using cluster = await fixture.reach();
    await cluster.client.create(Unstructured, { ...thing, spec: { size: 1 } });

    await fixture.write("api/v1/thing.ts", thingSource("readonly size?: Int32; readonly color?: string;"));
    await fixture.untilPrinted("hello from thing", 2);
    await cluster.client.create(Unstructured, {
      ...thing,
      metadata: { ...thing.metadata, name: "second" },
      spec: { color: "red" },
    });
    const objects = await Array.fromAsync(cluster.client.list(thingType));
    fixture.signal("SIGINT");

    expect(await running).toBe(0);
    expect(objects.map(({ metadata, spec }) => [metadata.name, spec])).toEqual([
      ["first", { size: 1 }],
      ["second", { color: "red" }],
    ]);
    expect(fixture.output()).toContain("operator  api/v1/thing.ts saved\ngenerate  wrote config/crd/bases/");
    expect(fixture.output()).toContain("crds      installed things.example.dev");
    const all = await pids(fixture);
    expect([first.length, all.length]).toEqual([1, 2]);
    expect(all.map(isAlive)).toEqual([false, false]);
    expect(fixture.output().match(/ended in order/g)).toHaveLength(2);
    await expect(stat(path.join(fixture.folder, ".kubewright/kubeconfig"))).rejects.toThrow("ENOENT");
  },
  timeoutMs,
);

test(
  "dev keeps the running operator while sources have errors, and restarts it once they are valid",
  async () => {
    await using fixture = await startSmallProject();
    const running = fixture.dev([]);
    await fixture.untilPrinted("from thing");
    const [pid = 0] = await pids(fixture);

    await fixture.write("api/v1/thing.ts", thingSource("readonly size?: number;"));
    await fixture.untilPrinted("api/v1/thing.ts:");
    const afterWrongType = isAlive(pid);
    await fixture.write("api/v1/thing.ts", thingSource("readonly size?: Int32;"));
    await fixture.untilPrinted("from thing", 2);
    await fixture.write("internal/greeting.ts", "export const greeting: = 1;\n");
    await fixture.untilPrinted("internal/greeting.ts:1: ");
    const [, second = 0] = await pids(fixture);
    const afterWrongSyntax = isAlive(second);
    await fixture.write("internal/greeting.ts", 'export const greeting = "again";\n');
    await fixture.untilPrinted("again from thing");
    fixture.signal("SIGTERM");

    expect(await running).toBe(0);
    expect([afterWrongType, afterWrongSyntax]).toEqual([true, true]);
    expect(fixture.errors()).toMatch(/^generate  api\/v1\/thing\.ts:\d+:\d+: "number" is ambiguous/m);
    expect((await pids(fixture)).map(isAlive)).toEqual([false, false, false]);
  },
  timeoutMs,
);

test(
  "dev prints that the operator has ended, and restarts it on the next save",
  async () => {
    await using fixture = await startSmallProject();
    await fixture.write("internal/greeting.ts", 'throw new Error("no greeting");\nexport const greeting = "";\n');
    const running = fixture.dev([]);
    await fixture.untilPrinted("The operator ended with code 1; the next save starts it again");

    await fixture.write("internal/greeting.ts", 'export const greeting = "updated";\n');
    await fixture.untilPrinted("updated from thing");
    fixture.signal("SIGTERM");

    expect(await running).toBe(0);
    expect(fixture.output()).toContain("Error: no greeting");
  },
  timeoutMs,
);

test(
  "dev enables admission plugins of its cluster",
  async () => {
    await using fixture = await startSmallProject();
    const running = fixture.dev(["--enable-admission-plugins", "DenyServiceExternalIPs"]);
    await fixture.untilPrinted("ready at");
    await using cluster = await fixture.reach();
    const metadata = { namespace: "default", name: "web" };
    const spec = { ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] };
    const created = cluster.client.create(Service, { metadata, spec });

    await expect(created).rejects.toThrow("Use of external IPs is denied by admission control");
    fixture.signal("SIGTERM");
    expect(await running).toBe(0);
  },
  timeoutMs,
);

test(
  "dev --inspect starts the operator with the inspector of Node",
  async () => {
    await using fixture = await startSmallProject();
    const running = fixture.dev(["--inspect=0"]);
    await fixture.untilPrinted("from thing");
    fixture.signal("SIGTERM");

    expect(await running).toBe(0);
    expect(fixture.output() + fixture.errors()).toMatch(/^ +\| Debugger listening on ws:\/\/127\.0\.0\.1:\d+/mu);
  },
  timeoutMs,
);

test("dev that is stopped during the start exits with 0 and leaves nothing behind", async () => {
  await using fixture = await startSmallProject();

  const running = fixture.dev([]);
  await fixture.untilListening();
  fixture.signal("SIGINT");

  expect(await running).toBe(0);
  expect(fixture.output()).toMatch(/Stopped\.\n$/);
  await expect(stat(path.join(fixture.folder, ".kubewright/kubeconfig"))).rejects.toThrow("ENOENT");
});

test.each([
  { words: ["--port", "80x"], text: '--port is "80x": expected a number from 0 to 65535' },
  {
    words: ["--context", "a", "--data", "b"],
    text: "--data applies only to the embedded cluster, and a context is given",
  },
  { words: ["--webhooks", "tunnel"], text: '--webhooks is "tunnel": expected local, url, service, ssh, off' },
  { words: ["--webhooks", "url"], text: "--webhook-address is missing" },
  { words: ["--webhook-ssh", "me@node"], text: "--webhooks ssh and --webhook-ssh require each other" },
  { words: [], text: "cmd/main.ts does not exist: run the command in a project" },
  { words: ["--main", "package.json", "--context", "nowhere"], text: 'there is no context "nowhere"' },
])("dev $words fails in one line", async ({ words, text }) => {
  await using fixture = await startFixture();
  await writeFile(path.join(fixture.folder, "package.json"), "{}");
  const kubeconfig = path.join(fixture.folder, "config");
  await writeFile(kubeconfig, '{ "apiVersion": "v1", "kind": "Config" }');

  expect(await fixture.run(["dev", ...words], { KUBECONFIG: kubeconfig })).toBe(1);
  expect(fixture.errors()).toContain(text);
  expect(fixture.errors()).not.toContain("    at ");
});

const thing = {
  apiVersion: "example.dev/v1",
  kind: "Thing",
  metadata: { namespace: "default", name: "first" },
} as const;
const thingType: ResourceType<KubernetesObject & { readonly spec?: object }> = {
  group: "example.dev",
  version: "v1",
  kind: "Thing",
  plural: "things",
  namespaced: true,
};
/** The process ids of all operators so far. */
async function pids({ folder }: CommandFixture): Promise<readonly number[]> {
  return (await readFile(path.join(folder, "pids"), "utf8")).trim().split("\n").map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
