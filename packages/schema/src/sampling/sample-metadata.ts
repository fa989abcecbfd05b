// Samples the metadata and type of Kubernetes objects.

import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { propertyOf } from "../model/walk.ts";
import type { Chance } from "./chance.ts";
import { happens, pick } from "./chance.ts";
import { charactersOf } from "./sample-format.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Completes sampled metadata, for which the schema may define fields such as a name with a pattern. */
export function sampleObjectMeta(sampled: JsonValue | undefined, namespaced: boolean, chance: Chance): JsonObject {
  const label = (): string => charactersOf(chance, letters, 1 + chance.int(8));
  return {
    name: label(),
    ...(namespaced && { namespace: pick(chance, ["default", label()]) }),
    ...(happens(chance, 0.4) && { labels: { app: label(), [`example.com/${label()}`]: "" } }),
    ...(happens(chance, 0.2) && { annotations: { [label()]: '{"text": "ä\\n"}' } }),
    ...(isJsonObject(sampled) ? sampled : {}),
  };
}

/** Adds `apiVersion`, `kind` and metadata to an embedded object, unless the schema restricts them. */
export function withTypeMeta(object: JsonObject, schema: JsonSchema, chance: Chance): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const [anyVersion, anyKind] = pick(chance, kinds);
  return {
    apiVersion: apiVersion !== undefined && isRestricted(schema, "apiVersion") ? apiVersion : anyVersion,
    kind: kind !== undefined && isRestricted(schema, "kind") ? kind : anyKind,
    metadata: sampleObjectMeta(metadata, happens(chance, 0.5), chance),
    ...rest,
  };
}

/** Whether a schema restricts a field to more than a string. */
function isRestricted(schema: JsonSchema, name: string): boolean {
  const { type: _type, description: _description, ...more } = propertyOf(schema, name) ?? {};
  return Object.keys(more).length > 0;
}

const kinds = [
  ["v1", "ConfigMap"],
  ["apps/v1", "Deployment"],
  ["batch.example.com/v1beta1", "MyJob"],
] as const;
