// Malformed options of a delete, and malformed queries.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  await sendRequest(server.transport, { method: "POST", path: configMaps, body: { metadata: { name: "a" } } });
  path = `${configMaps}/a`;
});

afterAll(() => server[Symbol.asyncDispose]());

function remove(body: object, at = path): Promise<TestResponse> {
  return sendRequest(server.transport, { method: "DELETE", path: at, body });
}

test.for<readonly [body: object, status: number, message: string]>([
  [
    { gracePeriodSeconds: 1.5 },
    400,
    "json: cannot unmarshal number 1.5 into Go struct field DeleteOptions.gracePeriodSeconds of type int64",
  ],
  [
    { preconditions: "x" },
    400,
    "json: cannot unmarshal string into Go struct field DeleteOptions.preconditions of type v1.Preconditions",
  ],
  [{ dryRun: [1] }, 400, "json: cannot unmarshal number into Go struct field DeleteOptions.dryRun of type string"],
  [{ dryRun: "All" }, 400, "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string"],
  [
    { dryRun: [null] },
    422,
    'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: [""]: supported values: "All"',
  ],
  [{ kind: "DeleteOptions", apiVersion: "a/b/c" }, 400, "unexpected GroupVersion string: a/b/c"],
])("a delete with the options %j is answered with %i, and the object stays", async ([body, status, message]) => {
  const response = await remove(body);

  expect([response.status, response.body]).toEqual([status, expect.objectContaining({ message })]);
  expect((await sendRequest(server.transport, { path })).status).toBe(200);
});

test("the conflict of a precondition names the group in which Events are stored", async () => {
  const events = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
  const event = {
    metadata: { name: "e" },
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "example.com/c",
    reportingInstance: "i",
    action: "a",
    reason: "r",
    type: "Normal",
    regarding: { namespace },
  };
  await sendRequest(server.transport, { method: "POST", path: events, body: event });

  const { status, body } = await remove({ preconditions: { uid: "x" } }, `${events}/e`);

  expect(status).toBe(409);
  expect(body).toMatchObject({
    message: expect.stringMatching(
      /^Operation cannot be fulfilled on Event "e": the UID in the precondition/u,
    ) as unknown,
    details: { kind: "Event", name: "e" },
  });
});

test.for(["fieldManager=a;b", "fieldManager=%zz"])("the malformed pair %s of a query is ignored", async (pair) => {
  const { status, body } = await sendRequest(server.transport, {
    method: "PATCH",
    path: `${path}?dryRun=All&${pair}`,
    headers: { "content-type": "application/apply-patch+yaml" },
    body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } },
  });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  });
});
