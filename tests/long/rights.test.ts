// Random requests with random rights on a real and an embedded server. RUNS sets the number of requests, SEED the rights and requests, FROM the first
// policy of 500: an interrupted run continues after the last policy that it printed. A difference is printed with the fewest rights that show it.
import { createSystemClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, inject, test } from "vitest";
import { comparePolicy } from "../rights/compare.ts";
import { openRightsServer } from "../rights/rights-server.ts";
import { longRun, tell } from "./long-run.ts";

const { seed, from } = longRun();
const runs = inject("runs") ?? 20_000;
const requestsPerPolicy = 500;
const failuresMax = 10;

test(`${runs} random requests of seed ${seed} get the same answers from both servers`, { timeout: 0 }, async () => {
  const clock = createSystemClock();
  const startedAt = clock.now();
  await using real = await startReal();
  await using embedded = await startEnvironment({ server: "embedded" });
  await using theirs = await openRightsServer(real);
  await using ours = await openRightsServer(embedded);
  const policies = Math.ceil(runs / requestsPerPolicy);
  const failed: string[] = [];
  let [sent, denied] = [0, 0];
  for (let policy = from; policy < from + policies && failed.length < failuresMax; policy++) {
    const options = { seed: `${seed} ${policy}`, prefix: `rights${policy}`, count: requestsPerPolicy };
    const compared = await comparePolicy([theirs, ours], options);
    for (const failure of compared.failures) tell(`policy ${policy} differs:\n${failure}`);
    failed.push(...compared.failures);
    sent += compared.answers.length;
    denied += compared.denied;
    const seconds = Math.round((clock.now() - startedAt) / 1000);
    tell(
      `seed ${seed}: ${sent} requests up to policy ${policy}, ${denied} denied, ${failed.length} failures, ${seconds} s`,
    );
  }
  expect(failed).toEqual([]);
  expect(denied).toBeLessThan(sent / 2);
});

async function startReal(): Promise<Environment> {
  const assets = inject("assets");
  return startEnvironment({ server: "real", ...(assets === undefined ? {} : { assets }) });
}
