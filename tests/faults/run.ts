/** One run of a subject in a new fixture, on virtual time, with at most one fault. */
import { Namespace } from "@kubewright/api/core/v1";
import { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { SpawnedTask, VirtualClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { readEndState } from "./end-state.ts";
import type { EndState } from "./end-state.ts";
import { createFaultyTransport } from "./fault.ts";
import type { Fault, Traffic } from "./fault.ts";
import type { Subject } from "./subject.ts";

export interface Run {
  readonly traffic: Traffic;
  /** The settled states, by title. */
  readonly states: ReadonlyMap<string, EndState>;
  /** The writes of the program in the two idle minutes after the last state. */
  readonly writesAtRest: readonly string[];
  /** Errors with which a process of the program ended, or the workload if an expected state did not occur. */
  readonly failures: readonly unknown[];
}

/** Longer than the backoff after a few failures, and than the delay after a name conflict. */
const settleMs = 45_000;
const stabilityMs = 120_000;
const namespace = "fixture";

/** The CRDs of the subject are objects, because reading files takes real time. */
export async function runSubject(subject: Subject, fault?: Fault): Promise<Run> {
  const clock = createVirtualClock();
  const env = await clock.runUntilSettled(start(subject, clock));
  const traffic: Traffic = { writes: [], reads: [], events: new Map() };
  const states = new Map<string, EndState>();
  const failures: unknown[] = [];
  const processes: SpawnedTask[] = [];

  const startProcess = (): void => {
    const transport = createFaultyTransport(subject.rights ? asOperator(env) : env.transport, {
      clock,
      traffic,
      fault,
      onRestart() {
        void processes.at(-1)?.stop();
        startProcess();
      },
    });
    processes.push(
      spawn((signal) => subject.operate({ transport, clock, random: env.random }, signal), {
        name: subject.name,
        onError: (error) => void failures.push(error),
      }),
    );
  };
  startProcess();

  const stage = {
    client: env.client,
    clock,
    namespace,
    async rests(title: string): Promise<void> {
      await clock.advance(settleMs);
      states.set(title, await readEndState(env.client, subject.kinds));
    },
  };
  try {
    await subject.workload(stage);
  } catch (error) {
    failures.push(error);
  }
  const writesBefore = traffic.writes.length;
  await clock.advance(stabilityMs);
  const writesAtRest = traffic.writes.slice(writesBefore);

  for (const process of processes) await clock.runUntilSettled(process.stop());
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
  return { traffic, states, writesAtRest, failures };
}

const operator = { name: "operator", groups: ["system:authenticated"] };

function asOperator({ apiServer, transport }: Environment): Transport {
  return apiServer?.transport(operator) ?? transport;
}

async function grant({ client }: Environment, roles: readonly ClusterRole[]): Promise<void> {
  for (const role of roles) {
    await client.create(ClusterRole, role);
    await client.create(ClusterRoleBinding, {
      metadata: { name: role.metadata?.name ?? "" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata?.name ?? "" },
      subjects: [{ kind: "User", name: operator.name, apiGroup: "rbac.authorization.k8s.io" }],
    });
  }
}

async function start(subject: Subject, clock: VirtualClock): Promise<Environment> {
  const env = await startEnvironment({
    server: "embedded",
    clock,
    random: createSeededRandom(subject.name),
    crds: subject.crds,
    controllers: subject.controllers,
    ...(subject.podStages ? { podStages: subject.podStages } : {}),
  });
  await env.client.create(Namespace, { metadata: { name: namespace } });
  await grant(env, subject.rights ?? []);
  return env;
}
