// LimitRanges that change while Pods are created: each Pod gets the defaults and fits the bounds of one state of the LimitRange.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patch, post, startWriters, tally } from "./writers.ts";
import type { Writers } from "./writers.ts";

let server: ServerUnderTest;
let writers: Writers;

beforeAll(async () => {
  server = await startServerUnderTest();
  writers = await startWriters(server, "four HTTP/2 connections");
});

afterAll(async () => {
  await writers[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function limits(cpu: string): object {
  return { spec: { limits: [{ type: "Container", max: { cpu }, default: { cpu } }] } };
}

function pod(name: string, requests: object = {}, limits: object = {}): object {
  return { metadata: { name }, spec: { containers: [{ name: "c", image: "i", resources: { requests, limits } }] } };
}

test("Pods that are created while a default changes get the old or the new default as limit and request", async () => {
  const core = `/api/v1/namespaces/${await server.createNamespace()}`;
  await writers.send(post(`${core}/limitranges`, { metadata: { name: "l" }, ...limits("1") }));

  const responses = await writers.together([
    ...Array.from({ length: 10 }, (_, n) => post(`${core}/pods`, pod(`a${n}`))),
    patch("merge", `${core}/limitranges/l`, limits("2")),
    ...Array.from({ length: 10 }, (_, n) => post(`${core}/pods`, pod(`b${n}`))),
  ]);

  expect(tally(responses)).toEqual({ 200: 1, 201: 20 });
  const created = responses.filter(({ status }) => status === 201);
  for (const { body } of created) {
    const { containers } = body.spec as { readonly containers: readonly { readonly resources: unknown }[] };
    expect([
      { limits: { cpu: "1" }, requests: { cpu: "1" } },
      { limits: { cpu: "2" }, requests: { cpu: "2" } },
    ]).toContainEqual(containers[0]?.resources);
    expect(body.metadata.annotations?.["kubernetes.io/limit-ranger"]).toBe(
      "LimitRanger plugin set: cpu request for container c; cpu limit for container c",
    );
  }
});

test("a lowered maximum applies to all writers", async () => {
  const core = `/api/v1/namespaces/${await server.createNamespace()}`;
  await writers.send(post(`${core}/limitranges`, { metadata: { name: "l" }, ...limits("4") }));
  const before = await writers.send(post(`${core}/pods`, pod("before", { cpu: "3" })));
  await writers.send(patch("merge", `${core}/limitranges/l`, limits("2")));
  const probe = post(`${core}/pods?dryRun=All`, pod("probe", {}, { cpu: "3" }));
  await expect.poll(async () => (await writers.send(probe)).status).toBe(403);

  const fitting = await writers.together(
    Array.from({ length: 8 }, (_, n) => post(`${core}/pods`, pod(`p${n}`, { cpu: n % 2 === 0 ? "1" : "2" }))),
  );
  const rejected = await writers.together(
    Array.from({ length: 8 }, (_, n) => post(`${core}/pods`, pod(`q${n}`, {}, { cpu: "3" }))),
  );

  expect([before.status, tally(fitting), tally(rejected)]).toEqual([201, { 201: 8 }, { 403: 8 }]);
  expect(rejected.map(({ body }) => body.message)).toEqual(
    Array.from(
      { length: 8 },
      (_, n) => `pods "q${n}" is forbidden: maximum cpu usage per Container is 2, but limit is 3`,
    ),
  );
});
