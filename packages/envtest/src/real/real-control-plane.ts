/** A real etcd and kube-apiserver for a test: on free loopback ports, with data that is deleted at the end. */
import { generateKeyPairSync } from "node:crypto";
import { readFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAbort } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createSocketTransport, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { EnvironmentError } from "../errors.ts";
import type { EnvironmentUser } from "../users/environment-user.ts";
import { assetsFolder, programIn } from "./assets.ts";
import { settingsFrom } from "./control-plane-settings.ts";
import type { ControlPlaneSettings } from "./control-plane-settings.ts";
import { freePort } from "./free-port.ts";
import { startProgram } from "./program.ts";
import type { Program } from "./program.ts";

/** The connection to a real server. */
export interface RealControlPlane extends AsyncDisposable {
  readonly server: string;
  readonly caCertificate: string;
  /** Of a user in the group system:masters. */
  readonly token: string;
  readonly transport: Transport;
  /** The address of its etcd, which needs no credentials. */
  readonly etcdUrl: string;
  /** Issues a client certificate of the authority in `--client-ca-file`. */
  clientCertificate(user: EnvironmentUser): Promise<IssuedCertificate>;
}

export interface RealControlPlaneOptions extends ControlPlaneSettings {
  readonly clock: Clock;
  readonly random: Random;
  /** The folder with `etcd` and `kube-apiserver`. Default: KUBEBUILDER_ASSETS, otherwise the newest version that `kubewright envtest use` or setup-envtest has installed. */
  readonly assets?: string;
  /** Environment variables; default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

const askAgainAfterMs = 100;

/**
 * Starts both programs and resolves once the API server is ready. The admission plugin ServiceAccount is disabled, as in envtest: without controllers
 * there are no service accounts.
 *
 * @throws {EnvironmentError} if a program is missing, ends, or does not become ready; contains its last output.
 */
export async function startRealControlPlane(options: RealControlPlaneOptions): Promise<RealControlPlane> {
  const { clock, random, signal } = options;
  const env = options.env ?? process.env;
  const settings = settingsFrom(options, env);
  const folder = await assetsFolder(options.assets, env);
  const [etcd, apiServer] = [await programIn(folder, "etcd", env), await programIn(folder, "kube-apiserver", env)];

  await using resources = new AsyncDisposableStack();
  const data = await mkdtemp(path.join(tmpdir(), "kubewright-envtest-"));
  resources.defer(() => rm(data, { recursive: true, force: true }));
  const token = Buffer.from(random.bytes(32)).toString("hex");
  const [etcdUrl, peerUrl, port] = [
    `http://127.0.0.1:${await freePort(random)}`,
    `http://127.0.0.1:${await freePort(random)}`,
    await freePort(random),
  ];

  const start = async (file: string, flags: readonly string[], log: string): Promise<Program> =>
    resources.use(await startProgram(file, flags, { ...settings, clock, logFile: path.join(data, log) }));
  const store = await start(etcd, [...etcdFlags({ data, etcdUrl, peerUrl }), ...settings.etcdFlags], "etcd.log");
  const authority = await createCertificateAuthority({ clock, random, name: "users of a test" });
  const { certificate: clientCa } = authority;
  const flags = [...(await apiServerFlagsFor({ data, etcdUrl, port, token, clientCa })), ...settings.apiServerFlags];
  const running = await start(apiServer, flags, "kube-apiserver.log");

  const server = `https://127.0.0.1:${port}`;
  const deadline = clock.now() + settings.startTimeoutMs;
  const caCertificate = await untilReady([store, running], deadline, clock, signal, async () => {
    // The server signs its certificate itself; the file exists once it listens.
    const certificate = await readFile(path.join(data, "certificates", "apiserver.crt"), "utf8");
    await using probe = createSocketTransport({ server, tls: { ca: certificate }, credentials: bearer(token) });
    const { status } = await probe.request({ method: "GET", path: "/readyz" });
    if (status !== 200) throw new Error(`/readyz answered ${status}`);
    // The aggregator publishes OpenAPI a moment later, and until then kubectl cannot validate.
    const openapi = await readText(await probe.request({ method: "GET", path: "/openapi/v3" }));
    if (!openapi.includes('"api/v1"')) throw new Error("/openapi/v3 does not list api/v1 yet");
    return certificate;
  });
  const transport = resources.use(
    createSocketTransport({ server, tls: { ca: caCertificate }, credentials: bearer(token) }),
  );
  const owned = resources.move();
  const clientCertificate = ({ name, groups = [] }: EnvironmentUser): Promise<IssuedCertificate> =>
    authority.issueClient({ user: name, groups });
  return {
    server,
    caCertificate,
    token,
    transport,
    etcdUrl,
    clientCertificate,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function etcdFlags({ data, etcdUrl, peerUrl }: { data: string; etcdUrl: string; peerUrl: string }): readonly string[] {
  return [
    `--data-dir=${path.join(data, "etcd")}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    "--unsafe-no-fsync", // The data is thrown away.
  ];
}

async function apiServerFlagsFor(of: {
  data: string;
  etcdUrl: string;
  port: number;
  token: string;
  clientCa: string;
}): Promise<readonly string[]> {
  const keyFile = path.join(of.data, "service-account.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(keyFile, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  const tokenFile = path.join(of.data, "tokens.csv");
  await writeFile(tokenFile, `${of.token},admin,admin,system:masters\n`, { mode: 0o600 });
  const clientCaFile = path.join(of.data, "client-ca.crt");
  await writeFile(clientCaFile, of.clientCa);
  return [
    `--etcd-servers=${of.etcdUrl}`,
    "--bind-address=127.0.0.1",
    "--advertise-address=127.0.0.1",
    `--secure-port=${of.port}`,
    `--cert-dir=${path.join(of.data, "certificates")}`,
    "--authorization-mode=RBAC",
    `--token-auth-file=${tokenFile}`,
    `--client-ca-file=${clientCaFile}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${keyFile}`,
    `--service-account-signing-key-file=${keyFile}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    "--allow-privileged=true",
    "--disable-admission-plugins=ServiceAccount",
  ];
}

async function untilReady<T>(
  programs: readonly [Program, Program],
  deadline: number,
  clock: Clock,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (isAbort(error, signal)) throw error;
      const ended = programs.find((program) => program.hasEnded());
      if (ended || clock.now() > deadline) {
        const { name, lastLines } = ended ?? programs[1];
        const found = ended ? "it ended" : "it is not ready";
        throw new EnvironmentError(`Cannot start ${name}: ${found}: ${await lastLines()}`, { cause: error });
      }
    }
    await clock.sleep(askAgainAfterMs, { signal });
  }
}

function bearer(token: string): () => { readonly authorization: string } {
  return () => ({ authorization: `Bearer ${token}` });
}
