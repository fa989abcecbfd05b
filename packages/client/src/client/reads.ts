// The typed reads: bytes from the verbs, objects to the caller.

import { isNotFound } from "@kubewright/apimachinery";

import { listPages } from "../verbs/list-pages.ts";
import type { ClientContext } from "./client-context.ts";
import type { Client } from "./client.ts";
import { storedObject } from "./objects.ts";
import { selectorParameter } from "./selector-parameter.ts";

/** The number of items per page of `list`: the value of client-go's pager and of kubectl. */
export const defaultPageSize = 500;

export function createReads({ raw, mapper }: ClientContext): Pick<Client, "get" | "list" | "watch"> {
  return {
    async get(type, key, options) {
      mapper.register(type);
      try {
        return storedObject(type, await raw.get(type, key, options));
      } catch (error) {
        // A 404 whose details name the object reports a missing object; any other reports a missing resource.
        if (isNotFound(error) && error.status.details?.name === key.name) return undefined;
        throw error;
      }
    },
    async *list(type, { pageSize = defaultPageSize, labelSelector, ...rest } = {}) {
      mapper.register(type);
      const options = { ...rest, ...selectorParameter(labelSelector), limit: pageSize };
      for await (const chunk of listPages(raw, type, options)) {
        if (chunk.kind === "items") for (const { bytes } of chunk.items) yield storedObject(type, bytes);
      }
    },
    async *watch(type, { labelSelector, ...rest } = {}) {
      mapper.register(type);
      const options = { ...rest, ...selectorParameter(labelSelector), allowWatchBookmarks: false };
      for await (const event of raw.watch(type, options)) {
        if (event.type !== "BOOKMARK") yield { type: event.type, object: storedObject(type, event.bytes) };
      }
    },
  };
}
