// The published command line: bundled, started as a separate program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSocketTransport, readText } from "@kubewright/transport";
import { rolldown } from "rolldown";
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
  const answer = await namespacesBy(await readFile(kubeconfig, "utf8"));
  cluster.signal("SIGTERM");
  const stopped = await cluster.ended;

  assert.match(version.text, /^\d+\.\d+\.\d+\n$/u);
  assert.match(answer, /"kind":"NamespaceList"/u);
  assert.match(stopped.text, /Stopped\.\n$/u);
  assert.equal(stopped.code, 0);
  const main = output.find(({ fileName }) => fileName === "main.js");
  assert.ok(main?.type === "chunk" && main.map?.sources.some((source) => source === "../../src/program.ts"));
});

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

/** Our kubeconfigs are JSON. */
async function namespacesBy(kubeconfig: string): Promise<string> {
  const { clusters, users } = JSON.parse(kubeconfig) as {
    readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
    readonly users: readonly [{ readonly user: { readonly token: string } }];
  };
  const { server = "", "certificate-authority-data": ca = "" } = clusters[0].cluster;
  await using transport = createSocketTransport({
    server,
    tls: { ca: Buffer.from(ca, "base64").toString() },
    credentials: () => ({ authorization: `Bearer ${users[0].user.token}` }),
  });
  return await readText(await transport.request({ method: "GET", path: "/api/v1/namespaces" }));
}
