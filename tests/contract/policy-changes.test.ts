// Policies that change or are deleted while several writers create objects.
import { describe, expect, test } from "vitest";
import { valuesOf } from "../differential/run-case.ts";
import type { TestResponse } from "../http.ts";
import { applyConfiguration, jsonPatch } from "./policy-client.ts";
import { usePolicies } from "./policy-suite.ts";
import { post, startWriters, tally, ways } from "./writers.ts";

const suite = usePolicies();

const numbers = Array.from({ length: 16 }, (_, index) => index);

/** Two validations that fail for the object `a`, with messages that name the state of the policy. */
function stateOf(name: string): readonly object[] {
  return ["first", "second"].map((rule) => ({ expression: "request.name != 'a'", message: `${rule} ${name}` }));
}

function warningsOf({ headers }: Pick<TestResponse, "headers">): readonly string[] {
  return valuesOf(headers, "warning");
}

describe.for(ways)("through %s", (way) => {
  test("creates during an update of a policy are decided by all validations of one of its revisions", async () => {
    const { server, configMaps, client } = suite;
    await using policy = await client.install({
      validations: stateOf("before"),
      binding: { validationActions: ["Warn"] },
    });
    await using _ = await client.enforce({ validations: [] });
    await using writers = await startWriters(server, way);
    const create = post(`${configMaps}?dryRun=All`, { metadata: { name: "a" } });

    const [responses] = await Promise.all([
      writers.together(numbers.map(() => create)),
      client.change(policy, { validations: stateOf("after") }),
    ]);
    const last = await client.until(create, (response) => warningsOf(response).join().includes("after"));

    const subject = `ValidatingAdmissionPolicy '${policy.name}' with binding '${policy.name}'`;
    const warnings = (state: string): readonly string[] =>
      ["first", "second"].map((rule) => `299 - "Validation failed for ${subject}: ${rule} ${state}"`);
    expect(tally(responses)).toEqual({ 201: 16 });
    for (const response of responses)
      expect([warnings("before"), warnings("after")]).toContainEqual(warningsOf(response));
    expect(warningsOf(last)).toEqual(warnings("after"));
  });

  test("creates during the deletion of a mutating policy have all of its mutations or none", async () => {
    const { server, configMaps, client } = suite;
    const policy = await client.enforceMutating({
      mutations: [
        applyConfiguration("Object{metadata: Object.metadata{labels: {'first': 'yes'}}}"),
        jsonPatch("[JSONPatch{op: 'add', path: '/data', value: {'second': 'yes'}}]"),
      ],
    });
    await using writers = await startWriters(server, way);

    const [responses] = await Promise.all([
      writers.together(numbers.map((n) => post(configMaps, { metadata: { name: `m${n}` } }))),
      policy[Symbol.asyncDispose](),
    ]);
    await client.ended(policy);
    const last = await writers.send(post(configMaps, { metadata: { name: "last" } }));

    const all = [{ first: "yes" }, { second: "yes" }];
    const none = [undefined, undefined];
    expect(tally(responses)).toEqual({ 201: 16 });
    for (const { body } of responses) expect([all, none]).toContainEqual([body.metadata.labels, body.data]);
    expect([last.body.metadata.labels, last.body.data]).toEqual(none);
  });
});
