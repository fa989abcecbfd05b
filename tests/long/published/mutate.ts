/** Definitions with one to three mistakes: in a node of a schema, in a version or in the spec. The same `Random` makes the same mistakes. */
import type { Random } from "@kubewright/async";
import { chance, oneOf } from "../../sequences/structural-schema.ts";
import type { Manifest } from "./manifests.ts";
import type { SchemaNode } from "./node-mutations.ts";
import { nodeMutations } from "./node-mutations.ts";

export interface MutatedDefinition {
  readonly definition: Manifest;
  /** `range at spec.versions.0.schema.openAPIV3Schema.properties.spec` */
  readonly mutations: readonly string[];
}

type Path = readonly (string | number)[];

/** The definition with one mistake, or now and then with two or three. */
export function mutatedDefinition(definition: Manifest, random: Random): MutatedDefinition {
  const count = oneOf(random, [1, 1, 1, 2, 3]);
  const draft = structuredClone(definition);
  const mutations = Array.from({ length: count }, () => {
    const places = chance(random, 0.85) ? nodePaths(draft) : [];
    const path = places[random.int(Math.max(places.length, 1))];
    return path === undefined ? mutateSpec(draft, random) : mutateNode(draft, path, random);
  });
  return { definition: draft, mutations };
}

function mutateNode(draft: Manifest, path: Path, random: Random): string {
  const names = Object.keys(nodeMutations);
  const name = names[random.int(names.length)] ?? "";
  const node = valueAt(draft, path) as Record<string, unknown>;
  setFields(node, nodeMutations[name]?.(random, node) ?? {});
  return `${name} at ${path.join(".")}`;
}

function setFields(target: Record<string, unknown>, fields: SchemaNode): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) delete target[name];
    else target[name] = structuredClone(value);
  }
}

/** The paths of the nodes of all schemas. The root of a schema is listed several times, because other rules hold there. */
function nodePaths(definition: Manifest): readonly Path[] {
  const { versions = [] } = definition["spec"] as { readonly versions?: readonly unknown[] };
  return versions.flatMap((_, index) => {
    const root: Path = ["spec", "versions", index, "schema", "openAPIV3Schema"];
    const node = valueAt(definition, root);
    if (!isObject(node)) return [];
    const nodes = [...pathsBelow(node, root)];
    return [...Array.from({ length: Math.ceil(nodes.length / 20) }, () => root), ...nodes];
  });
}

function* pathsBelow(node: SchemaNode, path: Path): Generator<Path> {
  yield path;
  const { properties, items, additionalProperties } = node;
  if (isObject(properties)) {
    for (const [name, child] of Object.entries(properties))
      if (isObject(child)) yield* pathsBelow(child, [...path, "properties", name]);
  }
  if (isObject(items)) yield* pathsBelow(items, [...path, "items"]);
  if (isObject(additionalProperties)) yield* pathsBelow(additionalProperties, [...path, "additionalProperties"]);
}

function isObject(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], value);
}

type SpecMutation = (random: Random) => SchemaNode;

