// A control plane with one fault at its n-th write, on virtual time, beside a simulated node and a garbage collector without faults.

import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { startControlPlane } from "../control-plane.ts";
import type { ControlPlane, ControllerName } from "../control-plane.ts";
import { defaultPodStages } from "../node-simulator/pod-stages.ts";

/** The write succeeds and its response is lost. With "restart" the process also ends, and another one starts. */
export interface WriteFault {
  readonly kind: "responseLost" | "restart";
  /** Counted from 1. */
  readonly write: number;
}

export interface FaultyFixture {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** The writes of the control plane with the fault: `POST /api/v1/…`, without Events. */
  readonly writes: readonly string[];
}

export async function playWithFault<T>(
  controllers: readonly ControllerName[],
  play: (fixture: FaultyFixture) => Promise<T>,
  fault?: WriteFault,
): Promise<T> {
  const clock = createVirtualClock();
  const random = createSeededRandom("faults");
  const server = createApiServer({ clock, random, disableAdmissionPlugins: ["ServiceAccount"] });
  const starting: Promise<ControlPlane>[] = [];
  const writes: string[] = [];

  const start = (transport: Transport, names: readonly ControllerName[]): void => {
    const podStages = defaultPodStages({ startMs: 300, stopMs: 300 });
    starting.push(startControlPlane({ transport, clock, random, controllers: names, podStages }));
  };
  const startFaulty = (): void => {
    const onRestart = (): void => {
      starting.push(...starting.splice(-1).map(ended));
      startFaulty();
    };
    start(withFault(server.transport(), { writes, fault, onRestart }), controllers);
  };
  start(server.transport(), ["node-simulator", "garbage-collector-controller"]);
  startFaulty();
  await clock.runUntilSettled(Promise.all(starting));

  const outcome = await play({ client: createClient({ transport: server.transport(), clock, random }), clock, writes });
  await clock.runUntilSettled(Promise.all(starting.map(ended)));
  await clock.runUntilSettled(server[Symbol.asyncDispose]());
  return outcome;
}

async function ended(starting: Promise<ControlPlane>): Promise<ControlPlane> {
  const plane = await starting;
  await plane[Symbol.asyncDispose]();
  return plane;
}

interface FaultyTransportOptions {
  readonly writes: string[];
  readonly fault: WriteFault | undefined;
  readonly onRestart: () => void;
}

function withFault(server: Transport, { writes, fault, onRestart }: FaultyTransportOptions): Transport {
  let isDead = false;
  return {
    ...server,
    async request(request) {
      if (isDead) throw new Error("connection lost");
      const isWrite = request.method !== "GET" && !request.path.includes("/events");
      const isHere = isWrite && writes.push(`${request.method} ${request.path}`) === fault?.write;
      const answer = await server.request(request);
      if (isDead || !isHere) return answer;
      if (fault?.kind === "restart") {
        isDead = true;
        onRestart();
      }
      throw new Error("connection lost");
    },
    async [Symbol.asyncDispose]() {},
  };
}
