// Patterns of schemas beside those of a real kube-apiserver: which are accepted, with which words the others are refused, and which texts
// they match. RUNS says how many pairs are tried, SEED where they begin.
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

test("random patterns are accepted, refused and matched as a real server does it", async () => {
  for (let run = 0; run * pairsEach < pairs; run += 1) {
    const name = `pattern-${seed}-${run}`;

    const { differences } = await servers.compare(patternCase(name, name));

    expect(differences, name).toEqual([]);
    await servers.removeDefinition(`widgets.${name}.example.com`);
  }
});

test("two hundred hostile patterns on 30 kB are matched in time that grows with the text alone", () => {
  const all = hostilePatterns(30_000);

  const matching = all.filter(({ pattern, text }) => compilePattern(pattern).test(text));

  expect(matching.length).toBeLessThan(all.length / 2);
});
