// The demo itself, without the terminal: cluster, operator, sample, and the rows that come of them.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { formatKey } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Logger } from "@kubewright/telemetry";
import { parse } from "yaml";
import { MyJob } from "../../examples/myjob/api/v1beta1/zz_generated.my-job.ts";
import { setup } from "../../examples/myjob/internal/setup.ts";
import { rowOf } from "./row.ts";
import type { Followed, Row } from "./row.ts";
import type { Screen } from "./screen.ts";

export interface DemoOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly screen: Screen;
  /** End when the MyJob is completed. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  /** When the process began, on `performance.now()`, for the figure at the end. */
  readonly startedAt: number;
  /** Puts the kubeconfig where only this user can read it and returns the path. */
  readonly writeKubeconfig: (text: string) => Promise<string>;
}

export interface DemoOutcome {
  readonly exitCode: number;
  readonly text: string;
}

const crds = fileURLToPath(new URL("../../examples/myjob/config/crd/bases", import.meta.url));
const sample = new URL("../../examples/myjob/config/samples/myjob_v1beta1_myjob.yaml", import.meta.url);

/** Pods take their time here, so that one can watch them. */
const podStages = defaultPodStages({ startMs: 700, runMs: 1_500, stopMs: 300 });

/** The table counts seconds. */
const redrawMs = 250;

/** With `once`: what has not happened within this time will not happen. */
const onceWithinMs = 60_000;

export async function runDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { clock, random, log, screen, once, signal } = options;
  await using env = await startEnvironment({
    server: "embedded",
    controllers: "all",
    crds: [crds],
    listen: {},
    podStages,
    clock,
    random,
  });
  const kubeconfig = await options.writeKubeconfig(await env.kubeconfig());
  screen.say(introduction(kubeconfig, once));

  const manager = createManager({ transport: env.transport, clock, random, log, instance: "demo" });
  setup(manager);
  const rows = followRows(manager, () => screen.show(rows.current(clock.wallTime())));
  const failed = Promise.withResolvers<never>();
  await using _operator = spawn((own) => manager.start({ signal: own }), { name: "operator", onError: failed.reject });
  await manager.cache.waitForSync({ signal });
  await applySample(env, signal);

  const deadline = once ? clock.now() + onceWithinMs : Infinity;
  await using _screen = spawn((own) => redraw(own), { name: "screen", onError: failed.reject });
  const completed = await Promise.race([failed.promise, rows.untilCompleted(signal, deadline, clock)]);
  screen.show(rows.current(clock.wallTime()));
  const took = `${((performance.now() - options.startedAt) / 1000).toFixed(1)} s after the start`;
  if (once || signal.aborted) return outcomeOf(completed, took, signal);

  screen.say(`MyJob "default/myjob-sample" is completed, ${took}. The cluster goes on until Ctrl-C.`);
  await Promise.race([failed.promise, aborted(signal)]);
  return { exitCode: 0, text: "Stopped." };

  async function redraw(own: AbortSignal): Promise<void> {
    for (;;) {
      screen.show(rows.current(clock.wallTime()));
      await clock.sleep(redrawMs, { signal: own });
    }
  }
}

function introduction(kubeconfig: string, once: boolean): string {
  const use = once ? "" : `\n\n  export KUBECONFIG=${kubeconfig}\n  kubectl get myjobs,pods --watch\n`;
  return `A Kubernetes API server, its controllers and the MyJob operator run in this process.\nKubeconfig: ${kubeconfig}${use}`;
}

function outcomeOf(completed: boolean, took: string, signal: AbortSignal): DemoOutcome {
  if (signal.aborted) return { exitCode: completed ? 0 : 1, text: "Stopped." };
  if (completed) return { exitCode: 0, text: `MyJob "default/myjob-sample" is completed, ${took}.` };
  return { exitCode: 1, text: `MyJob "default/myjob-sample" is not completed, ${took}: run with --log to see why` };
}

/** As `kubectl create -f` does it. */
async function applySample(env: Environment, signal: AbortSignal): Promise<void> {
  const object = parse(await readFile(sample, "utf8")) as KubernetesObject; // Our own file, which the server validates.
  await env.client.create(
    { ...object, metadata: { namespace: "default", ...object.metadata } },
    { signal, fieldValidation: "Strict" },
  );
}

interface Rows {
  current(nowMs: number): readonly Row[];
  /** True once every MyJob is completed and says so in an Event; false when the signal or the deadline came first. */
  untilCompleted(signal: AbortSignal, deadline: number, clock: Clock): Promise<boolean>;
}

/** Keeps what the table shows: MyJobs, Pods, and the latest Event of each. `onChange` hears of every single change. */
function followRows(manager: Manager, onChange: () => void): Rows {
  const objects = new Map<string, Stored<Followed>>();
  const events = new Map<string, Event>();
  let changed = Promise.withResolvers<void>();

  follow(MyJob);
  follow(Pod);
  manager.cache.informer(Event).addHandler(({ kind, object }) => {
    if (kind === "deleted") return;
    const event = object.read();
    if (event.regarding?.uid !== undefined) events.set(event.regarding.uid, event);
    notify();
  });

  return {
    current: (nowMs) => [...objects.values()].map((object) => rowOf(object, events.get(object.metadata.uid), nowMs)),
    async untilCompleted(signal, deadline, clock) {
      using timer = deadline === Infinity ? undefined : clock.setTimer(deadline - clock.now(), () => changed.resolve());
      void timer;
      for (;;) {
        const jobs = [...objects.values()].filter(({ kind }) => kind === MyJob.kind);
        if (jobs.length > 0 && jobs.every(isCompleted)) return true;
        if (signal.aborted || clock.now() >= deadline) return false;
        await Promise.race([changed.promise, aborted(signal)]);
        changed = Promise.withResolvers<void>();
      }
    },
  };

  function follow<T extends KubernetesObject & Pick<Followed, "status">>(type: ResourceType<T>): void {
    manager.cache.informer(type).addHandler((event) => {
      const name = `${type.kind} ${formatKey(event.object.key)}`;
      if (event.kind === "deleted") objects.delete(name);
      else objects.set(name, event.object.read());
      notify();
    });
  }

  function isCompleted({ status, metadata }: Stored<Followed>): boolean {
    return status?.phase === "completed" && events.get(metadata.uid)?.reason === "Completed";
  }

  function notify(): void {
    onChange();
    changed.resolve();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
