/**
 * A definition with a random schema and writes of random objects, as the requests of a differential case for two
 * servers: creates, updates, patches, writes of the status, and reads.
 */
import type { Random } from "@kubewright/async";
import type { JsonValue } from "@kubewright/apimachinery";
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import type { DifferentialCase, DifferentialRequest } from "../differential/case.ts";
import { get, patch, post, until } from "../differential/case.ts";
import { randomValue } from "./schema-objects.ts";
import { chance, oneOf, randomSchema } from "./structural-schema.ts";

/** A write of one of a few objects. Both servers reject impossible ones, such as an update of an absent object. */
export interface SchemaWrite {
  readonly verb: "create" | "patch" | "read" | "status" | "update";
  readonly name: string;
  /** `spec` and `status` of the object, or a merge patch. */
  readonly fields: { readonly [name: string]: JsonValue };
}

/** A definition and its writes, small enough for a report. */
export interface SchemaCase {
  readonly schema: JsonSchema;
  readonly hasStatus: boolean;
  readonly writes: readonly SchemaWrite[];
}

const writesPerCase = 24;

/** The case for a seed. */
export function randomSchemaCase(random: Random): SchemaCase {
  const schema = randomSchema(random);
  const hasStatus = chance(random, 0.6);
  return { schema, hasStatus, writes: Array.from({ length: writesPerCase }, () => randomWrite(schema, random)) };
}

function randomWrite(schema: JsonSchema, random: Random): SchemaWrite {
  const verb = oneOf(random, ["create", "create", "create", "update", "update", "patch", "status", "read"] as const);
  const wrong = oneOf(random, [0, 0, 0.05, 0.2]);
  const value = randomValue(schema, random, { wrong });
  const { metadata: _metadata, ...fields } = isJsonObject(value) ? value : {};
  return { verb, name: oneOf(random, ["o1", "o2", "o3", "o4", "o5", "o6"]), fields };
}

/** Checks whether the definition of a case is accepted. `name` is the name of the case and of its group. */
export function definitionRequests(name: string, tried: SchemaCase): DifferentialCase {
  return { name, requests: [post(`${definitions}?dryRun=All`, definitionOf(name, tried))] };
}

/** Creates the definition of a case, and sends its writes once it is served. */
export function schemaRequests(name: string, tried: SchemaCase): DifferentialCase {
  const group = `${name}.example.com`;
  const objects = `/apis/${group}/v1/namespaces/${name}/widgets`;
  return {
    name,
    requests: [
      post(definitions, definitionOf(name, tried)),
      until(200, get(objects)),
      ...tried.writes.map((write) => requestOf(write, group, objects)),
    ],
  };
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function definitionOf(name: string, { schema, hasStatus }: SchemaCase): object {
  const group = `${name}.example.com`;
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    ...(hasStatus ? { subresources: { status: {} } } : {}),
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions: [version] },
  };
}

function requestOf({ verb, name, fields }: SchemaWrite, group: string, objects: string): DifferentialRequest {
  const object = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name }, ...fields };
  switch (verb) {
    case "create":
      return post(objects, object);
    case "read":
      return get(`${objects}/${name}`);
    case "patch":
      return patch("merge", `${objects}/${name}`, fields);
    // A JSON patch replaces like an update, without the version.
    case "update":
      return patch("json", `${objects}/${name}`, replacing(fields, ["spec", "status"]));
    case "status":
      return patch("json", `${objects}/${name}/status`, replacing(fields, ["status"]));
  }
}

function replacing(fields: SchemaWrite["fields"], names: readonly string[]): JsonValue {
  return names
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => ({ op: "add", path: `/${name}`, value: fields[name] ?? null }));
}
