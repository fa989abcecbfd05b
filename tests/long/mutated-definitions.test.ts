// CRDs of published projects with random mistakes, beside a real kube-apiserver: both servers accept and reject the same ones, with the same errors, and
// treat random objects of accepted ones alike. RUNS sets the number of CRDs, each with 20 mistakes; SEED the CRDs and the mistakes; FROM the first CRD.
import { createSeededRandom } from "@kubewright/async";
import { expect, inject, test } from "vitest";
import { startBothServers } from "../sequences/both-servers.ts";
import { longRun, tell } from "./long-run.ts";
import type { MutationCounts } from "./published/compare-mutation.ts";
import { compareMutation } from "./published/compare-mutation.ts";
import { definitionFiles, drawnDefinitions } from "./published/definitions.ts";

const definitionsTotal = inject("runs") ?? 150;
const mutationsEach = 20;
/** Of the mutations of a definition, every fifth is created if it is accepted, for objects. */
const objectsEvery = 5;
const failuresMax = 20;
const { seed, from } = longRun();

test(`${definitionsTotal} definitions with mistakes of seed ${seed} get the same answers`, { timeout: 0 }, async () => {
  await using servers = await startBothServers();
  const files = await definitionFiles();
  const counts: MutationCounts = { sent: 0, accepted: 0, objects: 0, varied: 0, dropped: 0 };
  const failures: string[] = [];
  let index = -1;
  for await (const definition of drawnDefinitions(files, createSeededRandom(`definitions ${seed}`))) {
    index += 1;
    if (index < from) continue;
    if (index >= from + definitionsTotal || failures.length >= failuresMax) break;
    for (let number = 0; number < mutationsEach; number += 1) {
      const run = { servers, seed: `mutated-${seed}-${index}-${number}`, counts };
      const failure = await compareMutation(run, definition, number % objectsEvery === 0);
      if (failure === undefined) continue;
      failures.push(JSON.stringify(failure));
      tell(JSON.stringify(failure));
    }
    if ((index + 1) % 10 === 0) tell(`mutated definitions, seed ${seed}, up to ${index}: ${JSON.stringify(counts)}`);
  }
  tell(`mutated definitions, seed ${seed}: ${JSON.stringify(counts)}, ${failures.length} failures`);

  expect(failures).toEqual([]);
  expect(counts.accepted).toBeGreaterThan(counts.sent / 10);
  expect(counts.accepted).toBeLessThan((counts.sent * 9) / 10);
});
