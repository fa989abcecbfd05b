// Mutating admission policies and mutating webhooks: their order, and what each of them receives when it is reinvoked.
import { beforeEach, expect, test } from "vitest";
import { applyConfiguration } from "./policy-client.ts";
import { usePolicies } from "./policy-suite.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { post, ruleFor } from "./writers.ts";

const suite = usePolicies();
let host: WebhookHost;

beforeEach(async () => {
  host = await startWebhookHost(suite.server, suite.namespace);
  return () => host[Symbol.asyncDispose]();
});

const selector = { objectSelector: { matchLabels: { hooked: "yes" } } };
const body = { metadata: { name: "a", labels: { hooked: "yes" } } };
const hook = (name: string, more: object = {}): object =>
  host.webhook(name, { ...ruleFor("", "configmaps", ["CREATE"]), ...selector, ...more });
const count = (key: string): object => {
  const before = `has(object.data) && '${key}' in object.data ? int(object.data['${key}']) : 0`;
  return applyConfiguration(`Object{data: {'${key}': string((${before}) + 1)}}`);
};

test("policies run before webhooks, and reinvocable ones once more", async () => {
  const { configMaps, client } = suite;
  await using _reinvoked = await client.enforceMutating({
    mutations: [count("reinvoked")],
    more: { reinvocationPolicy: "IfNeeded" },
  });
  await using _once = await client.enforceMutating({ mutations: [count("once")] });
  await using _webhook = await host.configure("mutating", [hook("first")]);

  const { body: created } = await host.send(post(configMaps, body));

  expect(created.data).toEqual({ reinvoked: "2", once: "1" });
  const seen = host.callsOf("/first").map(({ review }) => review.request.object.data);
  expect(seen).toEqual([{ reinvoked: "1", once: "1" }]);
});

test("a reinvocable webhook is called again if a policy changes the object in the second round", async () => {
  const { configMaps, client } = suite;
  await using _policy = await client.enforceMutating({
    mutations: [count("n")],
    more: { reinvocationPolicy: "IfNeeded" },
  });
  await using _webhook = await host.configure("mutating", [hook("again", { reinvocationPolicy: "IfNeeded" })]);

  const { body: created } = await host.send(post(configMaps, body));

  expect(created.data).toEqual({ n: "2" });
  const seen = host.callsOf("/again").map(({ review }) => review.request.object.data);
  expect(seen).toEqual([{ n: "1" }, { n: "2" }]);
});

test("a policy that matches only after the change of a webhook does not run", async () => {
  const { configMaps, client } = suite;
  await using _policy = await client.enforceMutating({
    mutations: [count("late")],
    more: {
      reinvocationPolicy: "IfNeeded",
      matchConditions: [
        { name: "c", expression: "!('hooked' in object.metadata.?labels.orValue({})) || has(object.data)" },
      ],
    },
  });
  await using _webhook = await host.configure("mutating", [hook("data")]);
  host.answer("/data", () => patching({ op: "add", path: "/data", value: { hook: "1" } }));

  const { body: created } = await host.send(post(configMaps, body));

  expect(created.data).toEqual({ hook: "1" });
});

test("a reinvoked policy receives the changes of a webhook", async () => {
  const { configMaps, client } = suite;
  await using _policy = await client.enforceMutating({
    mutations: [applyConfiguration("Object{data: {'keys': string(has(object.data) ? size(object.data) : 0)}}")],
    more: { reinvocationPolicy: "IfNeeded" },
  });
  await using _webhook = await host.configure("mutating", [hook("data")]);
  host.answer("/data", () => patching({ op: "add", path: "/data/hook", value: "1" }));

  const { body: created } = await host.send(post(configMaps, body));

  expect(created.data).toEqual({ keys: "2", hook: "1" });
});
