/** The names of Go types in the decode errors of kube-apiserver: `map[string]string`, `[]v1.Container`. */
import type { ValueDecoder } from "./struct-decoder.ts";

/** The Go type of a value. */
export function goTypeName(decoder: ValueDecoder): string {
  if (decoder.goType !== undefined) return decoder.goType;
  switch (decoder.type) {
    case "string":
    case "time":
    case "microTime":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return "float64";
    case "int32":
    case "int64":
      return decoder.type;
    // An IntOrString that is not a string is read as a number.
    case "intOrString":
      return "int32";
    case "bytes":
      return "[]uint8";
    case "quantity":
      return "resource.Quantity";
    case "any":
      return "v1.JSON"; // Only lists of values in CRDs can have another type.
    case "list":
      return `[]${goTypeName(decoder.item.value)}`;
    case "map":
      return `map[string]${goTypeName(decoder.value)}`;
    case "struct":
    case "structOr":
      return decoder.struct().goType;
  }
}
