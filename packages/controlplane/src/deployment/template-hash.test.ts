// Compares hashes of random templates with those of kube-controller-manager's library (tests/protobuf/record-template-hashes.ts).
// tests/real/workloads.test.ts compares those of stored Deployments with a running kube-controller-manager.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { decodeJson } from "@kubewright/apimachinery";
import { test } from "vitest";
import { hashOf } from "./template-hash.ts";

interface Recorded {
  readonly template: object;
  readonly collisionCount?: number;
  readonly hash: string;
}

const recorded = readFileSync(new URL("testdata/template-hashes.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

test("hashOf() is the hash that kube-controller-manager computes of the same template", () => {
  const different = recorded.filter((line) => {
    const { template, collisionCount, hash } = decodeJson(line).value as unknown as Recorded; // The recorder's own form.
    return hashOf(template, collisionCount) !== hash;
  });

  assert.equal(recorded.length, 86);
  assert.deepEqual(different, []);
});

test("hashOf() does not distinguish an empty list, an empty map and an absent field", () => {
  const empty = { metadata: { labels: {} }, spec: { containers: [], nodeSelector: {} } };

  assert.equal(hashOf(empty), hashOf({}));
});

test("hashOf() distinguishes an absent collision count from zero", () => {
  assert.notEqual(hashOf({}, 0), hashOf({}));
});
