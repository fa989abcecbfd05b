// Random structural schemas, and objects for them, beside a real kube-apiserver. RUNS says how many schemas are tried, each with a couple
// of dozen writes, SEED where they begin. What differs is made small before it is told.
import { createSeededRandom } from "@kubewright/async";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { BothServers } from "../sequences/both-servers.ts";
import { startBothServers } from "../sequences/both-servers.ts";
import type { Difference } from "../differential/differences.ts";
import type { SchemaCase } from "../sequences/schema-case.ts";
import { definitionRequests, randomSchemaCase, schemaRequests } from "../sequences/schema-case.ts";
import { shrunk } from "../sequences/shrink.ts";

const runs = inject("runs") ?? 200;
const seed = inject("seed") ?? 1; // The configuration always sets it.
/** Each try makes a definition and waits for it to be served. */
const shrinkTriesMax = 200;

let servers: BothServers;
let made = 0;

beforeAll(async () => {
  servers = await startBothServers();
  process.stdout.write(`schemas: ${runs} runs from seed ${seed}\n`);
});

afterAll(async () => {
  await servers[Symbol.asyncDispose]();
});

async function differencesOf(tried: SchemaCase): Promise<readonly Difference[]> {
  made += 1;
  const name = `schema-${seed}-${made}`;
  const definition = await servers.compare(definitionRequests(name, tried));
  const isRefused = definition.statuses.some((status) => status >= 400);
  if (isRefused || definition.differences.length > 0) return definition.differences;
  const { differences } = await servers.compare(schemaRequests(name, tried));
  await servers.removeDefinition(`widgets.${name}.example.com`);
  return differences;
}

async function fails(tried: SchemaCase): Promise<boolean> {
  try {
    return (await differencesOf(tried)).length > 0;
  } catch {
    return false; // What lacks a part is no case.
  }
}

test("objects of random schemas are pruned, completed, refused and stored as a real server does it", async () => {
  for (let run = 0; run < runs; run += 1) {
    const tried = randomSchemaCase(createSeededRandom(`schema ${seed} ${run}`));
    if ((await differencesOf(tried)).length === 0) continue;

    const smallest = await shrunk(tried, fails, shrinkTriesMax);

    expect({ run, smallest, differences: await differencesOf(smallest) }).toEqual({ run, smallest, differences: [] });
  }
});
