/** The Go types of the fields of reviews. */
import { structDecoder } from "../kinds/decode/struct-decoder.ts";
import type { FieldDecoder, StructDecoder, ValueDecoder } from "../kinds/decode/struct-decoder.ts";

export const stringType: ValueDecoder = { type: "string" };
export const booleanType: ValueDecoder = { type: "boolean" };
export const anyType: ValueDecoder = { type: "any" };
export const stringMapType: ValueDecoder = { type: "map", value: stringType };
export const stringsType: ValueDecoder = listType("[]string", stringType);
export const statusType: ValueDecoder = {
  type: "struct",
  struct: () => structDecoder("io.k8s.apimachinery.pkg.apis.meta.v1.Status"),
};

/** A string type with a name, such as `types.UID`. */
export function namedString(goType: string): ValueDecoder {
  return { type: "string", goType };
}

export function listType(goType: string, item: ValueDecoder): ValueDecoder {
  return { type: "list", goType, item: fieldOf("", item) };
}

/** A struct of this name and version. */
export function structType(
  goName: string,
  version: string,
  fields: { readonly [name: string]: ValueDecoder },
): StructDecoder {
  const decoders = Object.entries(fields).map(([name, value]) => [name, fieldOf(name, value)] as const);
  return { goName, goType: `${version}.${goName}`, fields: new Map(decoders), printedWhenAbsent: [] };
}

/** An empty value is kept: `patchType: ""` differs from an absent type. */
function fieldOf(goPath: string, value: ValueDecoder): FieldDecoder {
  return { value, goPath, keepsZero: true, printsNull: false, default: undefined };
}
