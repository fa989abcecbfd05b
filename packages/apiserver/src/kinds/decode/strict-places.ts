/** The places of a kind where strict decoding finds duplicate keys. */
import type { StrictPlaces } from "@kubewright/apimachinery";
import type { StructDecoder, ValueDecoder } from "./struct-decoder.ts";

/** The places in a struct. Types with their own JSON decoder are not read: raw extensions, and schemas of a CRD that may also be something else. */
export function strictPlacesOf({ fields }: StructDecoder): StrictPlaces {
  return {
    below: (key) => {
      const field = fields.get(key);
      return field === undefined ? undefined : placesOfValue(field.value);
    },
  };
}

function placesOfValue(decoder: ValueDecoder): StrictPlaces | undefined {
  switch (decoder.type) {
    case "struct":
      return strictPlacesOf(decoder.struct());
    case "list":
      return { below: () => placesOfValue(decoder.item.value) };
    case "map":
      return { below: () => placesOfValue(decoder.value) };
    case "any":
    case "structOr":
    case "string":
    case "boolean":
    case "number":
    case "int32":
    case "int64":
    case "bytes":
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
      return undefined;
  }
}
