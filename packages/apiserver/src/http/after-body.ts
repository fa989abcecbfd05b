// Calls a function when the body of a response has been read, or is not read any more.
import type { LiveBody, ServerResponse } from "./server-request.ts";

/** The response, which calls `onEnd` once: when its body ends or fails, when its reader stops, or when its upgraded connection ends. */
export function afterBody(response: ServerResponse, onEnd: () => void): ServerResponse {
  const { body, upgrade } = response;
  let isEnded = false;
  const end = (): void => {
    if (!isEnded) onEnd();
    isEnded = true;
  };
  if (upgrade !== undefined) {
    return { ...response, upgrade: (stream, signal) => upgrade(stream, signal).finally(end) };
  }
  if (body instanceof Uint8Array) {
    end();
    return response;
  }
  return { ...response, body: "take" in body ? liveBody(body as LiveBody, end) : chunks(body, end) };
}

function chunks(body: AsyncIterable<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => iterator(body[Symbol.asyncIterator](), end) };
}

function iterator(inner: AsyncIterator<Uint8Array>, end: () => void): AsyncIterator<Uint8Array> {
  return {
    async next() {
      try {
        const result = await inner.next();
        if (result.done === true) end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      try {
        await inner.return?.();
      } finally {
        end();
      }
      return { done: true, value: undefined };
    },
  };
}

function liveBody(body: LiveBody, end: () => void): LiveBody {
  return {
    get isEnded() {
      return body.isEnded;
    },
    ready: () => body.ready(),
    take: () => body.take(),
    close() {
      body.close();
      end();
    },
    ...chunks(body, end),
  };
}
