/** The parts of a schema that imported types cannot express. The API server still validates them. */
import { isDeepEqual } from "@kubewright/apimachinery";
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { fieldStep } from "../compatibility/change.ts";
import type { Definition } from "../definitions/definition.ts";

/** A part of a schema that types and markers cannot express. */
export interface LeftOut {
  /** The CRD: `myjobs.batch.example.com`. */
  readonly definition: string;
  readonly version: string;
  /** The field: `spec.ports[*]`. */
  readonly path: string;
  /** `oneOf`, `default` */
  readonly keyword: string;
}

/** All such parts, CRD by CRD. */
export function leftOutOf(definitions: readonly Definition[]): readonly LeftOut[] {
  return definitions.flatMap(({ name, versions }) =>
    versions.flatMap((version) =>
      partsOf(version.schema, "", true).map((part) => ({ definition: name, version: version.name, ...part })),
    ),
  );
}

type Part = Pick<LeftOut, "path" | "keyword">;

function partsOf(schema: JsonSchema, path: string, isField: boolean): readonly Part[] {
  const { properties = {} } = schema;
  const [items, values] = [itemsOf(schema), additionalOf(schema)];
  return [
    ...keywordsOf(schema, isField).map((keyword) => ({ path, keyword })),
    ...Object.entries(properties).flatMap(([name, field]) =>
      partsOf(field, `${path}${fieldStep(name)}`.replace(/^\./, ""), true),
    ),
    ...(items === undefined ? [] : partsOf(items, `${path}[*]`, false)),
    ...(values === undefined ? [] : partsOf(values, `${path}.*`, false)),
  ];
}

function keywordsOf(schema: JsonSchema, isField: boolean): readonly string[] {
  const isEither = schema["x-kubernetes-int-or-string"] === true && isDeepEqual(schema.anyOf, intOrString);
  const alternatives = (["allOf", "anyOf", "oneOf", "not"] as const).filter((name) => schema[name] !== undefined);
  return [
    ...alternatives.filter((name) => !(isEither && name === "anyOf")),
    // A default is written in the comment of a field; items and values have no comment.
    ...(!isField && schema.default !== undefined ? ["default"] : []),
  ];
}

const intOrString = [{ type: "integer" }, { type: "string" }];
