/** The observer of clients that read from a cache. */

/** A kind, as labels of metrics name it. */
export interface CachedKind {
  readonly group: string;
  readonly kind: string;
}

export interface CacheObserver {
  /**
   * A read went to the server, because the cache had not reached a write of this process in time. `object` is "default/pi", and ends with "/" or is empty if
   * the read waited for many writes.
   */
  readonly late?: (event: { readonly type: CachedKind; readonly object: string }) => void;
  /**
   * Reads of a kind go to the server, because the server has refused the list that the cache needs: `error` is its response. Called once, until the
   * cache has the list.
   */
  readonly bypassed?: (event: { readonly type: CachedKind; readonly error: unknown }) => void;
}
