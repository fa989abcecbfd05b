// A CRD from its creation to its deletion, and the effects of its schema on objects.
import { Unstructured, isConditionTrue, isInvalid, isNotFound } from "@kubewright/apimachinery";
import type { Condition, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { installCrds, waitFor } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

interface Widget extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

interface Definition extends KubernetesObject {
  readonly status?: { readonly conditions?: readonly Condition[]; readonly storedVersions?: readonly string[] };
}

const Definition: ResourceType<Definition> = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
};

let server: ServerUnderTest;
let namespace: string;
let Widget: ResourceType<Widget>;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
  Widget = await installed();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      required: ["size"],
      properties: {
        size: { type: "integer", format: "int32", minimum: 1, maximum: 10 },
        color: { type: "string", enum: ["red", "blue"], default: "red" },
        name: { type: "string", pattern: "^[a-z]+$", maxLength: 5 },
        parts: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["id"],
          items: {
            type: "object",
            required: ["id"],
            properties: { id: { type: "string" }, count: { type: "integer", default: 1 } },
          },
        },
        free: open,
        port: { "x-kubernetes-int-or-string": true },
        note: { type: "string", nullable: true },
        template: { ...open, "x-kubernetes-embedded-resource": true },
      },
    },
    status: { type: "object", properties: { phase: { type: "string" } } },
  },
};

/** Installs the CRD under a group that no other test uses. */
async function installed(): Promise<ResourceType<Widget>> {
  const group = `${server.uniqueName("g")}.example.com`;
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList", shortNames: ["wd"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: [
            { name: "Size", type: "integer", jsonPath: ".spec.size" },
            { name: "Phase", type: "string", jsonPath: ".status.phase", description: "Where it is" },
            { name: "Color", type: "string", jsonPath: ".spec.color", priority: 1 },
          ],
        },
      ],
    },
  };
  await installCrds([crd], server);
  return { group, version: "v1", kind: "Widget", plural: "widgets", namespaced: true };
}

function widget(name: string, spec: Readonly<Record<string, unknown>>, type = Widget): Widget {
  return { apiVersion: `${type.group}/v1`, kind: "Widget", metadata: { namespace, name }, spec };
}

test("an installed CRD has the conditions NamesAccepted and Established", async () => {
  const found = await server.client.get(Definition, { name: `widgets.${Widget.group}` });

  expect(isConditionTrue(found?.status?.conditions, "NamesAccepted")).toBe(true);
  expect(isConditionTrue(found?.status?.conditions, "Established")).toBe(true);
  expect(found?.status?.storedVersions).toEqual(["v1"]);
});

test("a custom resource is created, read, updated, patched and deleted like a built-in one", async () => {
  const created = await server.client.create(Widget, widget("whole", { size: 1 }));
  const updated = await server.client.update(Unstructured, { ...created, spec: { size: 2 } });
  const patched = await server.client.patch(updated, { type: "merge", body: { spec: { size: 3 } } });
  const found = await server.client.get(Widget, created.metadata);
  await server.client.delete(patched);

  expect([created, updated, patched].map(({ metadata }) => metadata.generation)).toEqual([1, 2, 3]);
  expect(found).toEqual(patched);
  expect(await server.client.get(Widget, created.metadata)).toBeUndefined();
});

test("defaults are set where their parents exist", async () => {
  const created = await server.client.create(Widget, widget("defaults", { size: 1, parts: [{ id: "a" }] }));

  expect(created.spec).toEqual({ size: 1, color: "red", parts: [{ id: "a", count: 1 }] });
});

test("unknown fields are pruned, except where the schema preserves them", async () => {
  const created = await server.client.create(
    Widget,
    widget("pruned", { size: 1, other: 1, free: { any: [{ thing: 1 }] } }),
    { fieldValidation: "Ignore" },
  );

  expect(created.spec).toEqual({ size: 1, color: "red", free: { any: [{ thing: 1 }] } });
});

test("an explicit null stays if nullable, is defaulted or pruned otherwise, and as embedded metadata becomes empty", async () => {
  const pod = { apiVersion: "v1", kind: "Pod" };
  const spec = { size: 1, note: null, color: null, name: null, template: { ...pod, metadata: null } };
  const created = await server.client.create(Widget, widget("nulls", spec));

  expect(created.spec).toEqual({ size: 1, note: null, color: "red", template: { ...pod, metadata: {} } });
});

