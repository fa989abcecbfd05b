// `kubewright dev` on a cluster: the API server calls the conversion webhook of the operator on this machine while dev runs.
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { CustomResourceConversion } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { installCrds, startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { run } from "kubewright";
import { expect, test } from "vitest";
import { parse } from "yaml";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const timeoutMs = 180_000;

test(
  "an object is written in v1 and read in v2 while dev runs, and afterwards the definition is as it was",
  async () => {
    await using project = await scaffold();
    await using env = await startEnvironment();
    await install(await project.definition(), deployed, env);

    const dev = await project.startDev(env);
    const created = await env.client.create({ ...widget("written"), spec: { foo: "from v1" } });
    const read = await readOnce(WidgetV2, "written", env);
    const during = await stored(env);
    const code = await dev.end();
    const after = await stored(env);

    expect(created).toMatchObject({ apiVersion: "shop.example.com/v1", spec: { foo: "from v1" } });
    expect(read).toMatchObject({ apiVersion: "shop.example.com/v2", spec: { bar: "from v1" } });
    const { url, caBundle, service } = during.conversion?.webhook?.clientConfig ?? {};
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/convert$/);
    expect(caBundle).toMatch(/^[\w+/=]+$/);
    expect(service).toBeUndefined();
    expect(project.output()).toContain("webhooks  the conversion of widgets.shop.example.com calls https://127.0.0.1:");
    expect(project.output()).toContain("webhooks  the webhooks of the cluster are restored at the end");
    expect([code, project.errors()]).toEqual([0, ""]);
    expect(after).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

test(
  "what a dev that was killed has left behind neither stops the next one nor outlives it",
  async () => {
    await using project = await scaffold();
    await using env = await startEnvironment();
    const definition = await project.definition();
    const metadata = { ...definition.metadata, annotations: { [noteName]: JSON.stringify(deployed) } };
    await install({ ...definition, metadata }, leftBehind, env);
    await env.client.create({ ...widget("kept", "v2"), spec: { bar: "from v2" } });
    const unreadable = await env.client.get(WidgetV1, keyOf("kept")).catch(String);

    const dev = await project.startDev(env);
    const read = await readOnce(WidgetV1, "kept", env);
    const code = await dev.end();

    expect(unreadable).toContain("conversion webhook for shop.example.com/v2, Kind=Widget failed");
    expect(read).toMatchObject({ apiVersion: "shop.example.com/v1", spec: { foo: "from v2" } });
    expect([code, project.errors()]).toEqual([0, ""]);
    expect(await stored(env)).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

test(
  "dev takes a conversion that was not there away again, and leaves alone what somebody else has put in its place",
  async () => {
    await using project = await scaffold();
    await using env = await startEnvironment();

    const first = await project.startDev(env);
    await first.end();
    const afterFirst = await stored(env);
    const second = await project.startDev(env);
    const found = await env.client.get(CustomResourceDefinition, definitionKey);
    if (found) await env.client.update({ ...found, spec: { ...found.spec, conversion: deployed } });
    await second.end();

    expect(afterFirst).toEqual({ conversion: { strategy: "None" }, note: undefined });
    expect(await stored(env)).toEqual({ conversion: deployed, note: undefined });
  },
  timeoutMs,
);

/** Once the API server has heard how the definition converts now: it does not say when. */
async function readOnce(type: ResourceType, name: string, { client }: Environment): Promise<unknown> {
  const field = type === WidgetV1 ? "foo" : "bar";
  let read: unknown;
  await expect
    .poll(async () => (read = await client.get(type, keyOf(name)).catch(String)), { timeout: 30_000 })
    .toHaveProperty(`spec.${field}`);
  return read;
}

const noteName = "kubewright.dev/conversion-before-dev";
const definitionKey = { name: "widgets.shop.example.com" } as const;

/** What `config/default` deploys. */
const deployed: CustomResourceConversion = {
  strategy: "Webhook",
  webhook: {
    clientConfig: { service: { namespace: "shop-system", name: "shop-webhook-service", path: "/convert", port: 443 } },
    conversionReviewVersions: ["v1"],
  },
};
/** Nobody listens there any more. */
const leftBehind: CustomResourceConversion = {
  strategy: "Webhook",
  webhook: { clientConfig: { url: "https://127.0.0.1:1/convert" }, conversionReviewVersions: ["v1"] },
};

const WidgetV1: ResourceType = {
  group: "shop.example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};
const WidgetV2: ResourceType = { ...WidgetV1, version: "v2" };

function keyOf(name: string) {
  return { namespace: "default", name };
}

function widget(name: string, version = "v1") {
  return { apiVersion: `shop.example.com/${version}`, kind: "Widget", metadata: keyOf(name) };
}

async function install(
  definition: CustomResourceDefinition,
  conversion: CustomResourceConversion,
  { client, clock }: Environment,
): Promise<void> {
  await installCrds([{ ...definition, spec: { ...definition.spec, conversion } } as KubernetesObject], {
    client,
    clock,
  });
}

async function stored({ client }: Environment) {
  const found = await client.get(CustomResourceDefinition, definitionKey);
  return { conversion: found?.spec.conversion, note: found?.metadata.annotations?.[noteName] };
}

/** A project with a kind of two versions, of which the first calls "foo" what the second, which is stored, calls "bar". */
async function scaffold() {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-converted-"));
  const folder = path.join(base, "shop");
  await mkdir(folder);
  const printed = { out: "", err: "" };
  const listeners = new Map<string, () => void>();
  let wake = Promise.withResolvers<void>();
  const print = (stream: "out" | "err", text: string): void => {
    printed[stream] += text;
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const kubewright = (words: string, env: NodeJS.ProcessEnv = {}): Promise<number> =>
    run({
      args: words.split(" "),
      version: "0.1.0",
      io: { cwd: folder, env, isTty: false, out: (text) => print("out", text), err: (text) => print("err", text) },
      signals: {
        on: (name, listener) => void listeners.set(name, listener),
        off: (name) => void listeners.delete(name),
        exit: () => expect.unreachable("ended by a second signal"),
      },
    });
  const make = async (words: string): Promise<void> =>
    expect([words, await kubewright(words), printed.err]).toEqual([words, 0, ""]);
  const change = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(path.join(folder, file), "utf8");
    expect(text).toContain(from);
    await writeFile(path.join(folder, file), text.replace(from, to));
  };

  await make("init --fetch-deps=false --domain example.com");
  await symlink(modules, path.join(folder, "node_modules"));
  for (const version of ["v2", "v1"]) {
    await make(`create api --group shop --version ${version} --kind Widget --resource --controller=false --make=false`);
  }
  await make("create webhook --group shop --version v2 --kind Widget --conversion --spoke v1 --make=false");
  await change("api/v2/widget.ts", "readonly foo?: string", "readonly bar?: string");
  await change(
    "api/v1/widget-conversion.ts",
    "{ toHub: {}, fromHub: {} }",
    `{
  toHub: { spec: ({ foo }) => (foo === undefined ? {} : { bar: foo }) },
  fromHub: { spec: ({ bar }) => (bar === undefined ? {} : { foo: bar }) },
}`,
  );
  await make("generate crd object conversion");

  return {
    output: () => printed.out,
    /** Without the type errors: the compiler does not find the packages of a checkout that is not built, and may report so before dev ends. */
    errors: () =>
      printed.err
        .split("\n")
        .filter((line) => !line.startsWith("types "))
        .join("\n"),
    async definition(): Promise<CustomResourceDefinition> {
      const file = path.join(folder, "config/crd/bases/shop.example.com_widgets.yaml");
      return parse(await readFile(file, "utf8")) as CustomResourceDefinition; // What the generator makes.
    },
    /** Resolves when dev has led everything here. */
    async startDev(env: Environment) {
      printed.out = "";
      const kubeconfig = path.join(base, "kubeconfig");
      await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
      const variables = { KUBECONFIG: kubeconfig, NODE_OPTIONS: "--conditions=source" };
      const running = kubewright("dev --use-current-context -- --health-probe-bind-address=0", variables);
      while (!printed.out.includes("waiting for saves")) await wake.promise;
      return {
        end(): Promise<number> {
          listeners.get("SIGINT")?.();
          return running;
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}
