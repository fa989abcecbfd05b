// A list in pages as one stream: who reads it does not see where one page ends and the next begins.

import type { ResourceType } from "@kubewright/apimachinery";

import type { ListChunk, ListStreamOptions, Verbs } from "./verbs.ts";

/**
 * Every item of a list, page by page as they are read, then one end: that of the last page. With `limit`, no more than a page is
 * asked for at a time. Throws `isExpired` when reading takes longer than the server keeps the state of the first page.
 */
export async function* listPages(
  verbs: Pick<Verbs, "listStream">,
  type: ResourceType,
  options: Omit<ListStreamOptions, "continue">,
): AsyncGenerator<ListChunk> {
  // What version to show is asked with the first page; the token of the others says it.
  const { resourceVersion: _version, resourceVersionMatch: _match, ...following } = options;
  let page: ListStreamOptions | undefined = options;
  while (page !== undefined) {
    let next: ListStreamOptions | undefined;
    for await (const chunk of verbs.listStream(type, page)) {
      if (chunk.kind === "end" && chunk.continue !== undefined) next = { ...following, continue: chunk.continue };
      else yield chunk;
    }
    page = next;
  }
}
