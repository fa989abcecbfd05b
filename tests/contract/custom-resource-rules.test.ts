// Rules of CRDs with several writers of one object, and with definitions whose rules change meanwhile. tests/differential records the results and messages of rules.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { DefinitionClient, definitions } from "./definition-client.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { hold, messagesOf, patch, post, ruleFor, startWriters, tally, ways } from "./writers.ts";
import type { WriteAnswer, Writers } from "./writers.ts";

let server: ServerUnderTest;
let namespace: string;
let group: string;
let widgets: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  group = `${server.uniqueName("g")}.rules.test`;
  widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
});

interface Rule {
  readonly rule: string;
  readonly message: string;
}

const notOne: Rule = { rule: "self.level != 1", message: "the level must not be 1" };
const notTwo: Rule = { rule: "self.level != 2", message: "the level must not be 2" };

/** The versions of Widgets whose specs have these rules. */
function versionsWith(rules: readonly Rule[]): readonly object[] {
  const level = { type: "integer" };
  const spec = { type: "object", properties: { level }, required: ["level"], "x-kubernetes-validations": rules };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return [{ name: "v1", served: true, storage: true, schema }];
}

async function define(writers: Writers, rules: readonly Rule[]): Promise<DefinitionClient> {
  const client = new DefinitionClient(writers, server.clock);
  const { spec, ...crd } = widgetCrd(group);
  const body = { ...crd, spec: { ...(spec as object), versions: versionsWith(rules) } };
  expect((await writers.send(post(definitions, body))).body.message).toBeUndefined();
  await client.established(`${definitions}/widgets.${group}`);
  await client.read(widgets, ({ status }) => status === 200);
  return client;
}

function changeRules(writers: Writers, rules: readonly Rule[]): Promise<WriteAnswer> {
  return writers.send(patch("merge", `${definitions}/widgets.${group}`, { spec: { versions: versionsWith(rules) } }));
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("patches of one object at the same time are each decided on the object that they change", async () => {
    const client = await define(writers, [
      { rule: "self.level == oldSelf.level + 1", message: "the level must be the next one" },
    ]);
    await client.createUntilAllowed(widgets, widget(group, "w", { level: 0 }));

    const answers = await writers.together(
      Array.from({ length: 12 }, () => patch("merge", `${widgets}/w`, { spec: { level: 1 } })),
    );

    expect(tally(answers)).toEqual({ 200: 1, 422: 11 });
    expect(messagesOf(answers, 422)).toEqual([
      `Widget.${group} "w" is invalid: spec: Invalid value: the level must be the next one`,
    ]);
    expect((await writers.send({ path: `${widgets}/w` })).body.spec).toEqual({ level: 1 });
  });

  test("each write is decided by the rules of one state of the definition", async () => {
    const client = await define(writers, [notOne]);
    await client.createUntilAllowed(widgets, widget(group, "first", { level: 0 }));
    const create = (level: number): ReturnType<typeof post> =>
      post(`${widgets}?dryRun=All`, widget(group, "w", { level }));

    const [changed, answers] = await Promise.all([
      changeRules(writers, [notTwo]),
      writers.together([1, 2, 1, 2, 1, 2, 1, 2].map((level) => create(level))),
    ]);
    await client.sendUntil(create(1), ({ status }) => status === 201);

    expect(changed.status).toBe(200);
    expect(Object.keys(tally(answers)).filter((status) => status !== "201" && status !== "422")).toEqual([]);
    expect(tally(await writers.together([create(1), create(2)]))).toEqual({ 201: 1, 422: 1 });
  });
});

test("a write that a webhook holds is decided by the rules of its start", async () => {
  await using writers = await startWriters(server, "four HTTP/2 connections");
  const client = await define(writers, [notOne]);
  await client.createUntilAllowed(widgets, widget(group, "first", { level: 0 }));
  await using host = await startWebhookHost(server, namespace);
  const labels = { objectSelector: { matchLabels: { held: "yes" } } };
  await using _ = await host.configure("mutating", [
    host.webhook("slow", { ...ruleFor(group, "widgets", ["CREATE"]), ...labels }),
  ]);
  const calls = hold(host, "/slow", 2);
  const held = (name: string, level: number): object => ({
    ...widget(group, name, { level }),
    metadata: { name, labels: { held: "yes" } },
  });

  const creates = writers.together([post(widgets, held("one", 1)), post(widgets, held("two", 2))]);
  await calls.arrived;
  await changeRules(writers, [notTwo]);
  await client.sendUntil(
    post(`${widgets}?dryRun=All`, widget(group, "w", { level: 1 })),
    ({ status }) => status === 201,
  );
  calls.release();

  expect((await creates).map(({ status, body }) => [status, body.message])).toEqual([
    [422, `Widget.${group} "one" is invalid: spec: Invalid value: the level must not be 1`],
    [201, undefined],
  ]);
});
