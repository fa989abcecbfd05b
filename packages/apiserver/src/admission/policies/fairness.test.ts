// Expensive policies delay only the request that they review.
import { readText } from "@kubewright/transport";
import { beforeEach, expect, test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { createApiServer } from "../../api-server.ts";
import type { BusyClock } from "../../testdata/busy-clock.ts";
import { createBusyClock } from "../../testdata/busy-clock.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const configMaps = "/api/v1/namespaces/default/configmaps";
const matchConstraints = {
  resourceRules: [
    { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] },
  ],
};
const count = 100;

let server: ApiServer;
let clock: BusyClock;

beforeEach(() => {
  clock = createBusyClock();
  server = createApiServer({ clock });
  return () => server[Symbol.asyncDispose]();
});

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
  const response = await server.transport().request({ method, path, ...sent });
  return { status: response.status, text: await readText(response) };
}

async function createValidating(): Promise<void> {
  for (let index = 0; index < count; index++) {
    const metadata = { name: `p-${index}` };
    const validations = [{ expression: "object.metadata.name != 'b'" }];
    await send("POST", `${group}/validatingadmissionpolicies`, { metadata, spec: { matchConstraints, validations } });
    const spec = { policyName: metadata.name, validationActions: ["Deny"] };
    await send("POST", `${group}/validatingadmissionpolicybindings`, { metadata, spec });
  }
}

async function createMutating(): Promise<void> {
  for (let index = 0; index < count; index++) {
    const metadata = { name: `p-${index}` };
    const expression = `Object{data: {"k${index}": "v"}}`;
    const mutations = [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }];
    const spec = { matchConstraints, mutations, reinvocationPolicy: "Never" };
    await send("POST", `${group}/mutatingadmissionpolicies`, { metadata, spec });
    await send("POST", `${group}/mutatingadmissionpolicybindings`, { metadata, spec: { policyName: metadata.name } });
  }
}

/** Returns how many sequential reads the server answers while it reviews a create. */
async function readsDuringCreate(): Promise<{ reads: number; status: number; text: string }> {
  let status = 0;
  let text = "";
  const creating = send("POST", configMaps, { metadata: { name: "a" } }).then((created) => {
    ({ status, text } = created);
  });
  let reads = 0;
  for (; status === 0; reads++) expect((await send("GET", "/api/v1/namespaces/default")).status).toBe(200);
  await creating;
  return { reads, status, text };
}

test.each([
  ["validating", createValidating],
  ["mutating", createMutating],
])("the server answers reads while %s policies evaluate for longer than a slice", async (_, createPolicies) => {
  await createPolicies();
  const quick = await readsDuringCreate();
  await send("DELETE", `${configMaps}/a`);
  expect([quick.status, quick.reads < 3, clock.turns]).toEqual([201, true, 0]);
  clock.readingMs = 2;

  const slow = await readsDuringCreate();

  expect([slow.status, slow.reads > 10, clock.turns > 20]).toEqual([201, true, true]);
});

test.each([
  ["validating", createValidating],
  ["mutating", createMutating],
])("a create ends at its deadline while %s policies evaluate", async (_, createPolicies) => {
  await createPolicies();
  clock.readingMs = 500;

  const { status, text } = await readsDuringCreate();

  expect(status).toBe(504);
  expect(text).toContain("request did not complete within requested timeout");
  clock.readingMs = 0;
  expect((await send("GET", `${configMaps}/a`)).status).toBe(404);
});

test("two patches whose evaluations pause at the same time are both applied, with all mutations", async () => {
  await createMutating();
  await send("POST", configMaps, { metadata: { name: "a" } });
  clock.readingMs = 2;

  const patches = ["x", "y"].map((key) => send("PATCH", `${configMaps}/a`, { data: { [key]: "1", k0: "old" } }));

  expect((await Promise.all(patches)).map(({ status }) => status)).toEqual([200, 200]);
  const { data } = JSON.parse((await send("GET", `${configMaps}/a`)).text) as { readonly data: Record<string, string> };
  expect(data).toMatchObject({ x: "1", y: "1", k0: "v" });
  expect(Object.keys(data)).toHaveLength(count + 2);
});
