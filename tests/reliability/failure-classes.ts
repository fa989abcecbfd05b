/**
 * The failure classes of controllers seen in the field: what rules each one out, and the tests that show it. `docs/internals/failure-classes.md` is generated from them.
 */
export interface FailureClass {
  readonly id: number;
  readonly title: string;
  /** What rules the class out. */
  readonly design: string;
  /** Test files with the titles of their tests: `path > title`. */
  readonly tests: readonly string[];
  /** What no test shows yet. */
  readonly open?: string;
}

const faults = [
  "tests/faults/my-job.test.ts > MyJob ends in the same state after any single fault, and writes nothing at rest",
  "tests/faults/balancer.test.ts > Balancer ends in the same state after any single fault, and writes nothing at rest",
  "tests/faults/application.test.ts > Application ends in the same state after any single fault, and writes nothing at rest",
];

export const failureClasses: readonly FailureClass[] = [
  {
    id: 1,
    title: "A watch that ends without an error: a half-open connection, a proxy, an idle load balancer",
    design:
      "Three independent limits: an age of 5 to 10 minutes (`timeoutSeconds`), which the server enforces, and 30 s later the client; a PING after 10 to 20 s of silence with a wait of 10 s; and the absence of expected bookmarks. Each leads to a new watch from the last version.",
    tests: [
      "packages/transport/src/probe.test.ts > Silence is detected once, within 30 s of any start",
      "packages/transport/src/http2-ending.test.ts > A half-open connection is detected within 30 s, its watch ends, and the next request uses a new connection",
      "packages/transport/src/http2-ending.test.ts > After a request was aborted without a received byte, the next request uses a new connection at once, and the watch continues",
      "packages/informer/src/reflector/reflector.test.ts > a watch whose bookmarks stop coming is opened again, long before its age",
      "packages/informer/src/reflector/reflector.test.ts > a watch that is silent before its first bookmark ends 30 s after its age, and resumes from the last version",
      "packages/runtime/src/manager/informer-liveness.test.ts > the liveness check fails without a response from the API server for 15 minutes, and names the kind and the error",
      "tests/long/networks.test.ts > an event during a black hole is reconciled within 30 s of its end, and an idle watch stays open after that",
    ],
  },
  {
    id: 2,
    title: "A limit that ends healthy watches",
    design:
      "Limits measure the silence of a connection, not its age. The age of a watch is the `timeoutSeconds` of its request: the client ends it only if the server has not ended it 30 s later.",
    tests: [
      "packages/informer/src/reflector/reflector.test.ts > a healthy, idle watch with bookmarks stays open until the server ends it at the age that was requested",
      "packages/transport/src/http2-ending.test.ts > A healthy watch that is idle for two hours is not ended, because the server responds to the probe",
      "tests/long/networks.test.ts > an event during a black hole is reconciled within 30 s of its end, and an idle watch stays open after that",
    ],
  },
  {
    id: 3,
    title: "An error ends the informer",
    design:
      "One loop for each watch, whose states are values of one transition function. No state is final; only `stop` ends the loop.",
    tests: [
      "packages/informer/src/reflector/outage.test.ts > no failure ends an informer: it is watching and up to date after each of them, in list and watch alike",
      "packages/informer/src/reflector/state.test.ts > no row of outcomes leads to a state that does not go on",
      "tests/reliability/reconnects.test.ts > an informer follows the server through reset after reset, and leaves no connection behind",
    ],
  },
  {
    id: 4,
    title: "Reconnect storm",
    design: "A token bucket for each watch, backoff with jitter that only a healthy minute resets, and `Retry-After`.",
    tests: [
      "packages/informer/src/reflector/outage.test.ts > an outage costs at most 10 requests in its first 10 s and 2 a minute afterwards, and is over within 30 s",
      "packages/informer/src/reflector/outage.test.ts > a Retry-After is obeyed when it is longer than our own wait",
    ],
  },
  {
    id: 5,
    title: "410 Gone: a loop, or a watch that is stuck",
    design:
      "410 as a status, as an ERROR event and of a `continue` token drops the version and lists again after a delay. The old store is compared with the new list.",
    tests: [
      "packages/informer/src/reflector/reflector.test.ts > an expired version in a watch, as event or as status, leads to a list whose differences are delivered",
      "packages/informer/src/reflector/reflector.test.ts > a list whose pages expire begins again, and no part of the first attempt is delivered",
      "packages/informer/src/reflector/outage.test.ts > a server that answers every watch with 410 is not stormed either",
      "tests/long/networks.test.ts > an informer has the state of a server that was killed and restarted, and delivers each deletion once",
    ],
  },
  {
    id: 6,
    title: "A missed deletion",
    design:
      "A list that follows an outage is compared with the store, so that each missing object becomes one typed `deleted` event with `final: false`. There is no untyped object to cast.",
    tests: [
      "packages/informer/src/reflector/reflector.test.ts > an expired version in a watch, as event or as status, leads to a list whose differences are delivered",
      "tests/long/networks.test.ts > an informer has the state of a server that was killed and restarted, and delivers each deletion once",
      ...faults.slice(0, 1),
    ],
  },
  {
    id: 7,
    title: "A deletion and a creation under the same name look like an update",
    design:
      "The store compares uids: another uid is a deletion and an addition. Deletes have the uid as a precondition.",
    tests: [
      "packages/informer/src/informer/create-informer.test.ts > an object that is re-created under its name within one event is a deletion and an addition",
      "tests/contract/informers.test.ts > an informer reports an object that was deleted and created again as a deletion and an addition",
      "tests/reliability/recreated-parent.test.ts > a parent that is created again under its name finally has its own child, when the watch of the operator lags %i events behind",
    ],
  },
  {
    id: 8,
    title: "A cache that lags behind the operator's own writes; duplicate children",
    design:
      "The client remembers the version of each write. A read waits until the cache contains it, or reads from the server after a timeout.",
    tests: [
      "tests/reliability/stale-cache.test.ts > a reconciler that creates a child when it finds none creates one, when its cache lags %s events behind",
      "tests/reliability/stale-cache.test.ts > the same reconciler creates a child in every reconcile if it reads the cache without the guard",
      "tests/reliability/stale-cache.test.ts > a lagging cache does not return an object that the operator has deleted",
    ],
  },
  {
    id: 9,
    title: "Intermediate states that no reconcile has seen",
    design: "A reconcile receives a key and reads the latest state. Events of one key become one reconcile.",
    tests: [
      "packages/runtime/src/controller/controller.test.ts > a controller reconciles a request once, even if it was enqueued several times",
      "packages/runtime/src/controller/lost-events.test.ts > events that are dropped at random delay objects until the next resync, and no object is lost",
      ...faults,
    ],
  },
  {
    id: 10,
    title: "A crash in the middle of a reconcile",
    design:
      "Children have names that follow from their owner, and each write depends on what was read, so that the next process continues.",
    tests: [
      ...faults,
      "tests/long/processes.test.ts > a leader that is killed is replaced within LeaseDuration + RetryPeriod, and its work is completed once",
    ],
  },
  {
    id: 11,
    title: "A write whose response is lost",
    design:
      "A create is never repeated without reading. Children have names that follow from their owner, so the child is found.",
    tests: [
      ...faults,
      "tests/long/processes.test.ts > a create whose response is lost is not repeated, because the existing child is found",
    ],
  },
  {
    id: 12,
    title: "Two leaders",
    design:
      "Writes are fenced at the transport: each write is checked against the monotonic clock right before its first byte, and has a deadline before the end of the Lease. A worker thread that renews the Lease stops when the event loop does not respond.",
    tests: [
      "tests/reliability/two-leaders.test.ts > a leader that cannot renew stops writing before another leader starts, with clocks at %f and %f",
      "tests/reliability/two-leaders.test.ts > a leader whose process is paused for %i ms writes nothing after another leader has started, at any point of a reconcile (%i)",
      "tests/reliability/blocked-loop.test.ts > with a worker, a loop that is blocked for longer than the renew deadline keeps the Lease; for longer than the bound, it loses the Lease and stops writing",
      "packages/runtime/src/leadership/lease-thread/worker-election.test.ts > the fence ends before the next leader begins, for any duration of the block",
      "tests/long/processes.test.ts > a leader that is stopped for 30 s and resumed writes nothing more, and exits",
      "tests/long/processes.test.ts > a leader whose network drops every byte exits within the renew deadline, before another leads",
    ],
  },
  {
    id: 13,
    title: "A hot loop",
    design:
      '`patchStatus` sends nothing if nothing changes. A detector reports a controller that causes its own events; with `hotLoops: "delay"` it also slows down a loop that writes nothing new. Failures have a backoff for each request. The liveness check names a controller that blocks the event loop.',
    tests: [
      "packages/runtime/src/controller/hot-loop-detector.test.ts > a loop with $title is reported once, counted, and not delayed",
      "packages/runtime/src/controller/hot-loop-detector.test.ts > a loop that repeats is limited to about 10 reconciles in 10 s if delays are enabled",
      "packages/runtime/src/controller/hot-loop-detector.test.ts > a state machine of 60 steps of 100 ms takes 6 s and is not reported, with hotLoops: %s",
      "packages/runtime/src/controller/hot-loop-detector.test.ts > a controller without changes neither writes nor reconciles for ten minutes",
      "tests/long/liveness.test.ts > a controller that blocks the event loop for 35 s is named by the liveness check and by a metric",
      "tests/reliability/rest.test.ts > an operator whose status is up to date writes nothing in ten minutes, and reconciles at its requeue interval",
      "tests/contract/informers.test.ts > patchStatus() sends nothing when nothing differs",
      ...faults,
    ],
  },
  {
    id: 14,
    title: "A handler that fails loses the object",
    design:
      "The cache and the queue are separate. A key leaves the queue only after a reconcile that succeeds, and an event whose handler throws is handled again.",
    tests: [
      "packages/runtime/src/controller/controller.test.ts > a controller retries a failed request after a delay that doubles, and resets the delay after a success",
      "packages/runtime/src/source/source.test.ts > an event is handled again if its predicate or the iteration of its requests throws",
      "packages/runtime/src/controller/lost-events.test.ts > if each call of a %s fails once, no object is lost",
    ],
  },
  {
    id: 15,
    title: "Events that the server has lost",
    design:
      "With `consistencyCheckPeriodMs`, the cache is compared with a paged list of metadata at a low rate. A difference that a second list confirms leads to a new list, a metric, a log line and an event of the observer.",
    tests: [
      "tests/reliability/lost-event.test.ts > an operator whose server loses one $lost event repairs its child after the next comparison",
      "packages/informer/src/informer/consistency-check.test.ts > a lost $lost event is found within a period, and a list delivers the change",
      "packages/informer/src/informer/consistency-check.test.ts > writers that change objects between all pages and during all waits cause no difference",
      "tests/contract/cache-consistency.test.ts > a comparison reports an event that the watch has lost, and nothing else, while other writers write",
    ],
  },
  {
    id: 16,
    title: "Memory and sockets grow",
    design: "The cache holds bytes in slabs, buffers have bounds, and a connection belongs to one lane.",
    tests: [
      "tests/reliability/memory.test.ts > the memory of an informer grows by less than 2 % over many events",
      "tests/reliability/reconnects.test.ts > an informer follows the server through reset after reset, and leaves no connection behind",
      "packages/informer/src/store/slab.test.ts > a store that is rewritten over and over holds a bounded number of slabs",
    ],
  },
  {
    id: 17,
    title: "A CRD that is missing at the start",
    design:
      "The informer of the kind is pending, which readiness and metrics show, and lists once per second. Other controllers run.",
    tests: [
      "tests/reliability/missing-kind.test.ts > an operator whose CRD is installed ten minutes late is not ready with a reason, runs its other controllers, and then reconciles the kind",
      "packages/informer/src/reflector/outage.test.ts > a kind that is not installed is pending, listed once per second, and synced within a second of its installation",
    ],
  },
  {
    id: 18,
    title: "Webhooks that lock a cluster out",
    design:
      "The generator rejects the failure policy Fail for kinds that a cluster needs to recover, and warns about long timeouts and kinds that the Pod of the operator needs.",
    tests: [
      "packages/gen/src/webhook/dangers.test.ts > generate() rejects a webhook with failurePolicy=fail for $what, unless the marker has allowLockout=true",
      "tests/reliability/webhook-lockout.test.ts > generated webhooks with the failure policy Fail match the operator's kinds only, and time out after 5 s",
      "tests/reliability/webhook-lockout.test.ts > while the webhooks of an operator are unreachable, its kinds cannot be written, and the objects that its Pod needs can",
    ],
  },
  {
    id: 19,
    title: "A conversion webhook locks objects out",
    design: "Conversions are pure functions, and a test of round trips is generated for each pair of versions.",
    tests: [
      "packages/gen/src/conversion/conversions.test.ts > the generated test passes for a conversion that loses nothing",
      "tests/contract/generated-conversions.test.ts > an object that is written in v1 and changed in v2 keeps its fields in v1",
    ],
  },
  {
    id: 20,
    title: "A certificate expires, or a caBundle is stale",
    design:
      "Certificates are renewed after two thirds of their validity. The bundle contains the old and the new CA until the old one has expired. Connections stay open.",
    tests: [
      "packages/webhook/src/certificates/certificates-for-a-year.test.ts > for a year, the seventh of an authority, no admission fails because of a certificate",
      "packages/webhook/src/certificates/managed-certificates.test.ts > while the authority is replaced, an API server that lags five minutes behind trusts every certificate that is served",
      "packages/certificates/src/source/expiry-check.test.ts > an expiry check fails before there is a certificate, and a day before the end of one without renewal",
    ],
  },
  {
    id: 21,
    title: "Finalizers that are never removed, or are added to a terminating object",
    design:
      "`ensureFinalizer` does not change terminating objects. `releaseFinalizer` removes only its own entry, with a test of the list.",
    tests: [
      "packages/runtime/src/finalizer/finalizer.test.ts > ensureFinalizer() does not change an object that is being deleted",
      "packages/runtime/src/finalizer/finalizer.test.ts > releaseFinalizer() keeps a finalizer that was added since the object was read",
      "tests/faults/finalizers.test.ts > an object that is deleted before or after any request of its operator is gone with its external resources, after any single fault",
    ],
  },
  {
    id: 22,
    title: "Throttling starves the Lease and writes",
    design:
      "A budget of concurrent requests with lanes: Leases, status writes and deletes do not wait behind lists, which use separate connections. `Retry-After` is obeyed.",
    tests: [
      "packages/client/src/verbs/lanes.test.ts > Leases, status writes and deletes are sent at once while hundreds of lists wait for their responses",
      "packages/client/src/verbs/lanes.test.ts > after a rejection by the server's flow control, only urgent requests are sent until Retry-After has passed",
      "tests/reliability/throttling.test.ts > an operator whose server rejects $title keeps the Lease, and reconciles every object after that",
      "packages/transport/src/lanes.test.ts > requests of one lane share a connection, and each lane has a separate connection",
      "tests/reliability/two-leaders.test.ts > a leader with occasionally lost renewals keeps the Lease and continues",
    ],
  },
  {
    id: 23,
    title: "A wrong order of start or stop",
    design:
      "Hooks, controllers, Events, cache, Lease and servers stop in this order under one deadline. A second signal ends the process.",
    tests: [
      "tests/reliability/orderly-end.test.ts > an operator that is stopped at its request %i completes the running reconcile and then sends no requests, and the next operator completes the work",
      "tests/reliability/two-leaders.test.ts > a leader that is stopped after %i ms sends no requests after it has released the Lease, and the next leader works within two seconds",
      "packages/runtime/src/manager/shutdown.test.ts > the Lease is released last, once hooks, reconciles and caches have ended",
      "tests/long/processes.test.ts > a leader that receives SIGTERM releases the Lease last, and another leads within two seconds of the release",
      "tests/long/processes.test.ts > a second signal ends a process that cannot stop",
    ],
  },
  {
    id: 24,
    title: "Damaged links between a parent and its children",
    design:
      "Owner references are checked, by uid, before a child is written; a conflict is an error that names the other owner. Children of a dependent graph also have the uid of their owner as a label, from which a removed reference is restored.",
    tests: [
      "packages/apimachinery/src/object/owner-reference.test.ts > an object has one controller: a second one is an AlreadyOwnedError that names the first",
      "tests/reliability/damaged-links.test.ts > a child whose owner reference another client removes %i ms after its creation is linked again, and there is no second child",
      "tests/reliability/damaged-links.test.ts > a child that another controller owns is not changed, and is created once its name is free",
      "tests/reliability/damaged-links.test.ts > a parent does not adopt a child whose owner has the uid of a former parent of the same name",
      "tests/reliability/recreated-parent.test.ts > a parent that is created again under its name finally has its own child, when the watch of the operator lags %i events behind",
      "packages/runtime/src/dependents/dependent-graph.test.ts > %s is repaired by the next reconcile, which creates no second object",
      "packages/runtime/src/dependents/dependent-graph.test.ts > an existing object that another owner controls, or that has no reference to the owner, is reported and not changed",
      "tests/contract/ensure-child.test.ts > an object of the same name that the owner does not control is not changed, also if the cache does not contain it yet",
    ],
  },
];
