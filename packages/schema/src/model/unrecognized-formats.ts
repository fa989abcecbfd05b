// The formats of a schema that kube-apiserver does not check.
import { isKnown } from "../formats/formats.ts";
import type { JsonSchema } from "./json-schema.ts";
import { childrenOf } from "./walk.ts";

/** Returns the unknown formats of a schema and of those inside it, one entry for each use. */
export function unrecognizedFormats(schema: JsonSchema): readonly string[] {
  const { format = "", type = "" } = schema;
  const own = format === "" || isKnown(format, type) ? [] : [format];
  return [...own, ...childrenOf(schema).flatMap(unrecognizedFormats)];
}
