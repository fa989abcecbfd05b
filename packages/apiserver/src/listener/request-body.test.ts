import { PassThrough } from "node:stream";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { BodyBudget, bodyLimits } from "./body-budget.ts";
import { BodyReader } from "./request-body.ts";

const user = { name: "jane", groups: [] };

/** A reader, the stream that it reads, and its budget. */
function createReader(headers: Readonly<Record<string, string>> = {}): {
  readonly reader: BodyReader;
  readonly client: PassThrough;
  readonly budget: BodyBudget;
} {
  const client = new PassThrough();
  const budget = new BodyBudget(bodyLimits);
  const socket = {} as TLSSocket; // The key of the connection.
  const channel = { incoming: client, headers, socket, awaitsAcceptance: false, acceptBody: () => undefined };
  return { reader: new BodyReader(channel, budget), client, budget };
}

test("a body is read once it is requested, and has room in the budget until its request has been served", async () => {
  const { reader, client, budget } = createReader();
  client.write("ab");
  expect([client.readableFlowing, budget.reservedBytes]).toEqual([null, 0]);

  const body = reader.read(user);
  expect(budget.reservedBytes).toBe(3 * 1024 * 1024);
  client.end("c");

  expect(await body).toEqual(Buffer.from("abc"));
  expect([reader.isWhole, budget.reservedBytes]).toEqual([true, 3]);
  reader.release();
  expect(budget.reservedBytes).toBe(0);
});

test("a body with a length needs room for that length", async () => {
  const { reader, client, budget } = createReader({ "content-length": "3" });

  const body = reader.read(user);
  expect(budget.reservedBytes).toBe(3);
  client.end("abc");

  expect(await body).toEqual(Buffer.from("abc"));
});

test("a body that has not arrived in time is late, and its first bytes are dropped", async () => {
  const { reader, client, budget } = createReader();
  const body = reader.read(user);
  client.write("ab");

  reader.expire();
  client.end("c");

  expect(await body).toBe("late");
  expect([reader.isRestShort, budget.reservedBytes]).toEqual([false, 0]);
});

test("a body of a client that disconnects rejects with the reason", async () => {
  const { reader } = createReader();
  const body = reader.read(user);

  reader.fail(new Error("the client has disconnected"));

  await expect(body).rejects.toThrow("the client has disconnected");
});
