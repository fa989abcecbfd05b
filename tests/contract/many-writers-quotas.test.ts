// Concurrent writers and a quota: as many creates succeed as the quota has units, and the usage counts each of them once. The tests write the status of their
// quotas themselves, because the suite runs without the quota controller.
import { beforeEach, describe, expect, test } from "vitest";
import type { TestRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { apply, meetAt, messagesOf, patch, post, put, startWriters, tally, ways } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

const group = "quotas.writers.test";

const suite = useServer({ crds: [widgetCrd(group)] });
let core: string;
let writers: Writers;

beforeEach(() => {
  core = `/api/v1/namespaces/${suite.namespace}`;
});

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Creates of this many Secrets. */
function secrets(count: number): readonly TestRequest[] {
  return numbers(count).map((n) => post(`${core}/secrets`, { metadata: { name: `s${n}` } }));
}

/** Creates quotas without usage, and waits until the server enforces them: an additional quota rejects all Services. */
async function enforce(quotas: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<void> {
  for (const [name, hard] of Object.entries({ ...quotas, last: { services: "0" } })) {
    const used = Object.fromEntries(Object.keys(hard).map((each) => [each, "0"]));
    await writers.send(post(`${core}/resourcequotas`, { metadata: { name }, spec: { hard } }));
    await writers.send(patch("merge", `${core}/resourcequotas/${name}/status`, { status: { hard, used } }));
  }
  const probe = { metadata: { name: "probe" }, spec: { ports: [{ port: 80 }] } };
  const statusOf = async (): Promise<number> => (await writers.send(post(`${core}/services?dryRun=All`, probe))).status;
  await expect.poll(statusOf).toBe(403);
}

async function usedOf(name: string): Promise<unknown> {
  const { body } = await writers.send({ path: `${core}/resourcequotas/${name}` });
  return (body.status as { readonly used: unknown }).used;
}

async function namesIn(path: string): Promise<readonly string[]> {
  const { body } = (await writers.send({ path })) as WriteResponse & {
    readonly body: { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
  };
  return body.items.map(({ metadata }) => metadata.name);
}

function pod(name: string, cpu: string): object {
  return { metadata: { name }, spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }] } };
}

