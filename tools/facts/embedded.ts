// A connection to an embedded API server. It publishes the facts of this repository, so only other inputs change the
// generated files: the descriptions, and the program itself.

import { createApiServer } from "@kubewright/apiserver";
import { readText } from "@kubewright/transport";
import type { RunningServer } from "./server.ts";

/** A server that ends when it is disposed. */
export function createEmbeddedServer(): RunningServer {
  const server = createApiServer();
  const transport = server.transport();
  return {
    async get(path, accept = "application/json") {
      const response = await transport.request({ method: "GET", path, headers: { accept } });
      const text = await readText(response);
      if (response.status !== 200) throw new Error(`Cannot read "${path}": the status is ${response.status}`);
      return JSON.parse(text) as unknown;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
