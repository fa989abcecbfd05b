/**
 * Custom kinds for random sequences: definitions with random structural schemas, with and without `/status` and `/scale`, and changes of their
 * objects that are mostly valid.
 */
import type { Random } from "@kubewright/async";
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { validate } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";
import type { DifferentialRequest } from "../differential/case.ts";
import { get, post, until } from "../differential/case.ts";
import { objectOf } from "./bodies.ts";
import type { Change, SequenceKind } from "./kind.ts";
import { metadataChanges } from "./kind.ts";
import { randomValue } from "./schema-objects.ts";
import { manners, nameIn, renamedIn, schemaIn } from "./conversions.ts";
import type { ConversionAddress } from "./conversions.ts";
import { chance, oneOf, randomSchema } from "./structural-schema.ts";

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const kind = "Widget";
const plural = "widgets";

/**
 * Not among them yet: an apply of an empty map or list in metadata, which a kube-apiserver stores although no read shows it; and another
 * apiVersion, for which it words errors of metadata otherwise.
 */
const ownMetadataChanges: readonly Change[] = metadataChanges
  .filter(({ path }) => path[0] !== "apiVersion")
  .map((each) => ({ ...each, values: each.values.filter((value) => !isEmpty(value)) }))
  .filter(({ values }) => values.length > 0);

function isEmpty(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** A random kind. The group must have no other kind. With `webhook`, the kind has several versions, which this webhook converts. */
export function randomKind(random: Random, group: string, webhook?: ConversionAddress): SequenceKind {
  const hasScale = chance(random, 0.4);
  const hasStatus = chance(random, 0.6);
  const schema = hasScale ? withReplicas(randomSchema(random), random) : randomSchema(random);
  const apiVersion = `${group}/v1`;
  const root = `/apis/${apiVersion}`;
  const subresources = { ...(hasStatus ? { status: {} } : {}), ...(hasScale ? { scale } : {}) };
  const otherVersions = ["v2", "v1beta1"].slice(0, webhook === undefined ? random.int(3) : 1 + random.int(2));
  const stored = random.int(otherVersions.length + 1);
  const versions = ["v1", ...otherVersions].map((name, index) => ({
    name,
    served: true,
    storage: index === stored,
    schema: { openAPIV3Schema: webhook === undefined ? schema : withSpecIn(name, schema) },
    subresources,
  }));
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions,
      ...(webhook === undefined ? {} : { conversion: conversionBy(webhook, random) }),
    },
  };
  const base = goodBase(schema, random);
  const changes = [...ownMetadataChanges, ...changesIn(schema, random)];
  return {
    root,
    plural,
    apiVersion,
    kind,
    base,
    changes,
    statusChanges: hasStatus ? changesOf(["status"], schema.properties?.["status"] ?? {}, random) : [],
    hasScale,
    custom: true,
    otherVersions,
    ...(webhook === undefined ? {} : { fieldsIn: (version) => fieldsIn(version, base, changes) }),
    definition: crd,
  };
}

function conversionBy({ url, caBundle }: ConversionAddress, random: Random): object {
  const clientConfig = { url: `${url}/${oneOf(random, manners)}`, caBundle };
  return { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
}

function withSpecIn(version: string, schema: JsonSchema): JsonSchema {
  return withProperties(schema, { spec: schemaIn(version, schema.properties?.["spec"] ?? {}) });
}

function fieldsIn(
  version: string,
  base: JsonObject,
  changes: readonly Change[],
): Pick<SequenceKind, "base" | "changes"> {
  const withSpec = (values: Change["values"]): Change["values"] => values.map((value) => renamedIn(version, value));
  return {
    base: { ...base, ...(base["spec"] === undefined ? {} : { spec: renamedIn(version, base["spec"]) ?? null }) },
    changes: changes.map((change) => {
      const [root, name, ...rest] = change.path;
      if (root !== "spec") return change;
      if (name === undefined) return { ...change, values: withSpec(change.values) };
      return { ...change, path: [root, nameIn(version, name), ...rest] };
    }),
  };
}

/** Creates the definition of a kind, if it has one, and waits until it is served. */
export function definitionRequests({ definition, root, plural: name }: SequenceKind): readonly DifferentialRequest[] {
  if (definition === undefined) return [];
  return [post(definitions, definition), until(200, get(`${root}/namespaces/{{namespace}}/${name}`))];
}

/** Creates the valid object of a kind. */
export function createRequest(made: SequenceKind): DifferentialRequest {
  return post(`${made.root}/namespaces/{{namespace}}/${made.plural}`, objectOf(made, "zz-end", []));
}

const scale = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".status.selector",
};

/** The schema with the fields of the scale, each present or not. */
function withReplicas(schema: JsonSchema, random: Random): JsonSchema {
  const replicas: JsonSchema = {
    type: "integer",
    ...(chance(random, 0.3) ? { default: 1 } : {}),
    ...(chance(random, 0.3) ? { minimum: 1 } : {}),
  };
  const { spec = {}, status = { type: "object" } } = schema.properties ?? {};
  return {
    ...schema,
    properties: {
      ...schema.properties,
      spec: withProperties(spec, { replicas }),
      ...(chance(random, 0.8)
        ? { status: withProperties(status, { replicas: { type: "integer" }, selector: { type: "string" } }) }
        : {}),
    },
  };
}

function withProperties(schema: JsonSchema, more: NonNullable<JsonSchema["properties"]>): JsonSchema {
  return { ...schema, properties: { ...schema.properties, ...more } };
}

/** A valid object, if one is found soon. */
function goodBase(schema: JsonSchema, random: Random): JsonObject {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const value = randomValue(schema, random, { wrong: 0 });
    if (!isJsonObject(value)) continue;
    const { metadata: _metadata, ...fields } = value;
    if (validate({ metadata: { name: "zz-end" }, ...fields }, schema).length === 0) return fields;
  }
  return { spec: {} };
}

function changesIn(schema: JsonSchema, random: Random): readonly Change[] {
  const { metadata: _metadata, ...properties } = schema.properties ?? {};
  return Object.entries(properties).flatMap(([name, property]) => changesOf([name], property, random));
}

/** Changes of the value at a place, and of its fields, down to the third level. */
function changesOf(path: readonly string[], schema: JsonSchema, random: Random): readonly Change[] {
  const good = (): JsonValue => randomValue(schema, random, { wrong: 0 });
  const bad = randomValue(schema, random, { wrong: 0.3 });
  const own: Change = { path, values: [good(), good(), good(), bad, undefined] };
  if (path.length === 3) return [own];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    changesOf([...path, name], property, random),
  );
  return [own, ...inner, ...inner];
}
