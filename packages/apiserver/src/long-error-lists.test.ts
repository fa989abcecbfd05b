// Requests with more mistakes than V8 accepts arguments of a call (about 120,000) are answered like those with fewer.
import { createSystemClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createApiServer } from "./api-server.ts";

const count = 140_000;
const strings = Array.from({ length: count }, () => "x");

async function statusOf(transport: Transport, path: string, object: object): Promise<number> {
  const response = await transport.request({ method: "POST", path, body: JSON.stringify(object) });
  await readText(response);
  return response.status;
}

const gadgets = "/apis/example.com/v1/gadgets";

/** A definition whose `spec` has this schema. */
function definitionOf(spec: object): object {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural: "gadgets", kind: "Gadget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }], ipFamilies: strings } };
const noText = { items: { maxLength: 0 } };
const alternatives = { type: "array", items: { type: "string" }, anyOf: [noText, noText] };
const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const unknownMetadata = Object.fromEntries(strings.map((value, index) => [`field${index}`, value]));
const rules = [{ rule: "self == 'x'" }];
const manyValues = { type: "string", enum: strings.map((value, index) => `${value}${index}`) };

test.for<[string, string, object, readonly object[], number]>([
  ["families of a Service", "/api/v1/namespaces/default/services", service, [], 422],
  ["errors of an alternative", gadgets, { metadata: { name: "g" }, spec: strings }, [alternatives], 422],
  [
    "unknown fields in the metadata of an embedded object",
    gadgets,
    { metadata: { name: "g" }, spec: { apiVersion: "v1", kind: "A", metadata: unknownMetadata } },
    [embedded],
    201,
  ],
  // A definition of this size is larger than etcd accepts.
  [
    "values of an enum with a rule",
    definitions,
    definitionOf({ ...manyValues, "x-kubernetes-validations": rules }),
    [],
    500,
  ],
])("%s: 140,000 are no more than the stack holds", async ([, path, object, schemas, expected]) => {
  await using server = createApiServer({ clock: createSystemClock() });
  const transport = server.transport();
  for (const schema of schemas) expect(await statusOf(transport, definitions, definitionOf(schema))).toBe(201);
  const kind = path === gadgets ? { apiVersion: "example.com/v1", kind: "Gadget" } : {};

  expect(await statusOf(transport, path, { ...kind, ...object })).toBe(expected);
});
