/**
 * The kinds as definitions of an OpenAPI v3 document, with the names and extensions that an API server publishes. Other tools generate
 * clients, forms and documentation from it. The document includes the metadata of objects and lists, so that all references resolve.
 *
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
import { schemaOf } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";

import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { generatedMark } from "../artifacts/code.ts";

const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** The document as JSON. @param schemaOfKind returns the complete schema of a kind. */
export function printOpenApi(
  kinds: readonly KindDeclaration[],
  schemaOfKind: (kind: KindDeclaration) => JsonSchema,
): string {
  const schemas = new Map<string, object>(
    ["ObjectMeta", "ListMeta"].map((name) => [`${metaPrefix}.${name}`, schemaOf(`${metaPrefix}.${name}`) ?? {}]),
  );
  for (const kind of kinds) {
    const { listKind } = kind.names;
    const name = definitionName(kind, kind.kind);
    schemas.set(name, kindDefinition(kind, schemaOfKind(kind)));
    schemas.set(definitionName(kind, listKind), listDefinition(kind, listKind, name));
  }
  const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const document = {
    openapi: "3.0.0",
    info: { title: "Kubernetes custom resources", description: generatedMark, version: "unversioned" },
    paths: {},
    components: { schemas: Object.fromEntries(sorted) },
  };
  return `${JSON.stringify(document, published, 2)}\n`;
}

/** Omits the keywords of built-in types that API servers do not publish. */
function published(key: string, value: unknown): unknown {
  return key.startsWith("x-kubewright-") ? undefined : value;
}

function kindDefinition(kind: KindDeclaration, schema: JsonSchema): object {
  return {
    ...schema,
    properties: { ...schema.properties, metadata: referenceTo(`${metaPrefix}.ObjectMeta`) },
    ...groupVersionKind(kind, kind.kind),
  };
}

function listDefinition(kind: KindDeclaration, listKind: string, item: string): object {
  return {
    description: `${listKind} is a list of ${kind.kind}`,
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: { type: "string" },
      items: { type: "array", items: referenceTo(item) },
      kind: { type: "string" },
      metadata: referenceTo(`${metaPrefix}.ListMeta`),
    },
    ...groupVersionKind(kind, listKind),
  };
}

/** The definition of the kind `Mydemo` in `crddemo.k8s.io/v1` is `io.k8s.crddemo.v1.Mydemo`. */
function definitionName({ group, version }: KindDeclaration, name: string): string {
  return [...group.split(".").toReversed(), version, name].join(".");
}

function groupVersionKind({ group, version }: KindDeclaration, kind: string): object {
  return { "x-kubernetes-group-version-kind": [{ group, kind, version }] };
}

/** OpenAPI 3.0 ignores the keywords beside a reference, so a reference that may get some is wrapped in `allOf`. */
function referenceTo(name: string): object {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}
