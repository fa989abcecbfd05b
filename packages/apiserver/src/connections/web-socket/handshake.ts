// The handshake of a WebSocket. https://www.rfc-editor.org/rfc/rfc6455#section-4.2
import { createHash } from "node:crypto";
import { badRequest } from "@kubewright/apimachinery";
import type { HeaderMap } from "@kubewright/transport";
import { headerOf } from "@kubewright/transport";

/** The constant that RFC 6455 appends to the key of a client. */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** A handshake that succeeds. */
export interface Handshake {
  /** The first of the client's protocols that the server supports. */
  readonly protocol: string;
  /** The headers of the response 101. */
  readonly headers: HeaderMap;
}

/**
 * Accepts a request for a WebSocket with one of these protocols.
 *
 * @throws {ApiError} 400 for any other request.
 */
export function acceptHandshake(headers: HeaderMap, protocols: readonly string[]): Handshake {
  if (!isWebSocketRequest(headers)) throw badRequest("Upgrade request required");
  const key = headerOf(headers, "sec-websocket-key") ?? "";
  if (headerOf(headers, "sec-websocket-version") !== "13" || Buffer.from(key, "base64").length !== 16) {
    throw badRequest("the WebSocket handshake lacks a key, or is not of version 13");
  }
  const offered = (headerOf(headers, "sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
  const protocol = offered.find((name) => protocols.includes(name));
  if (protocol === undefined) {
    throw badRequest(
      `unable to upgrade: none of the protocols ${JSON.stringify(offered)} is one of ${JSON.stringify(protocols)}`,
    );
  }
  const accept = createHash("sha1").update(`${key}${acceptSuffix}`).digest("base64");
  return {
    protocol,
    headers: {
      upgrade: "websocket",
      connection: "Upgrade",
      "sec-websocket-accept": accept,
      "sec-websocket-protocol": protocol,
    },
  };
}

/** Whether a request is a WebSocket upgrade. */
export function isWebSocketRequest(headers: HeaderMap): boolean {
  return (headerOf(headers, "upgrade") ?? "").toLowerCase() === "websocket";
}
