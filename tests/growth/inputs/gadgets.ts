/** CustomResourceDefinitions and objects for the growing inputs. */
import type { FuzzRequest } from "../../fuzz/seed-requests.ts";
import { json } from "../input.ts";

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const gadgets = "/apis/example.com/v1/namespaces/default/gadgets";
export const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

interface DefinitionParts {
  readonly spec?: object;
  readonly version?: object;
  readonly versions?: readonly object[];
  readonly names?: object;
}

export function definition(
  schema: object,
  { spec = {}, version = {}, versions, names = {} }: DefinitionParts = {},
): FuzzRequest {
  return json("POST", definitions, {
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "gadgets", kind: "Gadget", ...names },
      versions: versions ?? [versionOf("v1", schema, version)],
      ...spec,
    },
  });
}

export function versionOf(name: string, schema: object, more: object = {}): object {
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema: schema }, ...more };
}

export function gadget(fields: object): FuzzRequest {
  return json("POST", gadgets, { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "g" }, ...fields });
}

export const withSpec = (properties: object): object => ({
  type: "object",
  properties: { spec: { type: "object", properties } },
});
export const stringList = (more: object): object =>
  withSpec({ list: { type: "array", items: { type: "string" }, ...more } });
export const mapList = (keys: readonly string[], more: object = {}): object =>
  withSpec({
    list: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": keys,
      items: {
        type: "object",
        required: keys,
        properties: { ...Object.fromEntries(keys.map((key) => [key, { type: "string" }])), v: { type: "integer" } },
      },
      ...more,
    },
  });
