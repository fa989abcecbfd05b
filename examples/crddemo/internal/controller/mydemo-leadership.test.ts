// The program when its leadership is taken from it, in virtual time.
import { Namespace } from "@kubewright/api/core/v1";
import { fileURLToPath } from "node:url";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { isLeadershipError } from "@kubewright/client";
import { readCrds, startEnvironment } from "@kubewright/envtest";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { leaseName, run } from "../run.ts";

const crds = fileURLToPath(new URL("../../config/crd/bases", import.meta.url));
const namespace = "replicas";

test("the program stops its workers and ends with an error when somebody else leads", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("leadership")];
  const definitions = await readCrds([crds]); // Before: reading files is not done in virtual time.
  const env = await clock.runUntilSettled(startEnvironment({ server: "embedded", crds: definitions, clock, random }));
  const { client, transport } = env;
  const made = client.create(Namespace, { metadata: { name: namespace } });
  await clock.runUntilSettled(made);
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push((JSON.parse(line) as { message: string }).message) });
  const { signal } = new AbortController();
  const leaderElection = { namespace, identity: "ours" };

  const ended = run({ transport, clock, random, log, instance: "ours", leaderElection, signal }).catch(
    (error: unknown) => error,
  );
  await clock.runUntil(() => lines.includes("Started workers"));
  const taken = { type: "merge", body: { spec: { holderIdentity: "theirs" } } } as const;
  await clock.runUntilSettled(client.patch(Lease, { namespace, name: leaseName }, taken));
  const error = await clock.runUntilSettled(ended);

  expect(isLeadershipError(error)).toBe(true);
  expect(lines.at(-1)).toBe("Shutting down workers");
  const lease = await clock.runUntilSettled(client.get(Lease, { namespace, name: leaseName }));
  expect(lease?.spec?.holderIdentity).toBe("theirs");
  await clock.runUntilSettled(env[Symbol.asyncDispose]());
});
