// The demo without the terminal: one cluster, its operators, their samples, and the rows of the table.
import { Unstructured } from "@kubewright/apimachinery";
import { readFile } from "node:fs/promises";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import { onAbort, spawn } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment, EnvironmentWebhooks } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Logger } from "@kubewright/telemetry";
import { parseAllDocuments } from "yaml";
import { followRows } from "./follow-rows.ts";
import type { Scenario, Stage } from "./scenario.ts";
import type { Screen } from "./screen.ts";

export interface DemoOptions {
  readonly scenarios: readonly Scenario[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly screen: Screen;
  /** Whether the demo ends when all scenarios are complete. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  /** The start of the process, as in `performance.now()`, for the duration that is printed. */
  readonly startedAt: number;
  /** Writes the kubeconfig with mode 0600, and returns its path. */
  readonly writeKubeconfig: (text: string) => Promise<string>;
}

export interface DemoOutcome {
  readonly exitCode: number;
  readonly text: string;
}

/** Simulated Pods start slowly, so that their phases are visible. */
const podStages = defaultPodStages({ startMs: 700, runMs: 1_500, stopMs: 300 });

/** The table counts seconds. */
const redrawMs = 250;

export async function runDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { scenarios, clock, random, log, screen, once, signal } = options;
  await using env = await startEnvironment({
    server: "embedded",
    controllers: "all",
    crds: scenarios.flatMap(({ crds }) => crds),
    webhooks: webhooksOf(scenarios),
    listen: {},
    podStages,
    clock,
    random,
  });
  const kubeconfig = await options.writeKubeconfig(await env.kubeconfig());
  screen.say(introduction(kubeconfig, once));

  await using running = new AsyncDisposableStack();
  const failed = Promise.withResolvers<never>();
  const audience = createManager({ transport: env.transport, clock, random, log, instance: "demo-table" });
  const shows = scenarios.flatMap((scenario) => scenario.shows);
  const rows = followRows(audience.cache, shows, () => screen.show(rows.current(clock.wallTime())));
  run("table", (own) => audience.start({ signal: own }));
  run("screen", redraw);

  const stage: Stage = {
    env,
    clock,
    random,
    log,
    signal,
    say: (text) => screen.say(text),
    async operate(name, setup, options = {}) {
      const manager: Manager = createManager({
        transport: env.transport,
        clock,
        random,
        log,
        instance: `demo-${name}`,
        ...options,
      });
      await setup(manager);
      run(name, (own) => manager.start({ signal: own }));
    },
    start: run,
    create: async (file) => createAll(env, file, signal),
  };
  const ends = Promise.all(
    scenarios.map(async (scenario) => {
      const reached = await scenario.play(stage);
      screen.say(`${reached}, ${((performance.now() - options.startedAt) / 1000).toFixed(1)} s after the start.`);
    }),
  );
  const outcome = await Promise.race([failed.promise, ends.then(() => undefined, textOf), left(signal)]);
  screen.show(rows.current(clock.wallTime()));
  if (signal.aborted) return { exitCode: once ? 1 : 0, text: "Stopped." };
  if (outcome !== undefined) return { exitCode: 1, text: `${outcome}\nRun with --log to see why` };
  if (once) return { exitCode: 0, text: "All scenarios have finished." };

  screen.say("The cluster runs until Ctrl-C.");
  await Promise.race([failed.promise, left(signal)]);
  return { exitCode: 0, text: "Stopped." };

  function run(name: string, start: (signal: AbortSignal) => Promise<void>): void {
    running.use(spawn(start, { name, onError: failed.reject }));
  }

  async function redraw(own: AbortSignal): Promise<void> {
    for (;;) {
      screen.show(rows.current(clock.wallTime()));
      await clock.sleep(redrawMs, { signal: own });
    }
  }
}

function webhooksOf(scenarios: readonly Scenario[]): EnvironmentWebhooks {
  const webhooks = scenarios.flatMap((scenario) => scenario.webhooks ?? []);
  return {
    manifests: webhooks.flatMap(({ manifests }) => manifests),
    handlers: Object.assign({}, ...webhooks.map(({ handlers }) => handlers)) as EnvironmentWebhooks["handlers"],
  };
}

function introduction(kubeconfig: string, once: boolean): string {
  const use = once ? "" : `\n\n  export KUBECONFIG=${kubeconfig}\n  kubectl get pods --all-namespaces --watch\n`;
  return `A Kubernetes API server, its controllers and the operators run in this process.\nKubeconfig: ${kubeconfig}${use}`;
}

/** As `kubectl create -f` does it. */
async function createAll(
  env: Environment,
  file: URL,
  signal: AbortSignal,
): Promise<readonly Stored<KubernetesObject>[]> {
  const created: Stored<KubernetesObject>[] = [];
  for (const document of parseAllDocuments(await readFile(file, "utf8"))) {
    const object = document.toJS() as KubernetesObject; // A sample of an example, which the server validates.
    const metadata = { namespace: "default", ...object.metadata };
    created.push(await env.client.create(Unstructured, { ...object, metadata }, { signal, fieldValidation: "Strict" }));
  }
  return created;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function left(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, () => resolve()));
}
