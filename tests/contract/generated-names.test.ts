// Creates whose generated name is taken. A webhook creates an object with each name just before the server stores the object.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { startWebhookHost } from "./webhook-host.ts";
import type { ReviewRequest, Sent, Verdict, WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let host: WebhookHost;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  const namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  host = await startWebhookHost(server, namespace);
  return () => host[Symbol.asyncDispose]();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const chosen = { labels: { chosen: "yes" } };
const onlyChosen = { objectSelector: { matchLabels: chosen.labels } };

function createNamed(metadata: object): Promise<Sent> {
  return host.send({ method: "POST", path: configMaps, body: { metadata: { ...chosen, ...metadata } } });
}

/** Stores another object under the name of the one that is being reviewed. */
async function takeName({ name }: ReviewRequest): Promise<Verdict> {
  await host.send({ method: "POST", path: configMaps, body: { metadata: { name } } });
  return {};
}

function reviewed(): readonly ReviewRequest[] {
  return host.callsOf("/take").map(({ review }) => review.request);
}

test("a create whose generated name is taken gets another name and uid, and is reviewed again", async () => {
  await using _ = await host.configure("validating", [host.webhook("take", onlyChosen)]);
  host.answer("/take", (request) => (reviewed().length < 3 ? takeName(request) : {}));

  const { status, body } = await createNamed({ generateName: "made-" });

  expect(status).toBe(201);
  const reviews = reviewed();
  expect(reviews).toHaveLength(3);
  expect(body.metadata["name"]).toBe(reviews[2]?.name);
  expect(new Set(reviews.map(({ name }) => name)).size).toBe(3);
  expect(new Set(reviews.map(({ object }) => object.metadata["uid"])).size).toBe(3);
});

test("a create is rejected with the last name after eight generated names that are taken", async () => {
  await using _ = await host.configure("validating", [host.webhook("take", onlyChosen)]);
  host.answer("/take", takeName);

  const { status, headers, body } = await createNamed({ generateName: "made-" });

  const names = reviewed().map(({ name }) => name);
  expect(new Set(names).size).toBe(8);
  expect(status).toBe(409);
  expect(headers["retry-after"]).toBe("1");
  expect(body).toMatchObject({
    reason: "AlreadyExists",
    message: `configmaps "${names[7]}" already exists, the server was not able to generate a unique name for the object`,
    details: { name: names[7], kind: "configmaps", retryAfterSeconds: 1 },
  });
});

test("a given name is tried once, even if the object has generateName", async () => {
  await using _ = await host.configure("validating", [host.webhook("take", onlyChosen)]);
  host.answer("/take", takeName);

  const { status, body } = await createNamed({ name: "given", generateName: "made-" });

  expect(reviewed()).toHaveLength(1);
  expect(status).toBe(409);
  expect(body.message).toBe(
    'configmaps "given" already exists, the server was not able to generate a unique name for the object',
  );
});

test("a webhook that responds with AlreadyExists is called with eight names", async () => {
  await using _ = await host.configure("validating", [host.webhook("take", onlyChosen)]);
  const denial = { code: 409, reason: "AlreadyExists", message: "there is one" };
  host.answer("/take", () => ({ allowed: false, status: denial }));

  const { status, body } = await createNamed({ generateName: "made-" });

  expect(new Set(reviewed().map(({ name }) => name)).size).toBe(8);
  expect(status).toBe(409);
  expect(body.message).toBe('admission webhook "take.hooks.test" denied the request: there is one');
});
