// The bundle of a scaffolded project: its files, and that it works with the flags of the image.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { Unstructured } from "@kubewright/apimachinery";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import { rolldown } from "rolldown";
import type { OutputChunk, OutputOptions, RolldownOptions } from "rolldown";
import { expect, test } from "vitest";
import { nodeFlags } from "../image/image-files.ts";
import { configFiles } from "./config-files.ts";

const examples = fileURLToPath(new URL("../../../../../examples", import.meta.url));
const conditionNames = ["source", "import", "node", "default"];

test("a scaffolded operator loads undici, yaml and the certificates of webhooks on first use", async () => {
  const chunks = await chunksOf("myjob");

  const atStart = modulesAtStart(chunks);
  expect(atStart).toContain("packages/runtime/");
  expect(atStart).not.toMatch(/node_modules\/(?:undici|yaml|asn1js|pkijs)\//);
  expect(chunks.flatMap(({ moduleIds }) => moduleIds).join("\n")).toMatch(/node_modules\/undici\//);
}, 60_000);

// A file that imports main.js would wait for the end of the operator, and the operator for the file.
test.each(["myjob", "i-operator"])(
  "no file of the bundled %s imports main.js",
  async (example) => {
    const chunks = await chunksOf(example);

    expect(chunks.filter(({ imports }) => imports.includes("main.js"))).toEqual([]);
    expect(chunks.find(({ fileName }) => fileName === "main.js")?.moduleIds).toEqual([programOf(example)]);
  },
  60_000,
);

test.each([
  { title: "the flags of the image", nodeFlags: [], flags: [] },
  {
    title: "a worker thread for its Lease and the permission for it",
    nodeFlags: ["--allow-worker"],
    flags: ["--leader-elect", "--leader-elect-worker"],
  },
])("a bundled operator reconciles with $title", { timeout: 120_000 }, async ({ nodeFlags: further, flags }) => {
  const crds = [path.join(examples, "myjob/config/crd/bases")];
  await using env = await startEnvironment({ server: "embedded", crds });
  await using folder = await bundleProgram();
  const kubeconfig = path.join(folder.path, "kubeconfig");
  await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });
  const [major = ""] = process.versions.node.split(".");

  await using operator = startProgram(
    [...nodeFlags(Number(major)), ...further, path.join(folder.path, "main.js"), ...flags],
    kubeconfig,
  );
  await env.client.create(Unstructured, {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: { namespace: "default", name: "a" },
    spec: { template: { spec: { containers: [{ name: "pi", image: "pi" }], restartPolicy: "Never" } } },
  });

  const ended = operator.ended.then(() => Promise.reject(new Error(operator.output())));
  await Promise.race([ended, waitFor(Pod, { namespace: "default", name: "a" }, (pod) => pod !== undefined, env)]);
});

test(
  "a bundle without the program of the worker thread names the entry that it needs",
  { timeout: 120_000 },
  async () => {
    await using env = await startEnvironment({ server: "embedded" });
    await using folder = await bundleProgram();
    await rm(path.join(folder.path, "lease-worker.js"));
    const kubeconfig = path.join(folder.path, "kubeconfig");
    await writeFile(kubeconfig, await env.kubeconfig(), { mode: 0o600 });

    const main = path.join(folder.path, "main.js");
    await using operator = startProgram([main, "--leader-elect", "--leader-elect-worker"], kubeconfig);
    await operator.ended;

    expect(operator.output()).toMatch(
      /^Cannot hold Lease "default\/myjob\.github\.com" in a worker thread: .*: a bundle needs the entry "lease-worker": "@kubewright\/runtime\/lease-worker"$/m,
    );
  },
);

function programOf(example: string): string {
  return path.join(examples, example, "cmd/main.ts");
}

async function chunksOf(example: string): Promise<readonly OutputChunk[]> {
  const { output, ...input } = await scaffoldedConfig(example);
  await using bundle = await rolldown({ ...input, resolve: { conditionNames } });
  const { output: files } = await bundle.generate(output);
  return files.filter((file) => file.type === "chunk");
}

function modulesAtStart(chunks: readonly OutputChunk[]): string {
  const loaded = new Set(["main.js"]);
  for (const name of loaded) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) loaded.add(imported);
  }
  return chunks
    .filter(({ fileName }) => loaded.has(fileName))
    .flatMap(({ moduleIds }) => moduleIds)
    .join("\n");
}

async function bundleProgram(): Promise<AsyncDisposable & { readonly path: string }> {
  const { output, ...input } = await scaffoldedConfig("myjob");
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bundle-"));
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  await using bundle = await rolldown({ ...input, resolve: { conditionNames } });
  await bundle.write({ ...output, dir: folder });
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function startProgram(args: readonly string[], kubeconfig: string) {
  const child = spawn(process.execPath, [...args, "--health-probe-bind-address=0"], {
    env: { KUBECONFIG: kubeconfig },
  });
  const exited = once(child, "exit");
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    ended: exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

interface ScaffoldedConfig extends RolldownOptions {
  readonly input: Readonly<Record<string, string>>;
  readonly output: OutputOptions;
}

async function scaffoldedConfig(example: string): Promise<ScaffoldedConfig> {
  const file = configFiles().find((each) => each.path === "rolldown.config.js");
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bundle-"));
  try {
    const config = path.join(folder, "rolldown.config.mjs");
    await writeFile(config, file?.content ?? "");
    const loaded = (await import(pathToFileURL(config).href)) as {
      default: ScaffoldedConfig; // The scaffold exports this type.
    };
    const { input } = loaded.default;
    return { ...loaded.default, input: { ...input, main: programOf(example) } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
