/**
 * A real cluster whose Deployments become available: etcd and kube-apiserver with the real kube-controller-manager and
 * kube-scheduler, and kwok instead of the kubelet, whose Pods run nothing. It is separate from the common control
 * plane of the lane, whose suites rely on the absence of other writers.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Node } from "@kubewright/api/core/v1";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { formatKubeconfig, startEnvironment, startRealControlPlane, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";

export interface WorkloadCluster extends AsyncDisposable {
  /** An environment on the cluster, as `server: "existing"` gives one. */
  readonly env: Environment;
  /** The path of its kubeconfig. */
  readonly kubeconfig: string;
}

/** The timeout: two cores also run the tests. */
const readyWithinMs = 120_000;
const endWithinMs = 10_000;

/** Starts the five programs of the folder and resolves when the node is ready. Disposing it ends them, the newest first. */
export async function startWorkloadCluster(assets: string): Promise<WorkloadCluster> {
  const clock = createSystemClock();
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-workloads-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const real = resources.use(await startRealControlPlane({ clock, random: createSystemRandom(), assets }));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(real), { mode: 0o600 });

  const failed: string[] = [];
  for (const [name, flags] of Object.entries(programs(kubeconfig))) {
    const program = await startProgram(path.join(assets, name), flags, {
      clock,
      logFile: path.join(folder, `${name}.log`),
      onEnded: (last) => void failed.push(`${name} ended: ${last}`),
    });
    resources.use(program);
  }
  const env = resources.use(await startEnvironment({ server: "existing", env: { KUBECONFIG: kubeconfig }, clock }));
  await env.client.create(Node, node);
  await waitFor(Node, { name: nodeName }, isReady, { ...env, timeoutMs: readyWithinMs }).catch((error: unknown) => {
    throw new Error(`Cannot start the cluster: its node is not ready: ${failed.join("; ")}`, { cause: error });
  });
  const owned = resources.move();
  return { env, kubeconfig, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Single replicas need no leader election. They listen on loopback only, on any free port. */
function programs(kubeconfig: string): Readonly<Record<string, readonly string[]>> {
  const common = [
    `--kubeconfig=${kubeconfig}`,
    "--leader-elect=false",
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--authentication-skip-lookup",
  ];
  return {
    "kube-controller-manager": common,
    "kube-scheduler": common,
    kwok: [
      `--kubeconfig=${kubeconfig}`,
      "--manage-all-nodes=true",
      "--cidr=10.234.0.1/16",
      "--node-ip=10.235.0.1",
      "--node-lease-duration-seconds=40",
    ],
  };
}

const nodeName = "kwok";
const resourcesOfNode = { cpu: "32", memory: "256Gi", pods: "500" };
const node: Node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: nodeName, labels: { "kubernetes.io/hostname": nodeName, "kubernetes.io/os": "linux" } },
  status: { allocatable: resourcesOfNode, capacity: resourcesOfNode },
};

function isReady(found: Node | undefined): boolean {
  return found?.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
}

interface ProgramOptions {
  readonly clock: Clock;
  readonly logFile: string;
  /** Called with the last lines of a program that ended by itself. */
  readonly onEnded: (last: string) => void;
}

async function startProgram(
  file: string,
  flags: readonly string[],
  { clock, logFile, onEnded }: ProgramOptions,
): Promise<AsyncDisposable> {
  const log = await open(logFile, "a");
  const child = spawn(file, flags, { stdio: ["ignore", log.fd, log.fd] });
  await log.close();
  let isEnding = false;
  const ended = once(child, "close").catch((error: unknown) => onEnded(String(error)));
  const reported = ended.then(async () => {
    if (!isEnding) onEnded((await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-3).join(" | "));
  });
  return {
    async [Symbol.asyncDispose]() {
      isEnding = true;
      child.kill("SIGTERM");
      using _kill = clock.setTimer(endWithinMs, () => void child.kill("SIGKILL"));
      await reported;
    },
  };
}