test.for([
  ["a missing field", {}, "FieldValueRequired", "spec.size", "Required value"],
  [
    "a wrong type",
    { size: "1" },
    "FieldValueTypeInvalid",
    "spec.size",
    'Invalid value: "string": spec.size in body must be of type integer: "string"',
  ],
  [
    "too large a number",
    { size: 11 },
    "FieldValueInvalid",
    "spec.size",
    "Invalid value: 11: spec.size in body should be less than or equal to 10",
  ],
  [
    "a value outside the list",
    { size: 1, color: "green" },
    "FieldValueNotSupported",
    "spec.color",
    'Unsupported value: "green": supported values: "red", "blue"',
  ],
  [
    "a text of another form",
    { size: 1, name: "ABC" },
    "FieldValueInvalid",
    "spec.name",
    "Invalid value: \"ABC\": spec.name in body should match '^[a-z]+$'",
  ],
  [
    "too long a text",
    { size: 1, name: "abcdef" },
    "FieldValueTooLong",
    "spec.name",
    "Too long: may not be more than 5 bytes",
  ],
  [
    "the same key twice",
    { size: 1, parts: [{ id: "a" }, { id: "a" }] },
    "FieldValueDuplicate",
    "spec.parts[1]",
    'Duplicate value: {"id":"a"}',
  ],
  [
    "neither a number nor a text",
    { size: 1, port: true },
    "FieldValueTypeInvalid",
    "spec.port",
    'Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
  ],
] as const)("%s is refused, with the field and what was wanted", async ([, spec, reason, field, message]) => {
  const error = await refusal(server.client.create(Widget, widget("refused", spec)));

  expect(isInvalid(error)).toBe(true);
  expect(error.status.details?.causes).toEqual([{ reason, field, message }]);
  expect(error.status.details).toMatchObject({ group: Widget.group, kind: "Widget", name: "refused" });
});

test("the status subresource changes the status only, and the main resource everything else", async () => {
  const created = await server.client.create(Unstructured, {
    ...widget("status", { size: 1 }),
    status: { phase: "mine" },
  });

  const reported = await server.client.updateStatus(Unstructured, {
    ...created,
    spec: { size: 9 },
    status: { phase: "ready" },
  });
  const updated = await server.client.update(Unstructured, {
    ...reported,
    spec: { size: 2 },
    status: { phase: "mine" },
  });

  expect(created.status).toBeUndefined();
  expect(reported).toMatchObject({ metadata: { generation: 1 }, spec: { size: 1 }, status: { phase: "ready" } });
  expect(updated).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2 }, status: { phase: "ready" } });
});

test("tables have the printer columns of the CRD", async () => {
  const own = await server.createNamespace();
  const created = await server.client.create(Unstructured, {
    ...widget("row", { size: 7 }),
    metadata: { namespace: own, name: "row" },
  });
  await server.client.patchStatus(created, { phase: "ready" });

  const { body } = await sendRequest(server.transport, {
    path: `/apis/${Widget.group}/v1/namespaces/${own}/widgets`,
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });

  const { columnDefinitions, rows } = body as {
    readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
    readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: unknown }[];
  };
  expect(columnDefinitions.map(({ name, priority }) => [name, priority])).toEqual([
    ["Name", 0],
    ["Size", 0],
    ["Phase", 0],
    ["Color", 1],
  ]);
  expect(rows.map(({ cells }) => cells)).toEqual([["row", 7, "ready", "red"]]);
  expect(rows[0]?.object).toMatchObject({ kind: "PartialObjectMetadata", metadata: { name: "row" } });
});

test("a deleted CRD deletes its objects, and its paths return 404", async () => {
  const type = await installed();
  await server.client.create(type, widget("last", { size: 1 }, type));
  const key = { name: `widgets.${type.group}` };

  await server.client.delete(Definition, key);
  await waitFor(Definition, key, (found) => found === undefined, server);
  const error = await refusal(server.client.raw.get(type, { namespace, name: "last" }));

  expect(isNotFound(error)).toBe(true);
});

test("a CRD that is deleted and created again has no objects", async () => {
  const type = await installed();
  const definition = await server.client.get(Definition, { name: `widgets.${type.group}` });
  await server.client.create(type, widget("old", { size: 1 }, type));
  await server.client.delete(Definition, { name: `widgets.${type.group}` });
  await waitFor(Definition, { name: `widgets.${type.group}` }, (found) => found === undefined, server);

  const metadata = { name: `widgets.${type.group}` };
  await installCrds([{ ...definition, metadata, status: undefined } as KubernetesObject], server);

  expect(await Array.fromAsync(server.client.list(type, { namespace }))).toEqual([]);
});

test("an error about metadata that is not an object has the name of the Go type", async () => {
  const { group, version, kind, plural } = Widget;
  const { status, body } = await sendRequest(server.transport, {
    method: "POST",
    path: `/apis/${group}/${version}/namespaces/${namespace}/${plural}`,
    body: { apiVersion: `${group}/${version}`, kind, metadata: true, spec: { size: 1 } },
  });

  expect(status).toBe(400);
  expect(body).toMatchObject({
    message: `${kind} in version "${version}" cannot be handled as a ${kind}: json: cannot unmarshal bool into Go value of type v1.ObjectMeta`,
  });
});
