// Reads a list in pages as one stream.

import type { ResourceType } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import type { ListChunk } from "../stream/list-decoder.ts";
import type { ListStreamOptions, Verbs } from "./verbs.ts";

/** A server with a selector may return a page without items, because no object of that part of the list matches. */
const emptyPagesMax = 1000;

/**
 * Yields the items of a list, then the end of the last page. A page is requested once the previous page has been read. Throws an `ApiError`
 * (`isExpired`) if the server compacts the state of the first page before the last page is read. Throws a `ProtocolError` if the list has no end:
 * the server returns a continue token again, or one page without items after the other.
 */
export async function* listPages(
  verbs: Pick<Verbs, "listStream">,
  type: ResourceType,
  options: Omit<ListStreamOptions, "continue">,
): AsyncGenerator<ListChunk> {
  // The continue token of later pages contains the version.
  const { resourceVersion: _version, resourceVersionMatch: _match, ...following } = options;
  const tokens = new Set<string>();
  let emptyPages = 0;
  let page: ListStreamOptions | undefined = options;
  while (page !== undefined) {
    let next: ListStreamOptions | undefined;
    emptyPages += 1;
    for await (const chunk of verbs.listStream(type, page)) {
      if (chunk.kind === "items") emptyPages = 0;
      if (chunk.kind === "end" && chunk.continue !== undefined) next = { ...following, continue: chunk.continue };
      else yield chunk;
    }
    if (next?.continue !== undefined) assertProgress(type, next.continue, tokens, emptyPages);
    page = next;
  }
}

function assertProgress(type: ResourceType, token: string, tokens: Set<string>, emptyPages: number): void {
  if (tokens.has(token)) throw endless(type, "the server repeats the continue token");
  if (emptyPages >= emptyPagesMax) throw endless(type, `${emptyPages} pages in a row have no items`);
  tokens.add(token);
}

function endless({ plural }: ResourceType, problem: string): ProtocolError {
  return new ProtocolError(`Cannot list ${plural}: ${problem}, so the list has no end`);
}
