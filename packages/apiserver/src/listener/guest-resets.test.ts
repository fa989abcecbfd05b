// Clients that reset the streams of their requests at once (CVE-2023-44487), with and without credentials.
import { once } from "node:events";
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import { guestLimits, Guests } from "./guests.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

/** A frame of HTTP/2 with less than 256 bytes. */
function frame(type: number, flags: number, stream: number, payload: readonly number[]): Buffer {
  return Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload]);
}

/** Sends this many requests over HTTP/2 in one write, and resets each one at once. */
async function sendResetRequests(listener: Listener, count: number, authorization: string): Promise<TLSSocket> {
  const { url, caCertificate: ca } = listener;
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), ca, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined); // The server closes it.
  await once(socket, "secureConnect");
  const token = [0x0f, 0x08, authorization.length, ...Buffer.from(authorization)];
  const head = [0x82, 0x87, 0x84, 0x41, 9, ...Buffer.from("localhost"), ...token];
  const requests = Array.from({ length: count }, (_, n) => [
    frame(1, 5, 2 * n + 1, head),
    frame(3, 0, 2 * n + 1, cancel),
  ]);
  socket.resume();
  socket.write(
    Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(4, 0, 0, []), ...requests.flat()]),
  );
  return socket;
}

const cancel = [0, 0, 0, 8];

test("a client without credentials that resets its streams is disconnected, one with credentials is not", async () => {
  const { handle, issuedTokens } = startTestServer().server;
  const clock = createSystemClock();
  const guests = new Guests(guestLimits, clock);
  await using listener = await listen({ handle, issuedTokens, clock, random: createSeededRandom("resets"), guests });
  const config = JSON.parse(listener.kubeconfig()) as { users: [{ user: { token: string } }] };
  const authorization = `Bearer ${config.users[0].user.token}`;
  const authenticated = await sendResetRequests(listener, guestLimits.resetsMax + 1, authorization);

  const socket = await sendResetRequests(listener, guestLimits.resetsMax + 1, "Bearer wrong");
  await once(socket, "close");

  expect(authenticated.destroyed).toBe(false);
  expect(guests.held).toEqual({ connections: 0, waiting: 0, bytes: 0 });
});
