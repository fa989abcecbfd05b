/** A real control plane and an embedded server that get the same requests, for the random suites of the long lane. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { formatKubeconfig, startEnvironment, startRealControlPlane } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { differences } from "../differential/differences.ts";
import type { Difference } from "../differential/differences.ts";
import type { DifferentialCase } from "../differential/case.ts";
import { withoutOrder } from "./accepted.ts";
import { recorded, runCase } from "../differential/run-case.ts";
import type { RecordedAnswer } from "../differential/mask.ts";

export interface BothServers extends AsyncDisposable {
  readonly embedded: Transport;
  /** The differences of the responses to the case, apart from the order of errors from iterations over maps. */
  compare(asked: DifferentialCase): Promise<Comparison>;
  /** Deletes a definition on both, so that a run of hours does not fill the servers. */
  removeDefinition(name: string): Promise<void>;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  /** The status of the real server's response to each request. */
  readonly statuses: readonly number[];
}

/** Starts both. Disposing it ends them. */
export async function startBothServers(): Promise<BothServers> {
  await using resources = new AsyncDisposableStack();
  const clock = createSystemClock();
  const plane = resources.use(await startRealControlPlane({ clock, random: createSystemRandom() }));
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-both-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(plane), { mode: 0o600 });
  const real = resources.use(await startEnvironment({ server: "existing", env: { KUBECONFIG: kubeconfig }, clock }));
  const embedded = resources.use(await startEnvironment({ server: "embedded" }));
  const servers = [real, embedded];
  const owned = resources.move();

  return {
    embedded: embedded.transport,
    async compare(asked) {
      const responses = await Promise.all(servers.map((server) => runCase(server, asked)));
      const [theirs = [], ours = []] = responses.map((list) => recorded(list));
      return {
        differences: differences(theirs.map(comparable), ours.map(comparable)),
        statuses: theirs.map(({ status }) => status),
      };
    },
    async removeDefinition(name) {
      const request = { method: "DELETE", path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}` };
      for (const { transport } of servers) await Array.fromAsync((await transport.request(request)).body);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A response without accepted differences: managed fields, versions of objects, and the order of errors and warnings. */
function comparable({ status, headers, body }: RecordedAnswer): unknown {
  const warning = headers["warning"];
  return {
    status,
    headers: warning === undefined ? headers : { ...headers, warning: warning.toSorted() },
    body: plain(body),
  };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== "managedFields" && name !== "resourceVersion");
  const object = Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]));
  return withoutOrder(object);
}
