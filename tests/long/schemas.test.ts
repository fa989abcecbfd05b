// Compares random structural schemas, and objects for them, with a real kube-apiserver. RUNS sets the number of schemas, each with about two
// dozen writes, SEED the first one. Differences are shrunk before they are reported.
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
/** Each attempt creates a definition and waits until it is served. */
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
    return false; // A reduced case that the servers cannot run does not count.
  }
}

test("objects of random schemas are pruned, defaulted, rejected and stored as by a real server", async () => {
  for (let run = 0; run < runs; run += 1) {
    const tried = randomSchemaCase(createSeededRandom(`schema ${seed} ${run}`));
    if ((await differencesOf(tried)).length === 0) continue;

    const smallest = await shrunk(tried, fails, shrinkTriesMax);

    expect({ run, smallest, differences: await differencesOf(smallest) }).toEqual({ run, smallest, differences: [] });
  }
});
