// The command in this process, with operators as real children: small ones of a few lines, and an example with webhooks.
import { chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { startEnvironment, waitFor, webhookConfigurationTypes } from "@kubewright/envtest";
import type { ClientConfig, WebhookConfiguration } from "@kubewright/envtest";
import { expect, test } from "vitest";

import { startWorld } from "../command-world.ts";
import type { CommandWorld } from "../command-world.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const timeoutMs = 120_000;

test(
  "dev installs CRDs, starts the operator, and does both again when a type is saved; objects stay",
  async () => {
    await using world = await startProject();
    const running = world.dev("--", "--greeting", "hello");
    await world.untilPrinted("hello from thing");
    const first = await pids(world);
    await using cluster = await reach(world);
    await cluster.client.create({ ...thing, spec: { size: 1 } });

    await world.write("api/v1/thing.ts", thingSource("readonly size?: Int32; readonly color?: string;"));
    await world.untilPrinted("hello from thing", 2);
    await cluster.client.create({ ...thing, metadata: { ...thing.metadata, name: "second" }, spec: { color: "red" } });
    const objects = await Array.fromAsync(cluster.client.list(thingType));
    world.signal("SIGINT");

    expect(await running).toBe(0);
    expect(objects.map(({ metadata, spec }) => [metadata.name, spec])).toEqual([
      ["first", { size: 1 }],
      ["second", { color: "red" }],
    ]);
    expect(world.output()).toContain("operator  api/v1/thing.ts saved\ngenerate  wrote config/crd/bases/");
    expect(world.output()).toContain("crds      installed things.example.dev");
    const all = await pids(world);
    expect([first.length, all.length]).toEqual([1, 2]);
    expect(all.map(isAlive)).toEqual([false, false]);
    expect(world.output().match(/ended in order/g)).toHaveLength(2);
    await expect(stat(path.join(world.folder, ".kubewright/kubeconfig"))).rejects.toThrow("ENOENT");
  },
  timeoutMs,
);

test(
  "dev goes on with the running operator while sources are wrong, and with a new one once they are right",
  async () => {
    await using world = await startProject();
    const running = world.dev();
    await world.untilPrinted("from thing");
    const [pid = 0] = await pids(world);

    await world.write("api/v1/thing.ts", thingSource("readonly size?: number;"));
    await world.untilPrinted("api/v1/thing.ts:");
    const afterWrongType = isAlive(pid);
    await world.write("api/v1/thing.ts", thingSource("readonly size?: Int32;"));
    await world.untilPrinted("from thing", 2);
    await world.write("internal/greeting.ts", "export const greeting: = 1;\n");
    await world.untilPrinted("internal/greeting.ts:1: ");
    const [, second = 0] = await pids(world);
    const afterWrongSyntax = isAlive(second);
    await world.write("internal/greeting.ts", 'export const greeting = "again";\n');
    await world.untilPrinted("again from thing");
    world.signal("SIGTERM");

    expect(await running).toBe(0);
    expect([afterWrongType, afterWrongSyntax]).toEqual([true, true]);
    expect(world.errors()).toMatch(/^generate  api\/v1\/thing\.ts:\d+:\d+: "number" does not say which/m);
    expect((await pids(world)).map(isAlive)).toEqual([false, false, false]);
  },
  timeoutMs,
);

test(
  "dev says that the operator has ended, and starts it again with the next save",
  async () => {
    await using world = await startProject();
    await world.write("internal/greeting.ts", 'throw new Error("no greeting");\nexport const greeting = "";\n');
    const running = world.dev();
    await world.untilPrinted("The operator ended with code 1; the next save starts it again");

    await world.write("internal/greeting.ts", 'export const greeting = "mended";\n');
    await world.untilPrinted("mended from thing");
    world.signal("SIGTERM");

    expect(await running).toBe(0);
    expect(world.output()).toContain("Error: no greeting");
  },
  timeoutMs,
);

test(
  "dev leads the webhooks of a project to the operator, applies its samples, and leaves nothing behind",
  async () => {
    await using world = await startWorld();
    await cp(path.join(repository, "examples/i-operator"), world.folder, { recursive: true });
    await linkPackages(world);

    const running = runDev(world, ["--samples", "--", "--health-probe-bind-address", "0"]);
    await world.untilPrinted("waiting for saves");
    await using cluster = await reach(world);
    const { metadata, ...rest } = application;
    const refused = await cluster.client
      .create({ ...rest, metadata: { ...metadata, name: "wrong" }, spec: { image: "Nginx" } })
      .catch(String);
    const key = { namespace: "default", name: "app-application-sample" };
    await waitFor(deploymentType, key, (found) => found !== undefined, cluster);
    world.signal("SIGINT");

    expect(await running).toBe(0);
    expect(refused).toContain(
      'admission webhook "vapplication-v1.lixueduan.com" denied the request: invalid image name',
    );
    expect(world.output()).toContain("samples   applied Application default/application-sample\n");
    expect(world.output()).toContain("Manager has stopped");
    expect(await readdir(path.join(world.folder, ".kubewright"))).toEqual([]);
  },
  timeoutMs,
);

test(
  "dev works against the cluster of a context, and puts back the webhooks that it had",
  async () => {
    await using env = await startEnvironment({ server: "embedded", controllers: "all", listen: {} });
    await using world = await startWorld();
    await cp(path.join(repository, "examples/i-operator"), world.folder, { recursive: true });
    await linkPackages(world);
    const kubeconfig = path.join(world.folder, "users-kubeconfig");
    const text = (await env.kubeconfig()).replaceAll(
      /"?current-context"?: "?kubewright"?/g,
      '"current-context": "none"',
    );
    await writeFile(kubeconfig, text, { mode: 0o600 });
    const deployed = { url: "https://deployed.example.dev/" };
    await env.client.create(configuration("i-operator-validating-webhook-configuration", deployed));

    const words = ["--context", "kubewright", "--", "--health-probe-bind-address", "0"];
    const running = runDev(world, words, { KUBECONFIG: kubeconfig });
    await world.untilPrinted("waiting for saves");
    const refused = await env.client.create(application).catch(String);
    world.signal("SIGINT");
    const code = await running;
    const left = await Promise.all(webhookTypes.map(async (type) => Array.fromAsync(env.client.list(type))));

    expect(code).toBe(0);
    expect(refused).toContain("invalid image name");
    expect(left[0]).toEqual([]);
    expect(left[1]?.map(({ metadata, webhooks }) => [metadata.name, webhooks?.[0]?.clientConfig?.url])).toEqual([
      ["i-operator-validating-webhook-configuration", deployed.url],
    ]);
    expect(world.output()).toContain(`cluster   using ${env.listener?.url}`);
  },
  timeoutMs,
);

test(
  "dev leads webhooks through a Service and ssh to the operator, and takes both away",
  async () => {
    await using env = await startEnvironment({ server: "embedded", listen: {} });
    await using world = await startProject();
    await world.write("kubeconfig", await env.kubeconfig());
    const webhook = configuration("checks", {
      service: { namespace: "system", name: "webhook-service", path: "/check" },
    });
    await world.write("config/webhook/manifests.yaml", JSON.stringify(webhook));
    await world.write("cmd/main.ts", listeningMain);
    await world.write("bin/ssh", '#!/bin/sh\necho "$@" > "${0%/*}/called"\nexec /bin/sleep 600\n');
    await chmod(path.join(world.folder, "bin/ssh"), 0o755);

    const variables = { KUBECONFIG: path.join(world.folder, "kubeconfig"), PATH: path.join(world.folder, "bin") };
    const words = [
      "--use-current-context",
      "--webhooks",
      "ssh",
      "--webhook-ssh",
      "me@node",
      "--webhook-address",
      "192.0.2.5:8443",
    ];
    const running = runDev(world, words, variables);
    await world.untilPrinted("waiting for saves");
    const slice = await env.client.get(sliceType, routeKey);
    const [, asking] = await Promise.all(webhookTypes.map(async (type) => env.client.get(type, { name: "checks" })));
    const called = await readFile(path.join(world.folder, "bin/called"), "utf8");
    world.signal("SIGINT");
    const code = await running;

    expect(code).toBe(0);
    expect(slice).toMatchObject({ endpoints: [{ addresses: ["192.0.2.5"] }], ports: [{ port: 8443 }] });
    expect(asking?.webhooks?.[0]?.clientConfig?.service).toEqual({ ...routeKey, path: "/check", port: 443 });
    expect(called).toMatch(/-R 0\.0\.0\.0:8443:127\.0\.0\.1:\d+ -- me@node\n$/);
    expect(await env.client.get(sliceType, routeKey)).toBeUndefined();
    expect(world.errors()).toBe("");
  },
  timeoutMs,
);

test.each([
  { words: ["--port", "80x"], text: '--port is "80x": expected a number from 0 to 65535' },
  { words: ["--context", "a", "--data", "b"], text: "--data is of the embedded cluster, and a context is named" },
  { words: ["--webhooks", "tunnel"], text: '--webhooks is "tunnel": expected local, url, service, ssh, off' },
  { words: ["--webhooks", "url"], text: "there is no --webhook-address" },
  { words: ["--webhook-ssh", "me@node"], text: "--webhooks ssh and --webhook-ssh belong together" },
  { words: [], text: "there is no cmd/main.ts: go to the folder of a project" },
  { words: ["--main", "package.json", "--context", "nowhere"], text: 'there is no context "nowhere"' },
])("dev $words fails in one line", async ({ words, text }) => {
  await using world = await startWorld();
  await writeFile(path.join(world.folder, "package.json"), "{}");
  const kubeconfig = path.join(world.folder, "config");
  await writeFile(kubeconfig, '{ "apiVersion": "v1", "kind": "Config" }');

  expect(await world.run(["dev", ...words], { KUBECONFIG: kubeconfig })).toBe(1);
  expect(world.errors()).toContain(text);
  expect(world.errors()).not.toContain("    at ");
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
const deploymentType = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
} as const;
const routeKey = { namespace: "default", name: "kubewright-dev-webhooks" } as const;
const sliceType: ResourceType = {
  group: "discovery.k8s.io",
  version: "v1",
  kind: "EndpointSlice",
  plural: "endpointslices",
  namespaced: true,
};
const listeningMain = `
import { createServer } from "node:net";
const port = Number(process.argv.find((word) => word.startsWith("--webhook-port="))?.split("=")[1]);
const server = createServer().listen(port, "127.0.0.1");
process.once("SIGTERM", () => server.close());
`;
const application = {
  apiVersion: "core.crd.lixueduan.com/v1",
  kind: "Application",
  metadata: { namespace: "default", name: "wrong" },
  spec: { image: "Nginx" },
} as const;

function thingSource(fields: string): string {
  return `import type { Int32, KubernetesObject } from "@kubewright/apimachinery";
export interface ThingSpec { ${fields} }
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec?: ThingSpec; readonly unused?: Int32; }
`;
}

const smallProject = {
  "package.json": '{ "type": "module", "scripts": { "generate": "kubewright generate crd object" } }',
  "api/v1/groupversion-info.ts": "/**\n * @groupName=example.dev\n * @versionName=v1\n */\nexport {};\n",
  "api/v1/thing.ts": thingSource("readonly size?: Int32;"),
  "internal/greeting.ts": "export const greeting = process.argv[3];\n",
  "cmd/main.ts": `
import { appendFileSync } from "node:fs";
import { greeting } from "../internal/greeting.ts";
appendFileSync("pids", process.pid + "\\n");
const timer = setInterval(() => {}, 1_000_000);
process.once("SIGTERM", () => { console.log("ended in order"); clearInterval(timer); });
console.log(greeting, "from thing");
`,
};

const webhookTypes = webhookConfigurationTypes as readonly ResourceType<WebhookConfiguration>[];

function configuration(name: string, clientConfig: ClientConfig): WebhookConfiguration {
  const rules = [{ operations: ["CREATE"], apiGroups: ["example.dev"], apiVersions: ["v1"], resources: ["things"] }];
  const webhook = { name: "a.example.dev", clientConfig, rules, sideEffects: "None", admissionReviewVersions: ["v1"] };
  const apiVersion = "admissionregistration.k8s.io/v1";
  return { apiVersion, kind: "ValidatingWebhookConfiguration", metadata: { name }, webhooks: [webhook] };
}

async function startProject() {
  const world = await startWorld();
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.join(world.folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(world.folder, file), text);
  };
  for (const [file, text] of Object.entries(smallProject)) await write(file, text);
  await linkPackages(world);
  return { ...world, write, dev: (...words: readonly string[]) => runDev(world, words) };
}

function linkPackages({ folder }: CommandWorld): Promise<void> {
  return symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
}

function runDev(
  world: CommandWorld,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return world.run(["dev", ...words], { NODE_OPTIONS: "--conditions=source", ...env });
}

/** Of all operators so far. */
async function pids({ folder }: CommandWorld): Promise<readonly number[]> {
  return (await readFile(path.join(folder, "pids"), "utf8")).trim().split("\n").map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function reach({
  folder,
}: CommandWorld): Promise<
  AsyncDisposable & { readonly client: Client; readonly clock: ReturnType<typeof createSystemClock> }
> {
  const clock = createSystemClock();
  const config = await loadConfig({ env: {}, kubeconfig: path.join(folder, ".kubewright/kubeconfig"), clock });
  const transport = createTransportFor(config);
  const client = createClient({ transport, clock, random: createSystemRandom() });
  return { client, clock, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() };
}
