import { PassThrough } from "node:stream";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import type { NodeRequest } from "./exchange.ts";
import { readBody } from "./request-body.ts";

/** A POST as far as `readBody` reads it: a stream with a method and headers. */
function incomingPost(): { readonly incoming: NodeRequest; readonly client: PassThrough } {
  const client = new PassThrough();
  const incoming = Object.assign(client, { method: "POST", headers: {} }) as unknown as NodeRequest;
  return { incoming, client };
}

test("a body that arrives in time is read whole, and leaves no timer", async () => {
  const clock = createVirtualClock();
  const { incoming, client } = incomingPost();
  const reading = readBody(incoming, clock, 60_000);

  client.write("ab");
  client.end("c");
  const { bytes, isCut } = await reading;

  expect([Buffer.from(bytes).toString(), isCut, clock.pendingTimers]).toEqual(["abc", false, 0]);
});

test("a body that does not arrive in time is late, and what was received of it is dropped", async () => {
  const clock = createVirtualClock();
  const { incoming, client } = incomingPost();
  const reading = readBody(incoming, clock, 60_000);
  client.write("ab");

  await clock.advance(60_000);

  expect(await reading).toEqual({ bytes: new Uint8Array(), isCut: true, isLate: true });
});