/** Mistakes in a version of the definition. */
const versionMutations: Readonly<Record<string, SpecMutation>> = {
  served: (random) => ({ served: chance(random, 0.5) }),
  storage: (random) => ({ storage: chance(random, 0.5) }),
  "version name": (random) => ({ name: oneOf<unknown>(random, ["v1", "V1", "v1.1", "", "a".repeat(64), undefined]) }),
  deprecated: (random) => ({
    deprecated: chance(random, 0.5),
    deprecationWarning: oneOf<unknown>(random, ["old", "", "a\nb"]),
  }),
  status: (random) => ({
    subresources: oneOf<unknown>(random, [{ status: {} }, {}, undefined, { status: { a: 1 } }, []]),
  }),
  scale: (random) => ({
    subresources: {
      scale: {
        specReplicasPath: oneOf<unknown>(random, [
          ".spec.replicas",
          "spec.replicas",
          ".status.a",
          ".spec[0]",
          "",
          undefined,
        ]),
        statusReplicasPath: oneOf<unknown>(random, [".status.replicas", ".spec.a", ".status", "", undefined]),
        labelSelectorPath: oneOf<unknown>(random, [
          ".status.selector",
          ".spec.selector",
          ".metadata.name",
          "a",
          undefined,
        ]),
      },
    },
  }),
  columns: (random) => ({
    additionalPrinterColumns: [
      {
        name: oneOf<unknown>(random, ["Age", "", undefined]),
        type: oneOf<unknown>(random, ["string", "integer", "date", "foo", "array", undefined]),
        jsonPath: oneOf<unknown>(random, [
          ".metadata.name",
          "metadata.name",
          ".spec.a[?(@.b=='c')]",
          ".spec[",
          "{.a}",
          "",
          undefined,
        ]),
        format: oneOf<unknown>(random, ["int32", "date", "foo", undefined]),
        priority: oneOf<unknown>(random, [0, 1, -1, "1", undefined]),
      },
    ],
  }),
  "selectable fields": (random) => ({
    selectableFields: oneOf<unknown>(random, [
      [{ jsonPath: ".spec.type" }],
      [{ jsonPath: ".metadata.name" }],
      [{ jsonPath: "spec" }, { jsonPath: ".spec.type" }],
      [{ jsonPath: ".spec.zzz" }],
      [{}],
    ]),
  }),
  schema: (random) => ({
    schema: oneOf<unknown>(random, [undefined, {}, { openAPIV3Schema: {} }, { openAPIV3Schema: null }]),
  }),
};

/** Mistakes in the spec of the definition. */
const specMutations: Readonly<Record<string, SpecMutation>> = {
  preserveUnknownFields: (random) => ({ preserveUnknownFields: oneOf<unknown>(random, [true, false, null, "true"]) }),
  scope: (random) => ({ scope: oneOf<unknown>(random, ["Namespaced", "Cluster", "Foo", "", undefined]) }),
  group: (random) => ({ group: oneOf<unknown>(random, ["", "A.io", "a", "example.com", undefined]) }),
  conversion: (random) => ({
    conversion: oneOf<unknown>(random, [
      { strategy: "None" },
      { strategy: "Foo" },
      { strategy: "Webhook" },
      { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"] } },
      { strategy: "None", webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://a/" } } },
      { strategy: "Webhook", webhook: { conversionReviewVersions: [], clientConfig: { url: "http://a/" } } },
    ]),
  }),
};

/** Mistakes in the names of the definition. */
const nameMutations: Readonly<Record<string, SpecMutation>> = {
  plural: (random) => ({ plural: oneOf<unknown>(random, ["", "As", "a.b", "others", undefined]) }),
  singular: (random) => ({ singular: oneOf<unknown>(random, ["", "A", "a b", undefined]) }),
  kind: (random) => ({ kind: oneOf<unknown>(random, ["", "a b", "other", "A".repeat(64), undefined]) }),
  "list kind": (random) => ({ listKind: oneOf<unknown>(random, ["", "a b", "List", undefined]) }),
  "short names": (random) => ({ shortNames: oneOf<unknown>(random, [["A"], ["a", "a"], [""], ["a b"], "a"]) }),
  categories: (random) => ({ categories: oneOf<unknown>(random, [["all"], ["A"], [""], ["a", "a"]]) }),
};

function mutateSpec(draft: Manifest, random: Random): string {
  const spec = draft["spec"] as Record<string, unknown>;
  const versions = spec["versions"] as Record<string, unknown>[];
  const index = random.int(Math.max(versions.length, 1));
  const [target, table] = oneOf<readonly [unknown, Readonly<Record<string, SpecMutation>>]>(random, [
    [versions[index], versionMutations],
    [spec, specMutations],
    [spec["names"], nameMutations],
  ]);
  const names = Object.keys(table);
  const name = names[random.int(names.length)] ?? "";
  setFields(target as Record<string, unknown>, table[name]?.(random) ?? {});
  return `${name}${table === versionMutations ? ` of version ${index}` : ""}`;
}
