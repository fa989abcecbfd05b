/** The responses over HTTP/1.1 that are in flight. While a server closes, each connection ends with its response. */
import type { ServerResponse } from "node:http";

export class Responses {
  readonly #closeIdleConnections: () => void;
  readonly #open = new Set<ServerResponse>();
  #isClosing = false;

  constructor(closeIdleConnections: () => void) {
    this.#closeIdleConnections = closeIdleConnections;
  }

  add(response: ServerResponse): void {
    this.#open.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.once("close", () => {
      this.#open.delete(response);
      // The headers of a response may have been sent before the server was closed.
      if (this.#isClosing) this.#closeIdleConnections();
    });
  }

  /** Closes idle connections immediately and other connections after their responses. */
  closeConnections(): void {
    this.#isClosing = true;
    for (const response of this.#open) response.shouldKeepAlive = false; // Sends `connection: close`.
    this.#closeIdleConnections();
  }
}
