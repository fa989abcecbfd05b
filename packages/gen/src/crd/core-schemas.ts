/**
 * The schemas of types that our libraries declare: numbers, times and quantities as controller-gen has them, and the types
 * of the built-in groups in full, from what a kube-apiserver publishes of them, without its sentences.
 */
import { definition, definitionNames, definitionOfReference } from "@kubewright/api-facts";
import type { DefinitionSchema } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";

import type { LibraryShape } from "../source/shape.ts";

export interface CoreSchemas {
  /** The schema of a type of a library; `undefined` when nothing is known of it. */
  schemaOf(type: LibraryShape): JsonSchema | undefined;
}

/** A type that holds itself has no structural schema; `definition` names it. */
export class RecursiveDefinitionError extends Error {
  override readonly name = "RecursiveDefinitionError";
  readonly definition: string;

  constructor(definitionName: string) {
    super(`Cannot write out "${definitionName}": it holds itself`);
    this.definition = definitionName;
  }
}

export interface CoreSchemasOptions {
  /** Writes out name, namespace, labels, annotations and finalizers of metadata within a spec, instead of an open object. */
  readonly generateEmbeddedObjectMeta: boolean;
}

/** @throws {@link RecursiveDefinitionError} from `schemaOf`. */
export function createCoreSchemas(options: CoreSchemasOptions): CoreSchemas {
  const special = new Map<string, JsonSchema>([
    ...specialTypes,
    ["ObjectMeta", options.generateEmbeddedObjectMeta ? embeddedObjectMeta : { type: "object" }],
  ]);
  const expanded = new Map<string, JsonSchema>();

  function expand(name: string, path: readonly string[]): JsonSchema {
    if (path.includes(name)) throw new RecursiveDefinitionError(name);
    const shortName = name.slice(name.lastIndexOf(".") + 1);
    const known = (isMachinery(name) ? special.get(shortName) : undefined) ?? expanded.get(name);
    if (known !== undefined) return known;
    const found = definition(name);
    if (found === undefined) throw new Error(`Cannot write out "${name}": there is no such definition`);
    const schema = withoutServerParts(found, [...path, name]);
    expanded.set(name, schema);
    return schema;
  }

  function withoutServerParts(schema: DefinitionSchema, path: readonly string[]): JsonSchema {
    const { $ref, properties, items, additionalProperties, default: preset, required, ...rest } = schema;
    const base = $ref === undefined ? {} : expand(definitionOfReference($ref), path);
    const kept = Object.entries(rest).filter(([key]) => !serverParts.has(key));
    return {
      ...base,
      ...Object.fromEntries(kept),
      ...(preset === undefined || $ref !== undefined ? {} : { default: preset }),
      ...(items && { items: withoutUnset(withoutServerParts(items, path)) }),
      ...(typeof additionalProperties === "object" && {
        additionalProperties: withoutUnset(withoutServerParts(additionalProperties, path)),
      }),
      ...(typeof additionalProperties === "boolean" && { additionalProperties }),
      ...(properties && { properties: expandProperties(properties, required ?? [], path) }),
      ...(required && required.length > 0 && { required: required.toSorted() }),
    };
  }

  function expandProperties(
    properties: { readonly [name: string]: DefinitionSchema },
    required: readonly string[],
    path: readonly string[],
  ): { readonly [name: string]: JsonSchema } {
    const entries = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
      const schema = withoutServerParts(property, path);
      return [name, required.includes(name) ? withoutUnset(schema) : schema];
    });
    return Object.fromEntries(entries);
  }

  return {
    schemaOf({ library, module, name }) {
      const known = special.get(name);
      if (known !== undefined && (library === "@kubewright/apimachinery" || module === "meta/v1")) return known;
      const found = definitionFor(library === "@kubewright/apimachinery" ? "meta/v1" : module, name);
      return found === undefined ? undefined : expand(found, []);
    },
  };
}

/** `core/v1` and `PodSpec` give `io.k8s.api.core.v1.PodSpec`: the first part of a group is its name in a definition. */
function definitionFor(module: string, name: string): string | undefined {
  const [group = "", version = ""] = module.split("/");
  const ending = `.${group.split(".", 1)[0] ?? group}.${version}.${name}`;
  return definitionNames().find((definitionName) => definitionName.endsWith(ending));
}

function isMachinery(name: string): boolean {
  return (
    name.startsWith("io.k8s.apimachinery.") || name === "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON"
  );
}

/** What must be there is never filled in: a default that is zero only says what a Go program writes for an unset field. */
function withoutUnset(schema: JsonSchema): JsonSchema {
  const { default: preset, ...rest } = schema;
  return preset === "" || preset === 0 || preset === false ? rest : schema;
}

/**
 * What only a server does with a schema. Enumerations are among it, as for controller-gen: the values of a built-in type
 * grow with the cluster, and a CRD that lists today's would refuse tomorrow's.
 */
const serverParts: ReadonlySet<string> = new Set([
  "enum",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-group-version-kind",
  "x-kubernetes-unions",
]);

const time: JsonSchema = { type: "string", format: "date-time" };

/** Types whose JSON form no structure tells, and those that carry more rules than a server publishes. */
const specialTypes: readonly (readonly [name: string, schema: JsonSchema])[] = [
  ["Int32", { type: "integer", format: "int32" }],
  ["Int64", { type: "integer", format: "int64" }],
  ["Double", { type: "number", format: "double" }],
  ["Time", time],
  ["MicroTime", time],
  ["Duration", { type: "string" }],
  ["IntOrString", { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true }],
  [
    "Quantity",
    {
      anyOf: [{ type: "integer" }, { type: "string" }],
      pattern: String.raw`^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$`,
      "x-kubernetes-int-or-string": true,
    },
  ],
  ["RawExtension", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
  ["JSON", { "x-kubernetes-preserve-unknown-fields": true }],
  ["JsonValue", { "x-kubernetes-preserve-unknown-fields": true }],
  ["JsonObject", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
  ["FieldsV1", { type: "object" }],
  ["Condition", conditionSchema()],
];

const texts: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

const embeddedObjectMeta: JsonSchema = {
  type: "object",
  properties: {
    annotations: texts,
    finalizers: { type: "array", items: { type: "string" } },
    labels: texts,
    name: { type: "string" },
    namespace: { type: "string" },
  },
};

/** https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties */
function conditionSchema(): JsonSchema {
  return {
    type: "object",
    properties: {
      lastTransitionTime: time,
      message: { type: "string", maxLength: 32768 },
      observedGeneration: { type: "integer", format: "int64", minimum: 0 },
      reason: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$" },
      status: { type: "string", enum: ["True", "False", "Unknown"] },
      type: {
        type: "string",
        maxLength: 316,
        pattern: String.raw`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`,
      },
    },
    required: ["lastTransitionTime", "message", "reason", "status", "type"],
  };
}
