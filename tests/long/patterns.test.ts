// Compares patterns of schemas with a real kube-apiserver: which are accepted, the errors of the others, and which strings
// they match. RUNS sets the number of pairs, SEED the first one.
import { compilePattern } from "@kubewright/schema";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { BothServers } from "../sequences/both-servers.ts";
import { startBothServers } from "../sequences/both-servers.ts";
import { hostilePatterns } from "../sequences/hostile-patterns.ts";
import { pairsEach, patternCase } from "../sequences/pattern-case.ts";

const pairs = inject("runs") ?? 10_000;
const seed = inject("seed") ?? 1; // The configuration always sets it.

let servers: BothServers;

beforeAll(async () => {
  servers = await startBothServers();
  process.stdout.write(`patterns: ${pairs} pairs from seed ${seed}\n`);
});

afterAll(async () => {
  await servers[Symbol.asyncDispose]();
});

test("random patterns are accepted, rejected and matched as by a real server", async () => {
  for (let run = 0; run * pairsEach < pairs; run += 1) {
    const name = `pattern-${seed}-${run}`;

    const { differences } = await servers.compare(patternCase(name, name));

    expect(differences, name).toEqual([]);
    await servers.removeDefinition(`widgets.${name}.example.com`);
  }
});

test("two hundred hostile patterns match 30 kB in linear time", () => {
  const all = hostilePatterns(30_000);

  const matching = all.filter(({ pattern, text }) => compilePattern(pattern).test(text));

  expect(matching.length).toBeLessThan(all.length / 2);
});
