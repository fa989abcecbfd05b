// An embedded server and a kube-apiserver that both record audit events.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServerOptions, AuditEvent } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";

export interface AuditedServers extends AsyncDisposable {
  readonly embedded: Transport;
  readonly real: Transport;
  /** The events of a server's complete responses, in order. */
  eventsOf(transport: Transport): Promise<readonly AuditEvent[]>;
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
  const embedded = resources.use(createApiServer({ ...options.embedded, onAuditEvent })).transport();
  const owned = resources.move();
  return {
    embedded,
    real,
    eventsOf: async (transport) => (transport === embedded ? events : await loggedEvents(log)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function loggedEvents(log: string): Promise<readonly AuditEvent[]> {
  const lines = (await readFile(log, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as AuditEvent).filter(({ stage }) => stage === "ResponseComplete");
}
