// An embedded server and a kube-apiserver that both record audit events.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServerOptions, AuditEvent } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import { createSocketTransport } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";

export interface AuditedServers extends AsyncDisposable {
  readonly embedded: Transport;
  readonly real: Transport;
  /** A client of a server without credentials. */
  anonymousOf(transport: Transport): Transport;
  /** All events of a server, in order. */
  allEventsOf(transport: Transport): Promise<readonly AuditEvent[]>;
  /** The events of a server's complete responses, in order. */
  eventsOf(transport: Transport): Promise<readonly AuditEvent[]>;
}

interface Kubeconfig {
  readonly users: readonly [{ readonly user: { readonly token: string } }];
}

interface AuditedServerOptions {
  readonly embedded?: ApiServerOptions;
  /** The plugins of an AdmissionConfiguration for the kube-apiserver. Default: none. */
  readonly plugins?: readonly object[];
}

/** Starts both servers. Disposing the result ends them. */
export async function startAuditedServers(options: AuditedServerOptions = {}): Promise<AuditedServers> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-audited-"));
  resources.defer(() => rm(folder, { recursive: true }));
  const written = async (name: string, content: object): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  const policy = { apiVersion: "audit.k8s.io/v1", kind: "Policy", rules: [{ level: "Metadata" }] };
  const admission = {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AdmissionConfiguration",
    plugins: options.plugins ?? [],
  };
  const log = path.join(folder, "audit.log");
  const controlPlane = await startRealControlPlane({
    clock: createSystemClock(),
    random: createSystemRandom(),
    apiServerFlags: [
      `--admission-control-config-file=${await written("admission.json", admission)}`,
      `--audit-policy-file=${await written("policy.json", policy)}`,
      `--audit-log-path=${log}`,
    ],
  });
  const { transport: real } = resources.use(controlPlane);
  const events: AuditEvent[] = [];
  const onAuditEvent = (event: AuditEvent): void => void events.push(event);
  const server = resources.use(createApiServer({ ...options.embedded, onAuditEvent }));
  const listener = resources.use(await server.listen());
  const { users } = JSON.parse(listener.kubeconfig()) as Kubeconfig;
  const authorization = `Bearer ${users[0].user.token}`;
  const toEmbedded = { server: listener.url, tls: { ca: listener.caCertificate } };
  const toReal = { server: controlPlane.server, tls: { ca: controlPlane.caCertificate } };
  const embedded = resources.use(createSocketTransport({ ...toEmbedded, credentials: () => ({ authorization }) }));
  const anonymous = new Map([
    [embedded, resources.use(createSocketTransport(toEmbedded))],
    [real, resources.use(createSocketTransport(toReal))],
  ]);
  const allEventsOf = async (transport: Transport): Promise<readonly AuditEvent[]> =>
    transport === embedded ? events : await loggedEvents(log);
  const owned = resources.move();
  return {
    embedded,
    real,
    anonymousOf: (transport) => anonymous.get(transport) ?? transport,
    allEventsOf,
    eventsOf: async (transport) => (await allEventsOf(transport)).filter(({ stage }) => stage === "ResponseComplete"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function loggedEvents(log: string): Promise<readonly AuditEvent[]> {
  const lines = (await readFile(log, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as AuditEvent);
}
