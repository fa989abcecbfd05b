/**
 * The kinds as definitions of an OpenAPI v3 document, under the names and with the extensions by which an API server publishes them, for
 * tools that make clients, forms and documentation. The metadata of objects and lists comes with it, so every reference leads somewhere.
 *
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
import { schemaOf } from "@kubewright/api-facts";
import type { JsonSchema } from "@kubewright/schema";

import type { KindDeclaration } from "../kinds/find-kinds.ts";
import { generatedMark } from "../artifacts/code.ts";
import { namesOf } from "../crd/resource-markers.ts";

const metaPrefix = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** The text of the document, as JSON. @param schemaOfKind the whole schema of a kind. */
export function printOpenApi(
  kinds: readonly KindDeclaration[],
  schemaOfKind: (kind: KindDeclaration) => JsonSchema,
): string {
  const schemas = new Map<string, object>(
    ["ObjectMeta", "ListMeta"].map((name) => [`${metaPrefix}.${name}`, schemaOf(`${metaPrefix}.${name}`) ?? {}]),
  );
  for (const kind of kinds) {
    const { listKind } = namesOf(kind);
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

/** Leaves out the facts of built-in types that API servers do not publish. */
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

/** `crddemo.k8s.io/v1` `Mydemo` is `io.k8s.crddemo.v1.Mydemo`. */
function definitionName({ group, version }: KindDeclaration, name: string): string {
  return [...group.split(".").toReversed(), version, name].join(".");
}

function groupVersionKind({ group, version }: KindDeclaration, kind: string): object {
  return { "x-kubernetes-group-version-kind": [{ group, kind, version }] };
}

/** Beside a reference OpenAPI 3.0 ignores all else, so it is wrapped where something may come to stand beside it. */
function referenceTo(name: string): object {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}
