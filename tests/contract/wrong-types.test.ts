// The value of a wrong type that a merge patch or a JSON patch reports. The message begins with the whole patched object, so the
// recorded responses of tests/differential cannot compare it.
import { Service } from "@kubewright/api/core/v1";
import type { JsonPatchOperation, JsonValue, Stored } from "@kubewright/apimachinery";
import type { Patch } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

let server: ServerUnderTest;
let service: Stored<Service>;

beforeAll(async () => {
  server = await startServerUnderTest();
  service = await server.client.create(Service, {
    metadata: { namespace: await server.createNamespace(), name: "a", labels: { l: "1" } },
    spec: { clusterIP: "None", selector: { app: "t" }, ports: [{ name: "web", port: 80 }] },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const add = (path: string, value: JsonValue): JsonPatchOperation => ({ op: "add", path, value });

async function problemOf(patch: Patch): Promise<string | undefined> {
  const { status, message } = await refusal(server.client.patch(service, patch));
  expect(status.code).toBe(422);
  return message.split(": json: cannot unmarshal ")[1];
}

test.for([
  [{ spec: { type: 5 } }, "number into Go struct field ServiceSpec.spec.type of type v1.ServiceType"],
  [
    { spec: { type: "x", sessionAffinity: true, clusterIP: [] }, metadata: { labels: "x" } },
    "string into Go struct field ObjectMeta.metadata.labels of type map[string]string",
  ],
  [
    { spec: { type: 5, sessionAffinity: true, ipFamilies: [5] } },
    "number into Go struct field ServiceSpec.spec.ipFamilies of type v1.IPFamily",
  ],
  [
    { spec: { ports: [{ protocol: 5, port: "x" }] } },
    "string into Go struct field ServicePort.spec.ports.port of type int32",
  ],
  [{ spec: 5, metadata: [] }, "array into Go struct field Service.metadata of type v1.ObjectMeta"],
  [
    { spec: { clusterIP: 5, ports: [{ targetPort: true }] } },
    "bool into Go struct field ServicePort.spec.ports.targetPort of type int32",
  ],
] as const)(
  "a merge patch of several wrong values %j reports the first in the order of keys: %s",
  async ([body, problem]) => {
    expect(await problemOf({ type: "merge", body })).toBe(problem);
  },
);

test.for([
  [
    [add("/spec/type", 5), add("/spec/sessionAffinity", true)],
    "bool into Go struct field ServiceSpec.spec.sessionAffinity of type v1.ServiceAffinity",
  ],
  [
    [add("/spec/ports/0", { protocol: 5, port: "x" })],
    "number into Go struct field ServicePort.spec.ports.protocol of type v1.Protocol",
  ],
  [
    [add("/spec/ports/0", { protocol: 5, port: "x" }), add("/spec/ports/0/name", "n")],
    "string into Go struct field ServicePort.spec.ports.port of type int32",
  ],
] as const)("a JSON patch %j keeps the order of a value that it adds as a whole: %s", async ([body, problem]) => {
  expect(await problemOf({ type: "json", body })).toBe(problem);
});