describe.for(ways)("over %s", (way) => {
  beforeEach(async () => {
    writers = await startWriters(suite.server, way);
    return () => writers[Symbol.asyncDispose]();
  });

  test("one of two creates for the last unit succeeds", async () => {
    await enforce({ q: { secrets: "1" } });

    const answers = await writers.together(secrets(2));

    expect(tally(answers)).toEqual({ 201: 1, 403: 1 });
    const [message] = messagesOf(answers, 403);
    expect(message).toMatch(
      /is forbidden: exceeded quota: q, requested: secrets=1, used: secrets=1, limited: secrets=1$/,
    );
    expect(await usedOf("q")).toEqual({ secrets: "1" });
  });

  test("as many of fifty creates succeed as the quota has units", async () => {
    await enforce({ q: { secrets: "7", "count/secrets": "100" } });

    const answers = await writers.together(secrets(50));

    expect(tally(answers)).toEqual({ 201: 7, 403: 43 });
    expect(await usedOf("q")).toEqual({ secrets: "7", "count/secrets": "7" });
    expect(await namesIn(`${core}/secrets`)).toHaveLength(7);
  });

  test("as many of fifty posted or applied Pods are created as fit the quota", async () => {
    await enforce({ q: { "requests.cpu": "1" } });

    const answers = await writers.together(
      numbers(50).map((n) =>
        n % 2 === 0
          ? post(`${core}/pods`, pod(`p${n}`, "100m"))
          : apply(`m${n}`, `${core}/pods/p${n}`, { apiVersion: "v1", kind: "Pod", ...pod(`p${n}`, "100m") }),
      ),
    );

    expect(tally(answers)).toEqual({ 201: 10, 403: 40 });
    expect(await usedOf("q")).toEqual({ "requests.cpu": "1" });
  });

  test("custom resources are counted, and dry runs are not", async () => {
    await enforce({ q: { [`count/widgets.${group}`]: "3" } });
    const widgets = `/apis/${group}/v1/namespaces/${suite.namespace}/widgets`;

    const tried = await writers.together(
      numbers(10).map((n) => post(`${widgets}?dryRun=All`, widget(group, `w${n}`, {}))),
    );
    const answers = await writers.together(numbers(10).map((n) => post(widgets, widget(group, `w${n}`, {}))));

    expect([tally(tried), tally(answers)]).toEqual([{ 201: 10 }, { 201: 3, 403: 7 }]);
    expect(await usedOf("q")).toEqual({ [`count/widgets.${group}`]: "3" });
  });

  test("a create is counted by each of its quotas", async () => {
    await enforce({ few: { secrets: "2" }, many: { "count/secrets": "50" } });

    const answers = await writers.together(secrets(9));

    expect(tally(answers)).toEqual({ 201: 2, 403: 7 });
    expect([await usedOf("few"), await usedOf("many")]).toEqual([{ secrets: "2" }, { "count/secrets": "2" }]);
  });

  test("one of three resizes succeeds if the quota allows one", async () => {
    await enforce({ q: { "requests.cpu": "4" } });
    const created = await writers.together(numbers(3).map((n) => post(`${core}/pods`, pod(`p${n}`, "1"))));

    const answers = await writers.together(
      numbers(3).map((n) => {
        const containers = [{ name: "c", resources: { requests: { cpu: "2" } } }];
        return patch("strategic", `${core}/pods/p${n}/resize`, { spec: { containers } });
      }),
    );

    expect([tally(created), tally(answers)]).toEqual([{ 201: 3 }, { 200: 1, 403: 2 }]);
    expect(await usedOf("q")).toEqual({ "requests.cpu": "4" });
  });

  test("the message of a rejection has the generated name", async () => {
    await enforce({ q: { secrets: "2" } });

    const answers = await writers.together(
      numbers(6).map(() => post(`${core}/secrets`, { metadata: { generateName: "g-" } })),
    );

    expect(tally(answers)).toEqual({ 201: 2, 403: 4 });
    const messages = messagesOf(answers, 403);
    expect(messages).toHaveLength(4); // No two names are equal.
    for (const message of messages) expect(message).toMatch(/^secrets "g-[a-z0-9]{5}" is forbidden: exceeded/);
  });

  test("creates during a decrease of the limit are all counted", async () => {
    await enforce({ q: { secrets: "20" } });
    const decrease = patch("merge", `${core}/resourcequotas/q/status`, { status: { hard: { secrets: "3" } } });

    const [changed, ...answers] = await writers.together([decrease, ...secrets(30)]);

    const created = answers.filter(({ status }) => status === 201).length;
    expect([changed?.status, tally(answers)]).toEqual([200, { 201: created, 403: 30 - created }]);
    expect(await namesIn(`${core}/secrets`)).toHaveLength(created);
    expect(await usedOf("q")).toEqual({ secrets: `${created}` });
  });

  test("a status that was computed before a charge conflicts with it", async () => {
    await enforce({ q: { secrets: "5" } });
    const { body: outdated } = await writers.send({ path: `${core}/resourcequotas/q` });
    const created = await writers.send(post(`${core}/secrets`, { metadata: { name: "s" } }));

    const { status } = await writers.send(put(`${core}/resourcequotas/q/status`, outdated));

    expect([created.status, status]).toEqual([201, 409]);
    expect(await usedOf("q")).toEqual({ secrets: "1" });
  });
});

test("creates that a webhook releases together are counted one after the other", async () => {
  writers = await startWriters(suite.server, "four HTTP/2 connections");
  await using _writers = writers;
  await using host = await startWebhookHost(suite.server, suite.namespace);
  const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["secrets"] }];
  await using _ = await host.configure("validating", [host.webhook("meet", { rules })]);
  await enforce({ q: { secrets: "3" } });
  meetAt(host, "/meet", 8);

  const answers = await writers.together(secrets(8));

  expect(tally(answers)).toEqual({ 201: 3, 403: 5 });
  expect(await usedOf("q")).toEqual({ secrets: "3" });
});
