/** A program whose reconciles block the event loop: for `data.blockMs` of a ConfigMap. After that it writes a ConfigMap `NAME-reconciled`. */
import { ConfigMap } from "@kubewright/api/core/v1";
import { controllerManagedBy, runOperator } from "@kubewright/runtime";

// oxlint-disable-next-line no-restricted-properties -- This is the main module of a program.
const { env } = process;

await runOperator(process, {
  name: "blocking-operator",
  summary: "Blocks its event loop",
  leaderElectionId: "blocking",
  flags: {
    "lease-duration-ms": { type: "string", default: "15000", help: "leaseDurationMs" },
    "renew-deadline-ms": { type: "string", default: "10000", help: "renewDeadlineMs" },
    "retry-period-ms": { type: "string", default: "2000", help: "retryPeriodMs" },
    "blocked-max-ms": { type: "string", default: "30000", help: "blockedMaxMs" },
  },
  manager: ({ flags }) => ({
    leaderElection: {
      leaseDurationMs: Number(flags.leaseDurationMs),
      renewDeadlineMs: Number(flags.renewDeadlineMs),
      retryPeriodMs: Number(flags.retryPeriodMs),
      ...(flags.leaderElectWorker && { worker: { env, blockedMaxMs: Number(flags.blockedMaxMs) } }),
    },
  }),
  setup(manager) {
    controllerManagedBy(manager)
      .for(ConfigMap)
      .named("blocking")
      .complete(async ({ key, client }) => {
        const map = await client.get(ConfigMap, key);
        const blockMs = Number(map?.data?.["blockMs"] ?? 0);
        if (blockMs === 0) return;
        block(blockMs);
        await client.create(ConfigMap, { metadata: { ...key, name: `${key.name}-reconciled` } });
      });
  },
});

/** Blocks this thread without CPU time. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
