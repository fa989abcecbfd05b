/** A document in its representations. Each is encoded on its first use and cached. */
import { encodeJsonBytes } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { encodeDocument } from "./protobuf/encode-document.ts";
import type { MessageTable } from "./protobuf/message-table.ts";

export type Representation = "json" | "protobuf";

export interface PublishedDocument {
  bytes(representation: Representation): Uint8Array;
}

/** `make` is called for each representation; `messages` describe the document in protobuf. */
export function publishDocument(make: () => JsonObject, messages: MessageTable): PublishedDocument {
  const made = new Map<Representation, Uint8Array>();
  const encoders = {
    json: encodeJsonBytes,
    protobuf: (document: JsonObject) => encodeDocument(document, messages),
  };
  return {
    bytes(representation) {
      const known = made.get(representation);
      if (known !== undefined) return known;
      const bytes = encoders[representation](make());
      made.set(representation, bytes);
      return bytes;
    },
  };
}
