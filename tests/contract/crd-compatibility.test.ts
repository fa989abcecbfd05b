// The effects that `kubewright crd-diff` reports, on both servers: what a server rejects, ratchets, prunes and defaults when a CRD changes.
import { Unstructured, isApiError, isInvalid } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { installCrds } from "@kubewright/envtest";
import { compareDefinitions, readDefinition } from "@kubewright/gen/definitions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

type Spec = Readonly<Record<string, unknown>>;

interface Thing extends KubernetesObject {
  readonly spec?: Spec;
}

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** A CRD with a spec of these properties, whose default for `revision` shows which revision of the CRD set it. */
function crd(
  name: string,
  revision: string,
  properties: object,
  required: readonly string[] = [],
): CustomResourceDefinition {
  const spec = {
    type: "object",
    required,
    properties: { ...properties, revision: { type: "string", default: revision } },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${name}s.${name}.example.com` },
    spec: {
      group: `${name}.example.com`,
      names: { plural: `${name}s`, singular: name, kind: `Thing${name}`, listKind: `Thing${name}List` },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

function typeOf({ spec: { group, names } }: CustomResourceDefinition): ResourceType<Thing> {
  return { group, version: "v1", kind: names.kind, plural: names.plural, namespaced: true };
}

function thing(name: string, spec: Spec, { group, kind }: ResourceType<Thing>): Thing {
  return { apiVersion: `${group}/v1`, kind, metadata: { name, namespace }, spec };
}

/** Installs a CRD, and waits until values are validated by it. `valid` is a spec for it. */
async function install(definition: CustomResourceDefinition, revision: string, valid: Spec): Promise<void> {
  await installCrds([definition], server);
  for (;;) {
    const probe = await created(thing("probe", valid, typeOf(definition)), true);
    if (probe?.spec?.["revision"] === revision) return;
    await server.clock.sleep(20);
  }
}

/** The stored object, or nothing if the schema that is being replaced rejects it. */
async function created(object: Thing, dryRun = false): Promise<Thing | undefined> {
  try {
    return await server.client.create(Unstructured, object, { dryRun });
  } catch (error) {
    if (isApiError(error) && isInvalid(error)) return undefined;
    throw error;
  }
}

interface Changed {
  /** The rules on the change. */
  readonly rules: readonly string[];
  /** The object, read after the change. */
  readonly spec: Spec | undefined;
  /** Changes fields of the object. */
  update(spec: Spec): Promise<Thing>;
  /** Creates another one. */
  create(spec: Spec): Promise<Thing>;
}

/** Stores an object, changes the CRD, and looks at the object. */
async function stored(
  spec: Spec,
  before: object,
  after: object,
  probe: Spec,
  required: readonly string[] = [],
): Promise<Changed> {
  const name = server.uniqueName("c");
  const [old, next] = [crd(name, "before", before), crd(name, "after", after, required)];
  const type = typeOf(old);
  await install(old, "before", spec);
  await server.client.create(Unstructured, thing("one", spec, type));
  await install(next, "after", probe);
  const key = { name: "one", namespace };
  const read = await server.client.get(type, key);
  const changes = compareDefinitions([readDefinition(old)], [readDefinition(next)]);
  return {
    rules: changes.filter(({ path }) => path !== "spec.revision").map(({ rule }) => rule),
    spec: read?.spec,
    update: (changed) => server.client.patch(type, key, { type: "merge", body: { spec: changed } }),
    create: (other) => server.client.create(Unstructured, thing("two", other, type)),
  };
}

const text = { type: "string" };

test("a value that is no longer allowed is read and kept while it is unchanged, and rejected in other writes", async () => {
  const allowed = (...values: readonly string[]): object => ({ colour: { ...text, enum: values }, note: text });
  const changed = await stored({ colour: "blue" }, allowed("red", "blue"), allowed("red"), {});

  expect(changed.rules).toEqual(["enum-narrowed"]);
  expect(changed.spec?.["colour"]).toBe("blue");
  expect((await changed.update({ note: "x" })).spec).toEqual({ colour: "blue", note: "x", revision: "before" });
  expect(isInvalid(await refusal(changed.create({ colour: "blue" })))).toBe(true);
});

test("a field that becomes required rejects every change of an object without it", async () => {
  const properties = { colour: text, note: text };
  const changed = await stored({}, properties, properties, { colour: "red" }, ["colour"]);

  expect(changed.rules).toEqual(["field-required"]);
  expect(isInvalid(await refusal(changed.update({ note: "x" })))).toBe(true);
});

test("a field that becomes required with a default is defaulted", async () => {
  const changed = await stored({}, { colour: text }, { colour: { ...text, default: "red" } }, {}, ["colour"]);

  expect(changed.rules).toEqual(["default-added", "field-required-with-default"]);
  expect(changed.spec).toEqual({ colour: "red", revision: "before" });
});

test("duplicates in a list that becomes a set stay in objects that have them, and are rejected in other writes", async () => {
  const tags = { type: "array", items: text };
  const changed = await stored(
    { tags: ["a", "a"] },
    { tags, note: text },
    { tags: { ...tags, "x-kubernetes-list-type": "set" }, note: text },
    {},
  );

  expect(changed.rules).toEqual(["list-type-changed"]);
  expect((await changed.update({ note: "x" })).spec?.["tags"]).toEqual(["a", "a"]);
  expect(isInvalid(await refusal(changed.create({ tags: ["b", "b"] })))).toBe(true);
});

test("a removed field is no longer read", async () => {
  const changed = await stored({ colour: "red" }, { colour: text }, {}, {});

  expect(changed.rules).toEqual(["field-removed"]);
  expect(changed.spec).toEqual({ revision: "before" });
});

test("a default that changes does not change stored objects", async () => {
  const colour = (value: string): object => ({ colour: { ...text, default: value } });
  const changed = await stored({}, colour("red"), colour("blue"), {});

  expect(changed.rules).toEqual(["default-changed"]);
  expect(changed.spec?.["colour"]).toBe("red");
  expect((await changed.create({})).spec?.["colour"]).toBe("blue");
});

test("another kind, another scope and a missing stored version are rejected when the CRD is installed", async () => {
  const name = server.uniqueName("c");
  const old = crd(name, "before", {});
  const [version] = old.spec.versions;
  await install(old, "before", {});
  const changes: readonly Partial<CustomResourceDefinition["spec"]>[] = [
    { names: { ...old.spec.names, kind: "Other", listKind: old.spec.names.listKind ?? "" } },
    { scope: "Cluster" },
    { versions: version === undefined ? [] : [{ ...version, name: "v2" }] },
  ];

  const found: (readonly string[])[] = [];
  for (const change of changes) {
    const next = { ...old, spec: { ...old.spec, ...change } };
    const rules = compareDefinitions([readDefinition(old)], [readDefinition(next)]).map(({ rule }) => rule);
    found.push(rules);
    expect(isInvalid(await refusal(installCrds([next], server)))).toBe(true);
  }

  expect(found).toEqual([
    ["kind-changed"],
    ["scope-changed"],
    ["stored-version-removed", "version-added", "storage-version-changed"],
  ]);
});
