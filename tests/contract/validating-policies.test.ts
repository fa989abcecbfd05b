// Validating admission policies with several writers, with webhooks, and with kinds that are created and deleted. tests/differential records the values of
// expressions and all messages.
import { beforeEach, describe, expect, test } from "vitest";
import { definition, definitions } from "./definition-client.ts";
import { usePolicies } from "./policy-suite.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { hold, messagesOf, patch, post, remove, ruleFor, startWriters, tally, ways } from "./writers.ts";
import type { WriteResponse } from "./writers.ts";

const suite = usePolicies();

const isNextNumber = {
  expression: "request.operation != 'UPDATE' || int(object.data.n) == int(oldObject.data.n) + 1",
  messageExpression: "oldObject.data.n + ' to ' + object.data.n",
};

describe.for(ways)("through %s", (way) => {
  test("each of several concurrent patches of one object is validated on the object that it changes", async () => {
    const { server, configMaps, client } = suite;
    await using policy = await client.enforce({ validations: [isNextNumber] });
    await using writers = await startWriters(server, way);
    await writers.send(post(configMaps, { metadata: { name: "counter" }, data: { n: "0" } }));

    const responses = await writers.together(
      Array.from({ length: 12 }, () => patch("merge", `${configMaps}/counter`, { data: { n: "1" } })),
    );

    expect(tally(responses)).toEqual({ 200: 1, 422: 11 });
    expect(messagesOf(responses, 422)).toEqual([
      `configmaps "counter" is forbidden: ValidatingAdmissionPolicy '${policy.name}' with binding '${policy.name}' denied request: 1 to 1`,
    ]);
    const { body } = await writers.send({ path: `${configMaps}/counter` });
    expect(body.data).toEqual({ n: "1" });
  });

  test("each of several concurrent creates is validated on its own object", async () => {
    const { server, configMaps, client } = suite;
    await using policy = await client.enforce({
      validations: [
        { expression: "'owner' in object.metadata.?labels.orValue({})", messageExpression: "request.name" },
      ],
    });
    await using writers = await startWriters(server, way);
    const names = Array.from({ length: 16 }, (_, index) => `m${index}`);
    const isLabeled = (index: number): boolean => index % 2 === 0;

    const responses = await writers.together(
      names.map((name, index) =>
        post(configMaps, { metadata: { name, ...(isLabeled(index) ? { labels: { owner: "a" } } : {}) } }),
      ),
    );

    const denial = `ValidatingAdmissionPolicy '${policy.name}' with binding '${policy.name}' denied request`;
    expect(responses.map(({ status, body }) => [status, body.message])).toEqual(
      names.map((name, index) =>
        isLabeled(index) ? [201, undefined] : [422, `configmaps "${name}" is forbidden: ${denial}: ${name}`],
      ),
    );
  });
});

