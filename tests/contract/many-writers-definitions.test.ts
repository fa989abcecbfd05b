// Definitions that many writers create, change and delete concurrently: what is served follows from what was stored last, in any order of writes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DefinitionClient, conditionOf, definition, definitions, statusOf } from "./definition-client.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { messagesOf, patch, post, put, remove, startWriters, tally, ways } from "./writers.ts";
import type { Writers } from "./writers.ts";

const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

let server: ServerUnderTest;
let namespace: string;
let group: string;
let path: string;
let widgets: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  group = `${server.uniqueName("g")}.writers.test`;
  path = `${definitions}/widgets.${group}`;
  widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
});

describe.for(ways)("over %s", (way) => {
  let writers: Writers;
  let client: DefinitionClient;

  beforeEach(async () => {
    writers = await startWriters(server, way);
    client = new DefinitionClient(writers, server.clock);
    return () => writers[Symbol.asyncDispose]();
  });

  async function create(): Promise<void> {
    const created = await writers.send(post(definitions, widgetCrd(group)));
    expect(created.status).toBe(201);
    await client.established(path);
    await client.read(widgets, ({ status }) => status === 200);
  }

  async function namesOfInstances(): Promise<readonly string[]> {
    const { body } = await client.read(widgets, ({ status }) => status === 200);
    const { items } = body as unknown as {
      readonly items: readonly { readonly metadata: { readonly name: string } }[];
    };
    return items.map(({ metadata }) => metadata.name);
  }

  test("one of several creates of a definition succeeds, and its resource is served", async () => {
    const responses = await writers.together(numbers.map(() => post(definitions, widgetCrd(group))));

    expect(tally(responses)).toEqual({ 201: 1, 409: 9 });
    await client.established(path);
    expect(await namesOfInstances()).toEqual([]);
  });

  test("changes and status writes of one definition all succeed, and the definition stays established", async () => {
    await create();

    const responses = await writers.together(
      numbers.flatMap((n) => [
        patch("merge", path, { metadata: { labels: { [`l${n}`]: "x" } } }),
        patch("merge", path, { spec: { names: { categories: [`c${n}`] } } }),
        patch("merge", `${path}/status`, { status: { storedVersions: ["v1"] } }),
      ]),
    );

    expect(tally(responses)).toEqual({ 200: 30 });
    const last = await client.read(path, ({ body }) => {
      const { names } = body.spec as { readonly names: { readonly categories: readonly string[] } };
      const { acceptedNames } = body.status as { readonly acceptedNames: { readonly categories?: readonly string[] } };
      return acceptedNames.categories?.[0] === names.categories[0];
    });
    expect(Object.keys(last.body.metadata.labels ?? {})).toHaveLength(10);
    expect(conditionOf(last, "Established")?.status).toBe("True");
    expect(await namesOfInstances()).toEqual([]);
  });

  test("a definition that is deleted and created concurrently is served without instances, or is gone", async () => {
    await create();
    await writers.send(post(widgets, widget(group, "old", {})));

    const responses = await writers.together([
      remove(path),
      ...numbers.map(() => post(definitions, widgetCrd(group))),
      remove(path),
      ...numbers.map(() => post(definitions, widgetCrd(group))),
    ]);

    const created = responses.filter(
      ({ body }) => body.kind === "CustomResourceDefinition" && body.metadata.deletionTimestamp === undefined,
    );
    expect(new Set(created.map(({ body }) => body.metadata.uid)).size).toBe(created.length);
    await client.read(
      path,
      (response) => response.status === 404 || response.body.metadata.deletionTimestamp === undefined,
    );
    await writers.send(post(definitions, widgetCrd(group)));
    await client.established(path);
    expect(await namesOfInstances()).toEqual([]);
  });

  test("a definition that is deleted while other writers create instances leaves no instances", async () => {
    await create();
    const creates = (round: string): ReturnType<typeof post>[] =>
      numbers.map((n) => post(widgets, widget(group, `${round}-${n}`, {})));

    const [early, late] = await Promise.all([
      writers.together([...creates("first"), remove(path), ...creates("second")]),
      writers.together(creates("third")),
    ]);

    // A real server answers 503 while it sets up the storage of a definition.
    for (const { status } of [...early, ...late]) expect([200, 201, 403, 404, 503]).toContain(status);
    await client.gone(path);
    await create();
    expect(await namesOfInstances()).toEqual([]);
  });

  test("a deleted definition without a served version leaves no instances", async () => {
    await create();
    await writers.send(post(widgets, widget(group, "old", {})));
    const { versions } = widgetCrd(group).spec as { readonly versions: readonly object[] };
    const unserved = versions.map((version) => ({ ...version, served: false }));
    await writers.send(patch("merge", path, { spec: { versions: unserved } }));
    await client.read(widgets, ({ status }) => status === 404);
    await client.read(`/apis/${group}`, ({ status }) => status === 404);

    await writers.send(remove(path));
    await client.gone(path);
    await create();

    expect(await namesOfInstances()).toEqual([]);
  });

  test("one of several definitions with the same names gets them, and another one when the first is deleted", async () => {
    const plurals = ["as", "bs", "cs", "ds"];
    const responses = await writers.together(
      plurals.map((plural) =>
        post(definitions, definition(group, plural, { kind: "Same", singular: plural.slice(0, 1) })),
      ),
    );
    expect(tally(responses)).toEqual({ 201: 4 });

    for (let left = [...plurals]; left.length > 0;) {
      const decided = await Promise.all(
        left.map((plural) =>
          client.read(
            `${definitions}/${plural}.${group}`,
            (response) => conditionOf(response, "NamesAccepted") !== undefined,
          ),
        ),
      );
      const first = decided.find((response) => conditionOf(response, "NamesAccepted")?.status === "True");
      const others = decided.filter((response) => response !== first);
      expect(others.map((response) => conditionOf(response, "NamesAccepted")?.reason)).toEqual(
        others.map(() => "ListKindConflict"),
      );
      expect(others.map((response) => conditionOf(response, "Established")?.status)).toEqual(others.map(() => "False"));
      const name = first?.body.metadata.name ?? "";
      expect(name).not.toBe("");

      await client.established(`${definitions}/${name}`);
      await writers.send(remove(`${definitions}/${name}`));
      await client.gone(`${definitions}/${name}`);
      left = left.filter((plural) => `${plural}.${group}` !== name);
      if (left.length > 0) await client.anyEstablished(left.map((plural) => `${definitions}/${plural}.${group}`));
    }
  });

  test("a short name that a definition releases is accepted for the definition that waits for it", async () => {
    await create();
    await writers.send(patch("merge", path, { spec: { names: { shortNames: ["w"] } } }));
    await client.read(path, (response) => statusOf(response).acceptedNames?.shortNames !== undefined);
    const gadgets = `${definitions}/gadgets.${group}`;
    await writers.send(post(definitions, definition(group, "gadgets", { kind: "Gadget", shortNames: ["w"] })));
    await client.read(gadgets, (response) => conditionOf(response, "NamesAccepted")?.reason === "ShortNamesConflict");

    await writers.send(patch("merge", path, { spec: { names: { shortNames: ["x"] } } }));

    const waited = await client.established(gadgets);
    expect(statusOf(waited).acceptedNames?.shortNames).toEqual(["w"]);
  });

  test("a deleted definition rejects creates until its instances are gone, also while other clients write its status", async () => {
    await create();
    await writers.send(
      post(widgets, { ...widget(group, "held", {}), metadata: { name: "held", finalizers: ["x.test/hold"] } }),
    );
    await writers.send(remove(path));
    await client.read(`${widgets}/held`, ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await client.read(
      path,
      (response) => conditionOf(response, "Terminating")?.reason === "InstanceDeletionInProgress",
    );

    const responses = await writers.together([
      ...numbers.map((n) => post(widgets, widget(group, `new-${n}`, {}))),
      ...numbers.map((n) => patch("merge", `${path}/status`, { metadata: { labels: { [`l${n}`]: "x" } } })),
    ]);

    expect(messagesOf(responses, 403)).toHaveLength(10);
    expect(tally(responses)).toEqual({ 200: 10, 403: 10 });
    expect(await namesOfInstances()).toEqual(["held"]);
    await writers.together([
      patch("merge", `${widgets}/held`, { metadata: { finalizers: null } }),
      ...numbers.map((n) => patch("merge", `${path}/status`, { metadata: { labels: { [`m${n}`]: "x" } } })),
    ]);
    await client.gone(path);
  });

  test("a definition that another finalizer holds is served, and allows creates again after its instances are gone", async () => {
    const crd = widgetCrd(group);
    const metadata = { ...crd.metadata, finalizers: ["x.test/hold"] };
    await writers.send(post(definitions, { ...crd, metadata }));
    await client.established(path);
    await client.read(widgets, ({ status }) => status === 200);
    await writers.send(post(widgets, widget(group, "old", {})));

    await writers.send(remove(path));
    await client.read(path, (response) => conditionOf(response, "Terminating")?.reason === "InstanceDeletionCompleted");
    const created = await client.createUntilAllowed(widgets, widget(group, "new", {}));

    expect(created.status).toBe(201);
    expect(await namesOfInstances()).toEqual(["new"]);
    await writers.send(patch("merge", path, { metadata: { finalizers: null } }));
    await client.gone(path);
  });

  test("a definition whose conditions a client removes is no longer served", async () => {
    await create();
    const current = await writers.send({ path });
    const body = { ...current.body, status: { ...statusOf(current), conditions: [] } };

    const { status } = await writers.send(put(`${path}/status`, body));

    expect(status).toBe(200);
    await client.read(widgets, (response) => response.status === 404);
    await writers.send(remove(path));
    await client.gone(path);
  });
});
