// Reads a list in pages as one stream.

import type { ResourceType } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import type { ListChunk } from "../stream/list-decoder.ts";
import type { ListStreamOptions, Verbs } from "./verbs.ts";

/**
 * Yields the items of a list, then the end of the last page. A page is requested once the previous page has been read. Throws an `ApiError`
 * (`isExpired`) if the server compacts the state of the first page before the last page is read. Throws a `ProtocolError` if the server returns
 * the same continue token again.
 */
export async function* listPages(
  verbs: Pick<Verbs, "listStream">,
  type: ResourceType,
  options: Omit<ListStreamOptions, "continue">,
): AsyncGenerator<ListChunk> {
  // The continue token of later pages contains the version.
  const { resourceVersion: _version, resourceVersionMatch: _match, ...following } = options;
  let page: ListStreamOptions | undefined = options;
  while (page !== undefined) {
    let next: ListStreamOptions | undefined;
    for await (const chunk of verbs.listStream(type, page)) {
      if (chunk.kind === "end" && chunk.continue !== undefined) next = { ...following, continue: chunk.continue };
      else yield chunk;
    }
    if (next !== undefined && next.continue === page.continue) {
      throw new ProtocolError(
        `Cannot list ${type.plural}: the server repeats the continue token, so the list has no end`,
      );
    }
    page = next;
  }
}
