import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { BodyReader } from "./request-body.ts";
import type { ReceivedBody } from "./request-body.ts";

/** A reader, the stream that it reads, and the bodies that it has reported. */
function startReader(): {
  readonly reader: BodyReader;
  readonly client: PassThrough;
  readonly bodies: readonly ReceivedBody[];
} {
  const client = new PassThrough();
  const bodies: ReceivedBody[] = [];
  return { reader: new BodyReader({ incoming: client, headers: {} }, (body) => bodies.push(body)), client, bodies };
}

async function ended(stream: PassThrough): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on("end", () => resolve());
  await promise;
}

test("a body is reported once, when it is complete", async () => {
  const { reader, client, bodies } = startReader();

  client.write("ab");
  client.end("c");
  await ended(client);
  reader.expire();

  expect(bodies).toEqual([{ bytes: Buffer.from("abc"), isTruncated: false, isLate: false }]);
});

test("a body that has not arrived in time is late, and its first bytes are dropped", async () => {
  const { reader, client, bodies } = startReader();
  client.write("ab");

  reader.expire();
  client.end("c");
  await ended(client);

  expect(bodies).toEqual([{ bytes: new Uint8Array(), isTruncated: true, isLate: true }]);
});
