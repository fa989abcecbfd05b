// Eight candidates for one Lease of an embedded server on virtual time, each on its own machine behind its own faulty network. A candidate
// that ends is replaced by a new one on the same machine, as a Deployment replaces a process.
import { createApiServer } from "@kubewright/apiserver";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { isNotFound } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient, createLeaderElection } from "@kubewright/client";
import { faultyNetwork, networkFaults } from "./faulty-network.ts";
import { createMachine } from "./machine.ts";
import type { Machine } from "./machine.ts";

export const latencyMs = 15;
const key = { namespace: "default", name: "contended" };

/** A candidate has reported that it started or stopped leading, at a time of the virtual clock. */
export interface Report {
  readonly at: number;
  readonly identity: string;
  readonly isLeading: boolean;
}

export interface Replica {
  readonly machine: Machine;
  /** The identity of the running process. */
  readonly identity: string;
  readonly isLeading: boolean;
  /** Stops the running process, which releases the Lease if it leads. Another process starts when it has ended. */
  stop(): void;
}

export interface ContendedFixture extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly replicas: readonly Replica[];
  /** In order. */
  readonly reports: readonly Report[];
  /** The share of requests with a fault. */
  faultRate: number;
}

export interface ContendedFixtureOptions {
  /** The rate of each replica's clock; there are as many replicas. */
  readonly rates: readonly number[];
}

export function startContendedFixture(seed: string, { rates }: ContendedFixtureOptions): ContendedFixture {
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const server = createApiServer({ clock, random, disableAdmissionPlugins: ["ServiceAccount"] });
  const other = createClient({ transport: server.transport(), clock, random });
  const reports: Report[] = [];
  const stopAll = new AbortController();
  const running: Promise<void>[] = [];

  const fixture = { clock, reports, faultRate: 0 };
  const replicas = rates.map((rate, index) => {
    const replica = new RunningReplica(
      `replica-${index + 1}`,
      createMachine(clock, { rate, latencyMs, onArrival() {} }),
    );
    running.push(run(replica));
    return replica;
  });

  return Object.assign(fixture, {
    replicas,
    async [Symbol.asyncDispose]() {
      fixture.faultRate = 0;
      stopAll.abort(new Error("the test ends"));
      for (const replica of replicas) replica.stop();
      await clock.runUntilSettled(Promise.all(running));
      await server[Symbol.asyncDispose]();
    },
  });

  async function run(replica: RunningReplica): Promise<void> {
    const network = faultyNetwork(server.transport(), {
      clock,
      random,
      nextFault: () =>
        random.next() < fixture.faultRate ? networkFaults[random.int(networkFaults.length)] : undefined,
      delayMsMax: 30_000,
      changeObject: annotateLease,
    });
    const transport = replica.machine.wrapTransport(network);
    while (!stopAll.signal.aborted) {
      const { identity, signal } = replica.nextProcess();
      const election = createLeaderElection({
        client: createClient({ transport, clock: replica.machine.clock, random }),
        lease: key,
        identity,
        clock: replica.machine.clock,
        random,
        observer: {
          leadingChanged({ isLeading }) {
            if (isLeading === replica.isLeading) return; // The report with which each election begins.
            replica.isLeading = isLeading;
            reports.push({ at: clock.now(), identity, isLeading });
          },
        },
      });
      await election.run({ signal }).catch(() => {}); // Leadership was lost: a new process begins.
      if (!stopAll.signal.aborted) await clock.sleep(1_000);
    }
  }

  async function annotateLease(): Promise<void> {
    const body = { metadata: { annotations: { changed: `${clock.now()}` } } };
    await other.patch(Lease, key, { type: "merge", body }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}

class RunningReplica implements Replica {
  readonly machine: Machine;
  isLeading = false;
  #name: string;
  #started = 0;
  #end = new AbortController();

  constructor(name: string, machine: Machine) {
    this.#name = name;
    this.machine = machine;
  }

  get identity(): string {
    return `${this.#name}-${this.#started}`;
  }

  stop(): void {
    this.#end.abort(new Error("stopped by the test"));
  }

  nextProcess(): { readonly identity: string; readonly signal: AbortSignal } {
    this.#started += 1;
    this.#end = new AbortController();
    return { identity: this.identity, signal: this.#end.signal };
  }
}
