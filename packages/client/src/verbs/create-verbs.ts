// The verbs of the API on bytes: `requests.ts` builds the request, the sender sends it, and this module reads the response.

import type { Random } from "@kubewright/async";
import { readBody } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";

import { decodeList } from "../stream/list-decoder.ts";
import { decodeWatch } from "../stream/watch-decoder.ts";
import { eventError } from "./answer-error.ts";
import {
  createRequest,
  deleteCollectionRequest,
  deleteRequest,
  getRequest,
  listRequest,
  patchRequest,
  rawRequest,
  updateRequest,
  watchRequest,
} from "./requests.ts";
import type { Connector } from "./connector.ts";
import { streamedFrom } from "./named-response.ts";
import type { OutgoingRequest, Sender } from "./sender.ts";
import type { RawWriteOptions, Verbs } from "./verbs.ts";

/** The largest response that is read into memory as a whole: an object, or the list that a collection delete returns. */
const bodyBytesMax = 64 * 1024 * 1024;

export interface CreateVerbsOptions {
  readonly send: Sender;
  readonly connect: Connector;
  readonly random: Random;
  /** The default of writes. */
  readonly fieldManager?: string | undefined;
}

/** Creates the verbs over `send`. */
export function createVerbs({ send, connect, random, fieldManager }: CreateVerbsOptions): Verbs {
  const managed = <O extends RawWriteOptions>(options: O) => ({
    ...options,
    fieldManager: options.fieldManager ?? fieldManager,
  });
  const body = async (request: OutgoingRequest): Promise<Uint8Array> =>
    readBody(await send(request), { limitBytes: bodyBytesMax });
  return {
    listStream(type, options = {}) {
      const request = listRequest(type, options);
      return streamedFrom(request, decodeList(bodyWhenRead(async () => send(request))));
    },
    watch(type, options = {}) {
      const request = watchRequest(type, options, random);
      const events = bodyWhenRead(async () => {
        const response = await send(request);
        options.onOpen?.();
        return response;
      });
      return streamedFrom(
        request,
        decodeWatch(events, (status) => eventError(status, request.action)),
      );
    },
    get: async (type, key, options = {}) => body(getRequest(type, key, options)),
    create: async (type, key, content, options = {}) => body(createRequest(type, key, content, managed(options))),
    update: async (type, key, content, options = {}) => body(updateRequest(type, key, content, managed(options))),
    patch: async (type, key, content, options) => body(patchRequest(type, key, content, managed(options))),
    delete: async (type, key, options = {}) => body(deleteRequest(type, key, options)),
    deleteCollection: async (type, options = {}) => body(deleteCollectionRequest(type, options)),
    send: async (request) => send(rawRequest(request)),
    connect,
  };
}

/** The body of a response whose request is sent by the first read. */
function bodyWhenRead(request: () => Promise<TransportResponse>): AsyncIterable<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        chunks ??= (await request()).body[Symbol.asyncIterator]();
        return chunks.next();
      },
      async return(value) {
        await chunks?.return?.(value);
        return { done: true, value: undefined };
      },
    }),
  };
}
