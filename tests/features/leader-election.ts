/** The rows of docs/features.md about leader election. */
import type { FeatureGroup } from "./feature.ts";

export const leaderElectionFeatures: FeatureGroup = {
  title: "Leader election",
  features: [
    {
      feature: "Election by a Lease",
      peers: ["yes", "no", "yes", "no: its own kind with priorities"],
      api: { runtime: ["ManagerOptions.leaderElection"], client: ["createLeaderElection"] },
      tests: [
        "tests/contract/leader-election.test.ts > a Lease passes from one leader to the next, in the format of client-go",
        "tests/contract/many-writers-leader-election.test.ts > of eight candidates that start at once one leads, and each release lets exactly one other lead",
        "tests/reliability/two-leaders.test.ts > a leader that cannot renew stops writing before another leader starts, with clocks at %f and %f",
      ],
    },
    {
      feature: "Name, namespace and identity",
      peers: ["`LeaderElectionID`, `LeaderElectionNamespace`", "no", "yes", "name of the peering"],
      api: {
        runtime: ["ManagerElectionOptions.id", "ManagerElectionOptions.namespace", "ManagerElectionOptions.identity"],
      },
      tests: [
        "packages/client/src/leader-election/create-leader-election.test.ts > the first candidate creates the Lease, leads and renews it; the second waits",
      ],
    },
    {
      feature: "Kind of the lock, custom lock",
      peers: ["`LeaderElectionResourceLock`, `LeaderElectionResourceLockInterface`", "no", "no", "no"],
      api: { runtime: ["ManagerElectionOptions.lock", "LeaseLock"], client: ["LeaderElectionOptions.client"] },
      note: "The Lease is the only kind, as in client-go.",
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > the Lease can be stored by a lock of the program",
      ],
    },
    {
      feature: "Lease duration, renew deadline, retry period: 15 s, 10 s, 2 s",
      peers: ["yes", "no", "yes, the same defaults", "lifetime of 60 s"],
      api: { client: ["ElectionTimings", "defaultElectionTimings"], runtime: ["ManagerElectionOptions"] },
      tests: [
        "packages/client/src/leader-election/create-leader-election.test.ts > a leader that cannot renew loses at the renew deadline, before the Lease expires",
        "packages/client/src/leader-election/create-leader-election.test.ts > invalid timings are rejected: %o",
        "tests/reliability/contended-lease.test.ts > a leader whose network is cut is replaced within LeaseDuration + RetryPeriod (%s)",
      ],
    },
    {
      feature: "Release at the end",
      peers: ["`LeaderElectionReleaseOnCancel`", "no", "by fabric8", "yes"],
      api: { runtime: ["ManagerElectionOptions.releaseOnCancel"] },
      tests: [
        "packages/runtime/src/manager/shutdown.test.ts > the Lease is released last, once hooks, reconciles and caches have ended",
        "packages/runtime/src/manager/leader-election.test.ts > the next leader starts within two seconds of an orderly end, with synced caches",
      ],
    },
    {
      feature: "Labels of the Lease",
      peers: ["`LeaderElectionLabels`", "no", "no", "no"],
      api: { runtime: ["ManagerElectionOptions.labels"] },
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > the labels of the options are added to the Lease, and other labels are kept",
      ],
    },
    {
      feature: "Lease in another cluster, or with another configuration",
      peers: ["`LeaderElectionConfig`", "no", "no", "no"],
      api: { runtime: ["ManagerElectionOptions.transport"] },
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > the Lease can be on another server than the objects",
      ],
    },
    {
      feature: "Callbacks, and the end of the process when the Lease is lost",
      peers: ["`Elected()`, error of the manager", "no", "callbacks, `exitOnStopLeading`", "handlers are paused"],
      api: { runtime: ["ManagerElectionOptions.callbacks", "Manager.leadership"], client: ["Leadership.elected"] },
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > the callbacks of the election are called, and an error of one of them does not stop the manager",
        "packages/runtime/src/manager/leader-election.test.ts > a manager that loses its Lease aborts requests in flight, ends with the error, and does not release the Lease of the new holder",
      ],
    },
    {
      feature: "Peers with priorities, where the others pause",
      peers: ["no", "no", "no", "`KopfPeering`, `--priority`, stealth mode"],
      tests: [],
      omitted:
        "A second way to elect one of several processes. A Lease excludes two writers, which the heartbeats of peers cannot.",
    },
  ],
};
