// Two replicas of the program, of which one works.
import { Namespace } from "@kubewright/api/core/v1";
import { fileURLToPath } from "node:url";
import { spawn } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createClientset } from "../../generated/clientset/clientset.ts";
import { run } from "../run.ts";

const crds = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
const namespace = "replicas";

test("of two replicas one works; when it ends, the other does, and syncs what there is", async () => {
  await using env = await startEnvironment({ crds: [crds] });
  await env.client.create(Namespace, { metadata: { name: namespace } });
  const mydemos = createClientset(env.client).crddemoV1().mydemos(namespace);
  const first = startReplica(env, "first");
  await first.untilLogged("Started workers");

  await using second = startReplica(env, "second");
  await second.untilLogged("New leader elected");
  await mydemos.create({ metadata: { name: "a" }, spec: { ip: "127.0.0.1" } });
  await first.untilLogged(`Successfully synced '${namespace}/a'`);
  const whileFirstLed = [...second.lines];
  await first[Symbol.asyncDispose]();
  await second.untilLogged(`Successfully synced '${namespace}/a'`);

  expect(whileFirstLed).not.toContain("Starting workers");
  expect(first.lines).toContain("Shutting down workers");
  expect(first.lines).not.toContain("A request about the lease failed");
}, 60_000);

interface Replica extends AsyncDisposable {
  readonly lines: readonly string[];
  untilLogged(text: string): Promise<void>;
}

const waitMs = 30_000;

function startReplica({ transport, clock, random }: Environment, identity: string): Replica {
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push((JSON.parse(line) as { message: string }).message) });
  const leaderElection = { namespace, identity };
  const task = spawn(
    (signal) => run({ transport, clock, random, log, instance: identity, namespace, leaderElection, signal }),
    {
      name: identity,
      onError(error) {
        throw error;
      },
    },
  );
  return {
    lines,
    async untilLogged(text) {
      for (const deadline = clock.now() + waitMs; !lines.includes(text); await clock.sleep(10)) {
        if (clock.now() > deadline) throw new Error(`"${text}" was not logged: ${lines.join(" | ")}`);
      }
    },
    [Symbol.asyncDispose]: () => task[Symbol.asyncDispose](),
  };
}
