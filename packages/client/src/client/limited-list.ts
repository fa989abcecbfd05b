// The total limit of a list over all pages, for lists from the server and from a cache.

import type { ListOptions } from "./call-options.ts";

type Limited = ListOptions & { readonly limit: number };

/** Whether a list has a limit. Throws a `RangeError` for a limit that is not a positive integer. */
export function isLimited(options: ListOptions): options is Limited {
  const { limit } = options;
  if (limit === undefined) return false;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new RangeError(`Cannot list: limit is ${limit}, must be a positive integer`);
  }
  return true;
}

/** Reads at most `limit` items. No page is larger than `limit`, and no page is requested whose items are not read. */
export async function* limitedList<I>(
  read: (options: ListOptions) => AsyncIterable<I>,
  { limit, ...options }: Limited,
  defaultPageSize: number,
): AsyncGenerator<I, void, undefined> {
  let left = limit;
  for await (const item of read({ ...options, pageSize: Math.min(options.pageSize ?? defaultPageSize, limit) })) {
    yield item;
    left -= 1;
    if (left === 0) return;
  }
}
