// Rules of CRDs with several writers of one object, and with definitions whose rules change concurrently. tests/differential records the results and messages
// of rules.
import { beforeEach, describe, expect, test } from "vitest";
import { DefinitionClient, definitions } from "./definition-client.ts";
import { useServer } from "./server-suite.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { hold, messagesOf, patch, post, ruleFor, startWriters, tally, ways } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

const suite = useServer();
let group: string;
let widgets: string;

beforeEach(() => {
  group = `${suite.server.uniqueName("g")}.rules.test`;
  widgets = `/apis/${group}/v1/namespaces/${suite.namespace}/widgets`;
});

interface Rule {
  readonly rule: string;
  readonly message: string;
}

const notOne: Rule = { rule: "self.level != 1", message: "the level must not be 1" };
const notTwo: Rule = { rule: "self.level != 2", message: "the level must not be 2" };

/** Two rules that reject the level 1, with messages that name the state. */
function stateOf(name: string): readonly Rule[] {
  return ["first", "second"].map((rule) => ({ rule: "self.level != 1", message: `${rule} ${name}` }));
}

/** The versions of Widgets whose specs have these rules. */
function versionsWith(rules: readonly Rule[]): readonly object[] {
  const level = { type: "integer" };
  const spec = { type: "object", properties: { level }, required: ["level"], "x-kubernetes-validations": rules };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return [{ name: "v1", served: true, storage: true, schema }];
}

async function define(writers: Writers, rules: readonly Rule[]): Promise<DefinitionClient> {
  const client = new DefinitionClient(writers, suite.server.clock);
  const { spec, ...crd } = widgetCrd(group);
  const body = { ...crd, spec: { ...(spec as object), versions: versionsWith(rules) } };
  expect((await writers.send(post(definitions, body))).body.message).toBeUndefined();
  await client.established(`${definitions}/widgets.${group}`);
  await client.read(widgets, ({ status }) => status === 200);
  return client;
}

function changeRules(writers: Writers, rules: readonly Rule[]): Promise<WriteResponse> {
  return writers.send(patch("merge", `${definitions}/widgets.${group}`, { spec: { versions: versionsWith(rules) } }));
}

describe.for(ways)("over %s", (way) => {
  let writers: Writers;

  beforeEach(async () => {
    writers = await startWriters(suite.server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("each of several concurrent patches is validated against the object that it changes", async () => {
    const client = await define(writers, [
      { rule: "self.level == oldSelf.level + 1", message: "the level must be the next one" },
    ]);
    await client.createUntilAllowed(widgets, widget(group, "w", { level: 0 }));

    const responses = await writers.together(
      Array.from({ length: 12 }, () => patch("merge", `${widgets}/w`, { spec: { level: 1 } })),
    );

    expect(tally(responses)).toEqual({ 200: 1, 422: 11 });
    expect(messagesOf(responses, 422)).toEqual([
      `Widget.${group} "w" is invalid: spec: Invalid value: the level must be the next one`,
    ]);
    expect((await writers.send({ path: `${widgets}/w` })).body.spec).toEqual({ level: 1 });
  });

  test("each write is validated by all rules of one revision of the definition", async () => {
    const [before, after] = [stateOf("before"), stateOf("after")];
    const client = await define(writers, before);
    await client.createUntilAllowed(`${widgets}?dryRun=All`, widget(group, "w", { level: 2 }));
    const create = post(`${widgets}?dryRun=All`, widget(group, "w", { level: 1 }));

    const [responses, changed] = await Promise.all([
      writers.together(Array.from({ length: 12 }, () => create)),
      changeRules(writers, after),
    ]);
    const last = await client.sendUntil(create, ({ body }) => body.message?.includes("after") === true);

    const messageOf = (rules: readonly Rule[]): string =>
      `Widget.${group} "w" is invalid: [${rules.map(({ message }) => `spec: Invalid value: ${message}`).join(", ")}]`;
    expect([changed.status, tally(responses)]).toEqual([200, { 422: 12 }]);
    expect([messageOf(before), messageOf(after)]).toEqual(expect.arrayContaining([...messagesOf(responses, 422)]));
    expect(last.body.message).toBe(messageOf(after));
  });
});

test("a write that a webhook holds is validated by the rules at the start of its request", async () => {
  await using writers = await startWriters(suite.server, "four HTTP/2 connections");
  const client = await define(writers, [notOne]);
  await client.createUntilAllowed(widgets, widget(group, "first", { level: 0 }));
  await using host = await startWebhookHost(suite.server, suite.namespace);
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
