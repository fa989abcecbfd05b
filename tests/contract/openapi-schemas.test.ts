// What is published about custom kinds in addition to the schema of their CRD. tests/real/openapi.test.ts compares the whole documents of both servers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { definitions, group } from "../openapi/definitions.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

/** The fields of a published schema that these tests read. A test that reads an absent field fails. */
interface Schema {
  readonly type?: string;
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

type Schemas = Readonly<Record<string, Schema>>;

let server: ServerUnderTest;
let v2: Schemas;
let v3: Schemas;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: definitions });
  const paths = ["/openapi/v2", `/openapi/v3/apis/${group}/v1`] as const;
  // A real server publishes schemas within seconds.
  for (let attempt = 0; ; attempt += 1) {
    [v2 = {}, v3 = {}] = await Promise.all(paths.map((path) => schemasAt(path)));
    if ([v2, v3].every((schemas) => Object.keys(schemas).length === 2 * definitions.length)) return;
    if (attempt === 600) throw new Error("the schemas are not published");
    await server.clock.sleep(100);
  }
});

afterAll(() => server[Symbol.asyncDispose]());

/** Schemas by kind. */
async function schemasAt(path: string): Promise<Schemas> {
  const { body } = await sendRequest(server.transport, { path });
  const { definitions: second, components } = body as {
    readonly definitions?: Schemas;
    readonly components?: { readonly schemas: Schemas };
  };
  const prefix = "com.example.openapi.v1.";
  const all = Object.entries(second ?? components?.schemas ?? {});
  return Object.fromEntries(
    all.filter(([name]) => name.startsWith(prefix)).map(([name, schema]) => [name.slice(prefix.length), schema]),
  );
}

test("an embedded object has apiVersion, kind and metadata, and the first two are required", () => {
  const typed = v3["Embedded"]?.properties["spec"]?.properties["typed"];

  expect(typed?.required).toEqual(["spec", "kind", "apiVersion"]);
  expect(Object.keys(typed?.properties ?? {}).toSorted()).toEqual(["apiVersion", "kind", "metadata", "spec"]);
  expect(typed?.properties["kind"]).toEqual({ type: "string", description: expect.stringMatching(/./u) as string });
  expect(typed?.properties["metadata"]).toMatchObject({
    allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
  });
});

test("an embedded object with unknown fields has no fields in v2", () => {
  expect(v2["Embedded"]?.properties["spec"]?.properties["template"]).toEqual({
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  });
});

test("a kind with unknown fields at its root has no fields in v2, and all of them in v3", () => {
  expect(v2["Open"]).toEqual({
    type: "object",
    "x-kubernetes-group-version-kind": [{ group, kind: "Open", version: "v1" }],
  });
  expect(Object.keys(v3["Open"]?.properties ?? {}).toSorted()).toEqual(["apiVersion", "kind", "metadata", "spec"]);
});

test.for(["Selectable", "SelectableList"])("the selectable fields of a version are published with %s", (name) => {
  const fields = [{ fieldPath: "spec.color" }, { fieldPath: "spec.size" }];

  expect(v3[name]).toHaveProperty("x-kubernetes-selectable-fields", fields);
  expect(v2[name]).toHaveProperty("x-kubernetes-selectable-fields", fields);
});

test("descriptions are those of the CRD, and those of the server for the fields of every object and for lists", () => {
  expect(v3["Described"]?.description).toBe("Described is a kind with descriptions.");
  expect(v3["Described"]?.properties["spec"]?.description).toBe("What is wanted.");
  const { description = "", properties } = v3["PlainList"] ?? {};
  const ofServer = [v3["Described"]?.properties["kind"]?.description, description, properties?.["items"]?.description];
  for (const text of ofServer) expect(text).toMatch(/\w/u);
  expect(ofServer).not.toContain("The kind.");
});

test("the schema of a list has the name of the list kind", () => {
  for (const schemas of [v2, v3]) {
    expect(schemas["Heap"]).toMatchObject({
      "x-kubernetes-group-version-kind": [{ group, kind: "Heap", version: "v1" }],
    });
    expect(schemas).not.toHaveProperty("StoneList");
  }
});
