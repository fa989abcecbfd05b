// A real process whose event loop is blocked in real time, with another candidate for its Lease. The long lane has the default timings.
import { fileURLToPath } from "node:url";
import { ConfigMap } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createLeaderElection } from "@kubewright/client";
import type { ElectionTimings, LeaderElection } from "@kubewright/client";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, inject, onTestFinished, test } from "vitest";
import { startOperatorProcess } from "./operator-process.ts";
import type { OperatorProcess } from "./operator-process.ts";

const program = fileURLToPath(new URL("blocking-operator.ts", import.meta.url));
const lease = { namespace: "default", name: "blocking" };
const {
  timings,
  boundMs,
  shortMs,
  longMs,
}: {
  readonly timings: ElectionTimings;
  readonly boundMs: number;
  /** Longer than the Lease or the renew deadline. */
  readonly shortMs: number;
  /** Longer than the bound, the Lease and a retry together. */
  readonly longMs: number;
} =
  inject("isLongLane") === true
    ? {
        timings: { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 },
        boundMs: 30_000,
        shortMs: 12_000,
        longMs: 60_000,
      }
    : {
        timings: { leaseDurationMs: 4_000, renewDeadlineMs: 3_000, retryPeriodMs: 500 },
        boundMs: 5_000,
        shortMs: 4_500,
        longMs: 13_000,
      };

test(
  "with a worker, a loop that is blocked for longer than the renew deadline keeps the Lease; for longer than the bound, it loses the Lease and stops writing",
  { timeout: 240_000 },
  async () => {
    await using env = await startEnvironment({ server: "embedded" });
    const operator = await startOperator(env, ["--leader-elect-worker"]);
    await waitFor(Lease, lease, (found) => (found?.spec?.holderIdentity ?? "") !== "", env);
    const rival = startRival(env);

    await reconcile(env, "short", shortMs);
    await waitFor(ConfigMap, keyOf("short-reconciled"), (map) => map !== undefined, env);
    const rivalAfterShort = rival.state.kind;
    await reconcile(env, "long", longMs);
    await rival.elected();
    const hasEnded = operator.process.exitCode !== null;
    const code = await operator.exited;

    expect([rivalAfterShort, rival.state.kind, hasEnded, code]).toEqual(["candidate", "leading", false, 1]);
    expect(await env.client.get(ConfigMap, keyOf("long-reconciled"))).toBeUndefined();
    expect(operator.output()).toContain('Cannot act as leader by Lease "default/blocking": it was not renewed in time');
  },
);

test(
  "a loop that is blocked for longer than the renew deadline loses the Lease without a worker",
  { timeout: 240_000 },
  async () => {
    await using env = await startEnvironment({ server: "embedded" });
    const operator = await startOperator(env, []);
    await waitFor(Lease, lease, (found) => (found?.spec?.holderIdentity ?? "") !== "", env);

    await reconcile(env, "short", shortMs);

    expect(await operator.exited).toBe(1);
    expect(await env.client.get(ConfigMap, keyOf("short-reconciled"))).toBeUndefined();
  },
);

test(
  "a process without permission to start threads exits with a message that contains a solution",
  { timeout: 120_000 },
  async () => {
    await using env = await startEnvironment({ server: "embedded" });
    const operator = await startOperator(
      env,
      ["--leader-elect-worker"],
      ["--permission", "--allow-fs-read=*", "--allow-net"],
    );

    expect(await operator.exited).toBe(1);
    expect(operator.output()).toContain(
      'Cannot hold Lease "default/blocking" in a worker thread: Node\'s permission model forbids it: add --allow-worker\n',
    );
  },
);

function keyOf(name: string) {
  return { namespace: "default", name };
}

async function reconcile({ client }: Environment, name: string, blockMs: number): Promise<void> {
  await client.create(ConfigMap, { metadata: keyOf(name), data: { blockMs: String(blockMs) } });
}

function startRival({ client, clock }: Environment): LeaderElection {
  const stop = new AbortController();
  const election = createLeaderElection({ ...timings, client, clock, lease, identity: "rival" });
  const done = election.run({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test has ended"));
    await done;
  });
  return election;
}

async function startOperator(
  env: Environment,
  flags: readonly string[],
  nodeFlags: readonly string[] = [],
): Promise<OperatorProcess> {
  return await startOperatorProcess(program, {
    kubeconfig: await env.kubeconfig(),
    nodeFlags,
    flags: [
      "--leader-elect",
      "--health-probe-bind-address=0",
      `--lease-duration-ms=${timings.leaseDurationMs}`,
      `--renew-deadline-ms=${timings.renewDeadlineMs}`,
      `--retry-period-ms=${timings.retryPeriodMs}`,
      `--blocked-max-ms=${boundMs}`,
      ...flags,
    ],
  });
}
