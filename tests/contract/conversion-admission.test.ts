// Admission of objects that a conversion webhook converts: the response to a write while the webhook fails, and the number of conversions.
import { beforeEach, expect, test } from "vitest";
import type { TestRequest, TestResponse } from "../http.ts";
import { converted } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import { applyConfiguration, jsonPatch, PolicyClient } from "./policy-client.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { post } from "./writers.ts";

const crates = useCrates();
let namespace: string;
let client: PolicyClient;

beforeEach(async () => {
  namespace = await crates.begin();
  client = new PolicyClient(crates.server, namespace);
});

function failConversions(): void {
  crates.host.answer(() => ({ raw: { status: 500, body: "busy" } }));
}

/** The message of a webhook that fails to convert a Crate to v1. */
function failure(): string {
  const why = 'an error on the server ("unknown") has prevented the request from succeeding';
  return `conversion webhook for ${crates.group}/v2, Kind=Crate failed: ${why}`;
}

/** A rule for Crates in v1. The writes of these tests use v2. */
function crateRule(): object {
  return { apiGroups: [crates.group], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["crates"] };
}

function crateOf(name: string, query = ""): TestRequest {
  return post(crates.at("v2", query), crates.crate("v2", name, { size: 1 }));
}

function createCrate(name: string, query = ""): Promise<TestResponse> {
  return client.send(crateOf(name, query));
}

test("mutating policies whose object cannot be converted fail by their failurePolicy, before their mutations", async () => {
  const resourceRules = [crateRule()];
  await using _ = await client.installMutating({
    mutations: [applyConfiguration("Object{}")],
    resourceRules,
    more: { failurePolicy: "Ignore" },
  });
  await using policy = await client.enforceMutating({ mutations: [], resourceRules });
  failConversions();

  const { status, body } = await createCrate("a");

  const message = `policy "${policy.name}" denied request: failed to configure policy: ${failure()}`;
  const details = { name: "a", group: crates.group, kind: "crates", causes: [{ message }] };
  expect([status, body]).toEqual([403, expect.objectContaining({ message, reason: "Forbidden", details })]);
});

test("a mutated object that cannot be converted back is an error of the server", async () => {
  const expression = "object.kind == 'Crate' ? [JSONPatch{op: 'add', path: '/spec/color', value: 'red'}] : []";
  await using _ = await client.enforceMutating({ mutations: [jsonPatch(expression)], resourceRules: [crateRule()] });
  crates.host.answer((call) =>
    call.desiredAPIVersion.endsWith("/v1") ? converted(call) : { raw: { status: 500, body: "busy" } },
  );

  // A kube-apiserver looks for new schemas every five seconds, and rejects writes that a mutating policy matches with 503 before.
  const { status, body } = await client.until(crateOf("a"), (answer) => answer.status !== 503);

  expect([status, body]).toEqual([
    500,
    expect.objectContaining(internalError(`failed to convert object: ${failure().replace("/v2", "/v1")}`)),
  ]);
});

test.for<readonly [type: "mutating" | "validating", what: string, conditions: readonly object[]]>([
  ["validating", "without conditions", []],
  ["validating", "with a condition", [{ name: "c", expression: "true" }]],
  ["mutating", "without conditions", []],
  ["mutating", "with a condition", [{ name: "c", expression: "true" }]],
])("a %s webhook %s whose object cannot be converted fails the write", async ([type, , matchConditions]) => {
  await using host = await startWebhookHost(crates.server, namespace);
  const webhook = host.webhook("own", { rules: [crateRule()], failurePolicy: "Ignore", matchConditions });
  await using _ = await host.configure(type, [webhook]);
  failConversions();

  const { status, body } = await createCrate("a");

  const message = type === "validating" ? failure() : `Internal error occurred: ${failure()}`;
  expect([status, body]).toEqual([500, expect.objectContaining(internalError(message))]);
  expect(host.callsOf("/own")).toHaveLength(0);
});

test.each(["validating", "mutating"] as const)(
  "%s webhooks with conditions share the conversion of an object",
  async (type) => {
    await using host = await startWebhookHost(crates.server, namespace);
    const matchConditions = [{ name: "c", expression: "object.spec.replicas == 1" }];
    const names = ["one", "two", "three"];
    const webhooks = names.map((name) => host.webhook(name, { rules: [crateRule()], matchConditions }));
    await using _ = await host.configure(type, webhooks);

    // A real server converts what it stores for its watches.
    const { status } = await createCrate("a", "?dryRun=All");

    expect(status).toBe(201);
    expect(names.map((name) => host.callsOf(`/${name}`).length)).toEqual([1, 1, 1]);
    expect(crates.host.batches).toEqual(["v1 a"]);
  },
);

function internalError(message: string): object {
  return {
    message: `Internal error occurred: ${message}`,
    reason: "InternalError",
    details: { causes: [{ message }] },
  };
}
