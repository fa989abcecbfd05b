/** The program at work on whichever server the test run chose, with its log at hand. */
import { Namespace } from "@kubewright/api/core/v1";
import { fileURLToPath } from "node:url";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { spawn } from "@kubewright/async";
import { installCrds, readCrds, startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createLogger } from "@kubewright/telemetry";
import { createClientset } from "../../generated/clientset/clientset.ts";
import type { Clientset } from "../../generated/clientset/clientset.ts";
import { run } from "../run.ts";

export const crds: string = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));

export interface Fixture extends AsyncDisposable {
  readonly env: Environment;
  readonly clientset: Clientset;
  readonly namespace: string;
  /** The messages that were logged, in order. */
  readonly log: readonly string[];
  installCrd(): Promise<void>;
  /** Resolves once a line with the text has been logged, after the first `from` lines. */
  untilLogged(text: string, from?: number): Promise<void>;
  /** The Events in the fixture's namespace, once there is one: `Normal Synced …`. */
  eventNotes(): Promise<readonly string[]>;
}

const waitMs = 30_000;
const lookAgainMs = 10;

/** Starts the program on a server without its CRD. */
export async function startFixture(): Promise<Fixture> {
  await using resources = new AsyncDisposableStack();
  const env = resources.use(await startEnvironment({ crds: [] }));
  const { client, clock, random, transport } = env;
  const namespace = "fixture";
  await client.create(Namespace, { metadata: { name: namespace } });
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push((JSON.parse(line) as { message: string }).message) });
  const start = (signal: AbortSignal): Promise<void> =>
    run({ transport, clock, random, log, instance: "test", signal });
  resources.use(
    spawn(start, {
      name: "crddemo",
      onError(error) {
        throw error;
      },
    }),
  );
  const owned = resources.move();

  return {
    env,
    clientset: createClientset(client),
    namespace,
    log: lines,
    installCrd: async () => await installCrds(await readCrds([crds]), { client, clock }),
    async untilLogged(text, from = 0) {
      const deadline = clock.now() + waitMs;
      while (!lines.slice(from).some((line) => line.includes(text))) {
        if (clock.now() > deadline) throw new Error(`"${text}" was not logged: ${lines.join(" | ")}`);
        await clock.sleep(lookAgainMs);
      }
    },
    async eventNotes() {
      for (const deadline = clock.now() + waitMs; ; await clock.sleep(lookAgainMs)) {
        const events = await Array.fromAsync(client.list(Event, { namespace }));
        if (events.length > 0 || clock.now() > deadline)
          return events.map(({ reason, note, type }) => `${type} ${reason} ${note}`);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
