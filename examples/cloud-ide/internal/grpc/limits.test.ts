// The limits of the server for all callers.
import { connect, constants } from "node:http2";
import { status } from "@grpc/grpc-js";
import { createSystemClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import type { SpaceService } from "../space-service.ts";
import { createSpaceClient } from "./grpc-client.ts";
import { defaultLimits, startGrpcServer } from "./grpc-server.ts";
import type { GrpcLimits, GrpcServer } from "./grpc-server.ts";

const clock = createSystemClock();
const query = { name: "a", namespace: "" };
const gzip = { "grpc.default_compression_algorithm": 2 };

test("a message of 1 MiB is accepted, and a larger one is RESOURCE_EXHAUSTED", async () => {
  await using server = await start();
  using client = createSpaceClient(server.address);
  const framing = 5; // Tag and length of the one field that is set.

  const fits = await client.getPodSpaceStatus({ name: "a".repeat(defaultLimits.messageBytesMax - framing) });
  const tooLarge = client.getPodSpaceStatus({ name: "a".repeat(defaultLimits.messageBytesMax) });

  expect(fits).toEqual({ status: 1, message: "Running" });
  await expect(tooLarge).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
});

test("a message that decompresses to more than 1 MiB is RESOURCE_EXHAUSTED", async () => {
  await using server = await start();
  using client = createSpaceClient(server.address, { channelOptions: gzip });

  const bomb = client.getPodSpaceStatus({ name: "a".repeat(64 * defaultLimits.messageBytesMax) });

  await expect(bomb).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
});

test("a call above the limit of concurrent calls is RESOURCE_EXHAUSTED until another call has ended", async () => {
  await using server = await start({ callsMax: 2 });
  using client = createSpaceClient(server.address);
  const stop = new AbortController();
  const waiting = ["a", "b"].map((name) => client.createSpaceAndWaitForRunning({ name }, { signal: stop.signal }));
  const ended = Promise.allSettled(waiting);
  await until(() => server.openCalls === 2);

  await expect(client.getPodSpaceStatus(query)).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  stop.abort(new Error("enough"));
  await ended;
  await until(() => server.openCalls === 0);

  expect(await client.getPodSpaceStatus(query)).toEqual({ status: 1, message: "Running" });
});

test("after 10,000 calls that are reset at once, no call is open, the heap is small, and the server responds", async () => {
  await using server = await start();
  using client = createSpaceClient(server.address);
  await client.getPodSpaceStatus(query);
  const heapBefore = process.memoryUsage().heapUsed;

  let sent = 0;
  let connections = 0;
  while (sent < 10_000) {
    connections += 1;
    sent += await resetCalls(server.address, Math.min(2_500, 10_000 - sent));
  }
  await until(() => server.openCalls === 0);

  expect(await client.getPodSpaceStatus(query)).toEqual({ status: 1, message: "Running" });
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(128 * 1_048_576);
  expect(connections).toBeGreaterThanOrEqual(4);
});

/** Opens calls on one connection and resets each. Resolves with the number of sent calls once the connection is closed. */
async function resetCalls(address: string, count: number): Promise<number> {
  const session = connect(`http://${address}`);
  session.on("error", () => {}); // The server may close the connection as a defence.
  await new Promise((resolve) => session.once("connect", resolve));
  let sent = 0;
  while (sent < count && !session.closed && !session.destroyed) {
    // A few at a time, so that the resets are sent separately from their requests.
    for (let burst = 0; burst < 100; burst += 1) {
      sent += 1;
      if (session.closed || session.destroyed) continue;
      const stream = session.request({
        ":method": "POST",
        ":path": "/pb.CloudIdeService/createSpaceAndWaitForRunning",
        "content-type": "application/grpc",
        te: "trailers",
      });
      stream.on("error", () => {});
      stream.close(constants.NGHTTP2_CANCEL);
    }
    await clock.nextTurn();
  }
  const closed = new Promise((resolve) => session.once("close", resolve));
  if (session.destroyed) return sent;
  session.destroy();
  await closed;
  return sent;
}

function start(limits: Partial<GrpcLimits> = {}): Promise<GrpcServer> {
  return startGrpcServer({ bindAddress: "127.0.0.1:0", clock, log: silentLogger, service, limits });
}

const service: SpaceService = {
  createSpaceAndWaitForRunning: (_info, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    }),
  deleteSpace: () => Promise.resolve({ status: 200, message: "success" }),
  getPodSpaceStatus: () => Promise.resolve({ status: 1, message: "Running" }),
  getPodSpaceInfo: () => Promise.resolve({ nodeName: "", ip: "", port: 0 }),
};

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await clock.sleep(1);
}
