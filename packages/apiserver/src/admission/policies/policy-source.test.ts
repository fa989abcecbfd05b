import type { Steps } from "@kubewright/apimachinery";
import { finish, workOf } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { Registry } from "../../registry/registry.ts";
import type { ObjectReader } from "../../contracts/server-context.ts";
import type { StoredEntry } from "../../storage/stored-entry.ts";
import { encodeEntry } from "../../storage/stored-entry.ts";
import { PolicySource } from "./policy-source.ts";

function entry(name: string, spec: object, revision = 1): StoredEntry {
  const object = { apiVersion: "admissionregistration.k8s.io/v1", kind: "X", metadata: { name }, spec };
  return encodeEntry(object, revision, { fields: undefined, schemaId: undefined });
}

test("after a write, only the written policies and bindings are decoded and compiled", () => {
  const stored: Record<string, StoredEntry[]> = {
    policies: [entry("p", {}), entry("q", { failurePolicy: "Ignore" })],
    bindings: [entry("a", { policyName: "p" }), entry("b", { policyName: "p" }), entry("c", { policyName: "q" })],
  };
  const read = { entries: ({ resource }: { resource: string }) => stored[resource] } as unknown as ObjectReader; // Only `entries` is called.
  const context = { read, registry: {} as Registry }; // No policy has params.
  let compilations = 0;
  function* compile(): Steps<number> {
    yield;
    return (compilations += 1);
  }
  const source = new PolicySource({ policies: "policies", bindings: "bindings", compile });

  const before = source.bound(context);
  for (const policy of before) finish(workOf(policy.compiled()));
  stored["bindings"] = [entry("a", { policyName: "q" }, 2), ...(stored["bindings"] ?? []).slice(1)];
  source.forget();
  const after = source.bound(context);
  for (const policy of after) finish(workOf(policy.compiled()));

  expect(after.map(({ name, bindings }) => [name, bindings.map((each) => each.name)])).toEqual([
    ["p", ["b"]],
    ["q", ["a", "c"]],
  ]);
  expect(after.map(({ ignoresFailures }) => ignoresFailures)).toEqual([false, true]);
  expect(after[0]?.bindings[0]).toBe(before[0]?.bindings[1]);
  expect(compilations).toBe(2);
});
