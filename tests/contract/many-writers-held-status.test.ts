// PUTs and writes of /status that a webhook holds between the read and the write, while other writers change the object.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { create, workload } from "./bodies.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { widget, widgetCrd } from "./widget-crd.ts";
import { hold, patch, put, ruleFor, startWriters } from "./writers.ts";
import type { WriteResponse, Writers } from "./writers.ts";

const group = "held.writers.test";
const modified = "the object has been modified; please apply your changes to the latest version and try again";

let server: ServerUnderTest;
let writers: Writers;
let host: WebhookHost;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetCrd(group)] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  writers = await startWriters(server, "four HTTP/2 connections");
  host = await startWebhookHost(server, namespace);
  return async () => {
    await host[Symbol.asyncDispose]();
    await writers[Symbol.asyncDispose]();
  };
});

/** The response to a request that the webhook holds while another writer changes the object. */
async function heldBy(
  kind: "mutating" | "validating",
  resource: string,
  request: () => Promise<WriteResponse>,
  meanwhile: () => Promise<WriteResponse>,
): Promise<WriteResponse> {
  await using _ = await host.configure(kind, [host.webhook("slow", ruleFor("*", resource, ["UPDATE"]))]);
  const held = hold(host, "/slow");
  const late = request();
  await held.arrived;
  const { status } = await meanwhile();
  held.release();
  expect(status).toBe(200);
  return await late;
}

describe.for(["mutating", "validating"] as const)("by a %s webhook", (kind) => {
  test("a held PUT without a version replaces what other writers have stored meanwhile", async () => {
    const path = await create(writers, `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "many" } });
    const { body: before } = await writers.send({ path });
    const early = patch("merge", path, { metadata: { finalizers: ["a.b/c"] }, data: { early: "x" } });

    const { status, body } = await heldBy(
      kind,
      "configmaps",
      () => writers.send(put(path, { metadata: { name: "many" }, data: { late: "x" } })),
      () => writers.send(early),
    );

    expect(status).toBe(200);
    expect(body.metadata.uid).toBe(before.metadata.uid);
    expect([body.data, body.metadata.finalizers]).toEqual([{ late: "x" }, undefined]);
    expect((await writers.send({ path })).body).toEqual(body);
  });

  test("a held PUT with a version is rejected if another writer has changed the object meanwhile", async () => {
    const path = await create(writers, `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: "many" } });
    const { body: before } = await writers.send({ path });
    const { resourceVersion } = before.metadata;

    const { status, body } = await heldBy(
      kind,
      "configmaps",
      () => writers.send(put(path, { metadata: { name: "many", resourceVersion }, data: { late: "x" } })),
      () => writers.send(patch("merge", path, { data: { early: "x" } })),
    );

    expect([status, body.message]).toEqual([409, `Operation cannot be fulfilled on configmaps "many": ${modified}`]);
    expect((await writers.send({ path })).body.data).toEqual({ early: "x" });
  });

  test.for(["merge", "strategic"] as const)(
    "a held %s patch of a Deployment's status keeps the spec and the other status that are stored meanwhile",
    async (type) => {
      const path = await create(writers, `/apis/apps/v1/namespaces/${namespace}/deployments`, workload("many"));

      const { status } = await heldBy(
        kind,
        "deployments/status",
        () => writers.send(patch(type, `${path}/status`, { status: { observedGeneration: 1 } })),
        async () => {
          await writers.send(patch("merge", `${path}/status`, { status: { collisionCount: 3 } }));
          return await writers.send(patch("merge", path, { spec: { paused: true } }));
        },
      );

      expect(status).toBe(200);
      const { body } = await writers.send({ path });
      expect(body.spec).toMatchObject({ paused: true });
      expect(body.status).toMatchObject({ observedGeneration: 1, collisionCount: 3 });
      expect(body.metadata.generation).toBe(2);
    },
  );

  test("a held PUT of a Deployment's status without a version keeps the spec that was stored meanwhile", async () => {
    const path = await create(writers, `/apis/apps/v1/namespaces/${namespace}/deployments`, workload("many"));

    const { status } = await heldBy(
      kind,
      "deployments/status",
      () => writers.send(put(`${path}/status`, { ...workload("many"), status: { observedGeneration: 1 } })),
      () => writers.send(patch("merge", path, { spec: { paused: true } })),
    );

    expect(status).toBe(200);
    const { body } = await writers.send({ path });
    expect([body.spec?.["paused"], body.status]).toEqual([true, { observedGeneration: 1 }]);
  });

  test("a held PUT of a Deployment's status with a version is rejected if the spec has changed meanwhile", async () => {
    const path = await create(writers, `/apis/apps/v1/namespaces/${namespace}/deployments`, workload("many"));
    const { body: before } = await writers.send({ path });

    const { status, body } = await heldBy(
      kind,
      "deployments/status",
      () => writers.send(put(`${path}/status`, { ...before, status: { observedGeneration: 1 } })),
      () => writers.send(patch("merge", path, { spec: { paused: true } })),
    );

    expect([status, body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on deployments.apps "many": ${modified}`,
    ]);
  });

  test("a held patch of a custom resource's status keeps the spec that was stored meanwhile", async () => {
    const widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
    const path = await create(writers, widgets, widget(group, "many", { size: 1 }));

    const { status } = await heldBy(
      kind,
      "widgets/status",
      () => writers.send(patch("merge", `${path}/status`, { status: { late: "x" } })),
      () => writers.send(patch("merge", path, { spec: { size: 2 } })),
    );

    expect(status).toBe(200);
    const { body } = await writers.send({ path });
    expect([body.spec, body.status, body.metadata.generation]).toEqual([{ size: 2 }, { late: "x" }, 2]);
  });
});
