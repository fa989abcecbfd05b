// The published command line: bundled, started as a separate program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSocketTransport, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { rolldown } from "rolldown";
import type { RolldownOutput } from "rolldown";
import { test } from "vitest";
import config from "./rolldown.config.ts";

const program = fileURLToPath(new URL("../../packages/cli/bin/kubewright.js", import.meta.url));

const minute = 60_000;

test("the bundled program prints its version, and serves a cluster until a signal", { timeout: minute }, async () => {
  await using bundle = await rolldown(config);
  const { output } = await bundle.write(config.output);
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-bundle-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));

  const version = await resources.use(start(folder, "--version")).ended;
  const kubeconfig = path.join(folder, "kubeconfig");
  const cluster = resources.use(start(folder, "cluster", "--controllers=none", `--kubeconfig=${kubeconfig}`));
  await cluster.printed("export KUBECONFIG=");
  await using transport = transportOf(await readFile(kubeconfig, "utf8"));
  const namespaces = await readText(await transport.request({ method: "GET", path: "/api/v1/namespaces" }));
  const definition = await create(transport, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd);
  const request = await create(transport, "/apis/certificates.k8s.io/v1/certificatesigningrequests", csr);
  cluster.signal("SIGTERM");
  const stopped = await cluster.ended;

  assert.match(version.text, /^\d+\.\d+\.\d+\n$/u);
  assert.match(namespaces, /"kind":"NamespaceList"/u);
  assert.match(definition, /"name":"colors.example.com"/u);
  assert.match(request, /spec.request: Invalid value/u);
  assert.match(stopped.text, /Stopped\.\n$/u);
  assert.equal(stopped.code, 0);
  const size = output.reduce((sum, file) => sum + (file.type === "chunk" ? file.code : file.source).length, 0);
  assert.ok(size < 4.7e6, `the bundle has ${size} bytes: the installed command must stay below 5 MB`);
  const atStart = bytesAtStart(output);
  assert.ok(atStart < 150_000, `--help loads ${atStart} bytes: import implementations in the actions of commands`);
  const texts = await readFile(path.join(config.output.dir ?? "", "LICENSES.txt"), "utf8");
  for (const name of ["chokidar", "commander", "re2js", "undici"])
    assert.match(texts, new RegExp(`^${name} \\d`, "mu"));
});

/** The code that each command loads before its action: `--help` loads no more. */
function bytesAtStart(output: RolldownOutput["output"]): number {
  const chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const each of chunks.get(name)?.imports ?? []) load(each);
  };
  load("main.js");
  return [...loaded].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0);
}

function start(cwd: string, ...args: readonly string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: cwd, NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  let wake = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    wake.resolve();
    wake = Promise.withResolvers<void>();
  });
  const closed = once(child, "close");
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    ended: closed.then(([code]: readonly unknown[]) => ({ code, text })),
    async printed(wanted: string) {
      while (!text.includes(wanted))
        await Promise.race([wake.promise, closed.then(() => assert.fail(`ended: ${text}`))]);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL"); // Harmless for one that has ended.
      await closed;
    },
  };
}

/** Parsed by yaml, with a pattern that re2js compiles. */
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: colors.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: colors, kind: Color }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { hex: { type: string, pattern: "^[0-9a-f]+$", default: ff } } }
`;

/** Decoded by asn1js: the PEM block contains no certificate request. */
const csr = `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: { name: broken }
spec: { request: ${btoa("-----BEGIN CERTIFICATE REQUEST-----\nAAEC\n-----END CERTIFICATE REQUEST-----\n")}, signerName: a.example.com/b, usages: [client auth] }
`;

async function create(transport: Transport, path: string, body: string): Promise<string> {
  return await readText(
    await transport.request({ method: "POST", path, headers: { "content-type": "application/yaml" }, body }),
  );
}

/** Our kubeconfigs are JSON. */
function transportOf(kubeconfig: string) {
  const { clusters, users } = JSON.parse(kubeconfig) as {
    readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
    readonly users: readonly [{ readonly user: { readonly token: string } }];
  };
  const { server = "", "certificate-authority-data": ca = "" } = clusters[0].cluster;
  return createSocketTransport({
    server,
    tls: { ca: Buffer.from(ca, "base64").toString() },
    credentials: () => ({ authorization: `Bearer ${users[0].user.token}` }),
  });
}