describe("with webhooks", () => {
  let host: WebhookHost;

  beforeEach(async () => {
    host = await startWebhookHost(suite.server, suite.namespace);
    return () => host[Symbol.asyncDispose]();
  });

  const name = "held";
  const selector = { objectSelector: { matchLabels: { held: "yes" } } };

  /** Sends a create that a mutating webhook holds until `meanwhile` is done. */
  async function held(meanwhile: () => Promise<unknown>): Promise<WriteResponse> {
    await using writers = await startWriters(suite.server, "four HTTP/2 connections");
    await using _ = await host.configure("mutating", [
      host.webhook("slow", { ...ruleFor("", "configmaps", ["CREATE"]), ...selector }),
    ]);
    const { arrived, release } = hold(host, "/slow");
    const sent = writers.send(
      post(suite.configMaps, { metadata: { name, labels: { held: "yes" } }, data: { a: "b" } }),
    );
    await arrived;
    await meanwhile();
    release();
    return await sent;
  }

  test("a create that a webhook holds is denied by a policy that comes into force meanwhile", async () => {
    const { client } = suite;
    await using resources = new AsyncDisposableStack();

    const { status, body } = await held(async () => {
      resources.use(
        await client.enforce({ validations: [{ expression: `request.name != '${name}'`, message: "late" }] }),
      );
    });

    expect([status, body.message]).toEqual([422, expect.stringContaining("denied request: late")]);
  });

  test("a create that a webhook holds is admitted once the policy that denies it is deleted", async () => {
    const { client } = suite;
    const policy = await client.enforce({ validations: [{ expression: `request.name != '${name}'` }] });

    const { status } = await held(async () => {
      await policy[Symbol.asyncDispose]();
      await client.ended(policy);
    });

    expect(status).toBe(201);
  });

  test("a create that a webhook holds is validated with the params that are stored meanwhile", async () => {
    const { configMaps, client } = suite;
    const params = { metadata: { name: "params", labels: { params: "yes" } }, data: { denied: "other" } };
    await client.create(configMaps, params);
    await using _ = await client.enforce({
      more: { paramKind: { apiVersion: "v1", kind: "ConfigMap" } },
      validations: [
        { expression: "params.data.denied != object.metadata.name", messageExpression: "string(params.data.denied)" },
      ],
      binding: {
        paramRef: { name: "params", parameterNotFoundAction: "Deny" },
        matchResources: { objectSelector: { matchExpressions: [{ key: "params", operator: "DoesNotExist" }] } },
      },
    });

    const { status, body } = await held(async () => {
      await client.send(patch("merge", `${configMaps}/params`, { data: { denied: name } }));
      await client.until(post(`${configMaps}?dryRun=All`, { metadata: { name } }), 422);
    });

    expect([status, body.message]).toEqual([422, expect.stringContaining(`denied request: ${name}`)]);
  });

  test("a policy receives the changes of mutating webhooks, and validating webhooks are not called for denied requests", async () => {
    const { configMaps, client } = suite;
    await using _policy = await client.enforce({
      validations: [{ expression: "!has(object.data) || !('added' in object.data)", message: "added by a webhook" }],
    });
    await using _mutating = await host.configure("mutating", [
      host.webhook("add", { ...ruleFor("", "configmaps", ["CREATE"]), ...selector }),
    ]);
    await using _validating = await host.configure("validating", [
      host.webhook("late", { ...ruleFor("", "configmaps", ["CREATE"]), ...selector }),
    ]);
    host.answer("/add", () => patching({ op: "add", path: "/data", value: { added: "x" } }));

    const { status, body } = await host.send(post(configMaps, { metadata: { name, labels: { held: "yes" } } }));

    expect([status, body.message]).toEqual([422, expect.stringContaining("denied request: added by a webhook")]);
    expect([host.callsOf("/add").length, host.callsOf("/late").length]).toEqual([1, 0]);
  });
});

test("a policy waits for the kind of its params, and has no params once the kind is deleted", async () => {
  const { server, namespace, configMaps, client } = suite;
  const group = `${server.uniqueName("params")}.example.com`;
  const create = post(`${configMaps}?dryRun=All`, { metadata: { name: "probe" } });
  const paramKind = { apiVersion: `${group}/v1`, kind: "Limit" };
  await using policy = await client.enforce({
    more: { paramKind },
    validations: [{ expression: "params != null" }],
    binding: { paramRef: { name: "limit", parameterNotFoundAction: "Deny" } },
  });
  const lead = `configmaps "probe" is forbidden: ValidatingAdmissionPolicy '${policy.name}'`;
  const missing = await client.send(create);
  expect(missing.body).toMatchObject({
    message: `${lead} denied request: failed to configure policy: failed to find resource referenced by paramKind: '${group}/v1, Kind=Limit'`,
  });

  await client.create(
    definitions,
    definition(group, "limits", { kind: "Limit", singular: "limit", listKind: "LimitList" }),
  );
  await client.until(
    post(`/apis/${group}/v1/namespaces/${namespace}/limits`, { ...paramKind, metadata: { name: "limit" } }),
    201,
  );
  // A kube-apiserver looks for new kinds every 30 seconds.
  await client.until(create, 201);
  await client.send(remove(`${definitions}/limits.${group}`));
  const { body } = await client.until(create, 422);

  expect(body).toMatchObject({
    message: `${lead} with binding '${policy.name}' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
  });
}, 120_000);
