// Admission of objects and params that a conversion webhook converts: what a write returns while the webhook fails, and how often it is called.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answer, Asked } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { converted } from "./conversion-host.ts";
import type { Crates } from "./crates.ts";
import { startCrates } from "./crates.ts";
import type { PolicySpec } from "./policy-client.ts";
import { PolicyClient } from "./policy-client.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { post, remove } from "./writers.ts";

let server: ServerUnderTest;
let crates: Crates;
let namespace: string;
let client: PolicyClient;

beforeAll(async () => {
  server = await startServerUnderTest();
  crates = await startCrates(server);
});

afterAll(async () => {
  await crates[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await crates.begin();
  namespace = crates.at("v2").split("/")[5] ?? "";
  client = new PolicyClient(server, namespace);
});

const group = "/apis/admissionregistration.k8s.io/v1";

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

function createCrate(name: string, query = ""): Promise<Answer> {
  return client.send(post(crates.at("v2", query), crates.crate("v2", name, { size: 1 })));
}

test("mutating policies whose object cannot be converted fail by their failurePolicy, before their mutations", async () => {
  const mutation = (expression: string): object => ({
    patchType: "ApplyConfiguration",
    applyConfiguration: { expression },
  });
  const ignoring = server.uniqueName("policy-");
  const matchConstraints = { resourceRules: [crateRule()] };
  await client.created(`${group}/mutatingadmissionpolicies`, {
    metadata: { name: ignoring },
    spec: {
      failurePolicy: "Ignore",
      reinvocationPolicy: "Never",
      matchConstraints,
      mutations: [mutation("Object{}")],
    },
  });
  await client.created(`${group}/mutatingadmissionpolicybindings`, {
    metadata: { name: ignoring },
    spec: { policyName: ignoring },
  });
  await using deletions = new AsyncDisposableStack();
  for (const plural of ["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"])
    deletions.defer(async () => void (await client.send(remove(`${group}/${plural}/${ignoring}`))));
  await using policy = await client.enforceMutating({ mutations: [], resourceRules: [crateRule()] });
  failConversions();

  const { status, body } = await createCrate("a");

  const message = `policy "${policy.name}" denied request: failed to configure policy: ${failure()}`;
  const details = { name: "a", group: crates.group, kind: "crates", causes: [{ message }] };
  expect([status, body]).toEqual([403, expect.objectContaining({ message, reason: "Forbidden", details })]);
});

test("a mutated object that cannot be converted back is an error of the server", async () => {
  const expression = "object.kind == 'Crate' ? [JSONPatch{op: 'add', path: '/spec/color', value: 'red'}] : []";
  const mutations = [{ patchType: "JSONPatch", jsonPatch: { expression } }];
  await using _ = await client.enforceMutating({ mutations, resourceRules: [crateRule()] });
  crates.host.answer((call) =>
    call.desiredAPIVersion.endsWith("/v1") ? converted(call) : { raw: { status: 500, body: "busy" } },
  );

  const { status, body } = await createCrate("a");

  expect([status, body]).toEqual([
    500,
    expect.objectContaining(internalError(`failed to convert object: ${failure().replace("/v2", "/v1")}`)),
  ]);
});

test("a write is decided by params that were converted before, while the webhook fails", async () => {
  const validation = { expression: "false", messageExpression: "string(params.spec.replicas)" };
  const spec = { validations: [validation], ...withParams("params") };

  failConversions();
  await createCrate("params");
  await using cold = await client.enforce(spec);
  const failed = await client.send(createConfigMap());
  crates.host.reset();
  const decided = await untilDecided(createConfigMap());
  failConversions();
  const later = await client.send(createConfigMap());

  const kind = `\`&ParamKind{APIVersion:${crates.group}/v1,Kind:Crate,}\``;
  const why = `failed to configure binding: paramKind kind ${kind} not yet synced to use for admission`;
  expect(messageOf(failed)).toBe(`${denial(cold.name)}${why}`);
  expect(messageOf(decided)).toBe(`${denial(cold.name)}1`);
  expect(messageOf(later)).toBe(`${denial(cold.name)}1`);
});

test.for<readonly [type: "mutating" | "validating", what: string, conditions: readonly object[]]>([
  ["validating", "without conditions", []],
  ["validating", "with a condition", [{ name: "c", expression: "true" }]],
  ["mutating", "without conditions", []],
  ["mutating", "with a condition", [{ name: "c", expression: "true" }]],
])("a %s webhook %s whose object cannot be converted fails the write", async ([type, , matchConditions]) => {
  await using host = await startWebhookHost(server, namespace);
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
    await using host = await startWebhookHost(server, namespace);
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

function withParams(name: string): Pick<PolicySpec, "more" | "binding"> {
  return {
    more: { paramKind: { apiVersion: `${crates.group}/v1`, kind: "Crate" } },
    binding: { paramRef: { name, namespace, parameterNotFoundAction: "Deny" } },
  };
}

function createConfigMap(): Asked {
  return post(`/api/v1/namespaces/${namespace}/configmaps?dryRun=All`, { metadata: { name: "a" } });
}

/** Resolves with the first response that does not report a failed conversion: a real server lists the params again after a while. */
async function untilDecided(asked: Asked): Promise<Answer> {
  for (;;) {
    const answer = await client.send(asked);
    if (messageOf(answer)?.includes("not yet synced") !== true) return answer;
    await server.clock.sleep(50);
  }
}

function denial(policy: string): string {
  return `configmaps "a" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: `;
}

function messageOf({ body }: Answer): string | undefined {
  return (body as { readonly message?: string }).message;
}
