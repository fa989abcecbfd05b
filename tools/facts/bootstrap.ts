/**
 * Asks a real kube-apiserver which objects it makes for itself when it starts on an empty store: RBAC defaults and
 * priority classes. Names, rules and numbers are facts and are kept; sentences (descriptions) are not.
 *
 * Usage: `node tools/facts/bootstrap.ts [folder]`, the folder being the one `tools/real/build.sh` filled (default
 * `$KUBEBUILDER_ASSETS`); writes packages/apiserver/src/bootstrap/objects.generated.ts.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

const binaries = process.argv[2] ?? process.env["KUBEBUILDER_ASSETS"];
if (binaries === undefined) {
  console.error("Cannot find the real binaries: pass the folder with etcd and kube-apiserver, or set KUBEBUILDER_ASSETS");
  process.exit(1);
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const collections: Readonly<Record<string, string>> = {
  clusterroles: `${rbac}/clusterroles`,
  clusterrolebindings: `${rbac}/clusterrolebindings`,
  roles: `${rbac}/roles`,
  rolebindings: `${rbac}/rolebindings`,
  priorityclasses: "/apis/scheduling.k8s.io/v1/priorityclasses",
};

const folder = mkdtempSync(join(tmpdir(), "kubewright-bootstrap-"));
const children: ChildProcess[] = [];
try {
  const get = await startRealApiServer(folder, binaries);
  const sections: string[] = [];
  for (const [name, path] of Object.entries(collections)) {
    const list = JSON.parse(await get(path)) as { readonly items: readonly Listed[] };
    const objects = list.items.map((item) => JSON.stringify(factsOf(item)));
    sections.push(`${JSON.stringify(name)}:[\n${objects.join(",\n")}\n]`);
  }
  const module = `/** Made by tools/facts/bootstrap.ts, never edited. JSON, so that it costs nothing until it is parsed. */
export const bootstrapObjects: string = \`{
${sections.join(",\n")}
}\`;
`;
  writeFileSync(new URL("../../packages/apiserver/src/bootstrap/objects.generated.ts", import.meta.url), module);
} finally {
  for (const child of children.toReversed()) {
    child.kill("SIGKILL");
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** What is a fact of an object: what its author wrote, without what the server added, without prose. */
function factsOf(object: Listed): Record<string, unknown> {
  const { name, namespace, labels, annotations } = object.metadata;
  const { metadata: _metadata, description: _prose, ...rest } = object;
  return { metadata: { name, namespace, labels, annotations }, ...rest };
}

async function startRealApiServer(root: string, from: string): Promise<(path: string) => Promise<string>> {
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomBytes(16).toString("hex");
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(join(root, "sa.key"), privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  writeFileSync(join(root, "sa.pub"), publicKey.export({ type: "spki", format: "pem" }));
  writeFileSync(join(root, "tokens.csv"), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const etcd = `http://127.0.0.1:${clientPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  run(join(from, "etcd"), [
    `--data-dir=${join(root, "etcd")}`, `--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`, "--unsafe-no-fsync",
  ]);
  run(join(from, "kube-apiserver"), [
    `--etcd-servers=${etcd}`, `--secure-port=${port}`, "--bind-address=127.0.0.1", `--cert-dir=${join(root, "certificates")}`,
    "--service-account-issuer=https://kubernetes.default.svc", `--service-account-key-file=${join(root, "sa.pub")}`,
    `--service-account-signing-key-file=${join(root, "sa.key")}`, `--token-auth-file=${join(root, "tokens.csv")}`,
    "--authorization-mode=RBAC", "--service-cluster-ip-range=10.0.0.0/24",
  ]);
  const get = (path: string): Promise<string> => fetchText(port, path, token, join(root, "certificates", "apiserver.crt"));
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ready = await get("/readyz").catch(() => "");
    if (ready === "ok") return get;
    await sleep(100);
  }
  throw new Error("Cannot start the real kube-apiserver: it was not ready within 60 seconds");
}

function run(command: string, args: readonly string[]): void {
  children.push(spawn(command, args, { stdio: "ignore" }));
}

function fetchText(port: number, path: string, token: string, certificate: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, ca: readFileSync(certificate), headers: { authorization: `Bearer ${token}` } };
    const call = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve(text));
    });
    call.on("error", reject);
    call.end();
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
