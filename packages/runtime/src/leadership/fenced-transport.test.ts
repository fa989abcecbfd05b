import { createVirtualClock } from "@kubewright/async";
import { LeadershipError } from "@kubewright/client";
import { bodyOf } from "@kubewright/transport";
import type { Transport, TransportRequest } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createFencedTransport } from "./fenced-transport.ts";
import type { FencedTransport } from "./fenced-transport.ts";

const lost = new LeadershipError("default/demo", "expired");

interface Fixture {
  readonly transport: Transport;
  readonly fenced: FencedTransport;
  /** Establishes the connection that requests wait for. */
  readonly connect: () => void;
  /** Renews the Lease. */
  readonly renew: () => void;
  readonly sent: TransportRequest[];
  readonly lose: () => void;
  readonly clock: ReturnType<typeof createVirtualClock>;
}

/** A transport that responds to reads but never to writes, and a leader with a Lease of 15 s. */
function createFixture({ isConnected = true } = {}): Fixture {
  const clock = createVirtualClock();
  const ended = new AbortController();
  const sent: TransportRequest[] = [];
  const connected = Promise.withResolvers<void>();
  if (isConnected) connected.resolve();
  const transport: Transport = {
    async request(request) {
      await connected.promise;
      request.beforeSend?.();
      sent.push(request);
      if (request.method === "GET") return { status: 200, headers: {}, body: bodyOf("{}") };
      return await new Promise((_, reject) => {
        request.signal?.addEventListener("abort", () => reject(request.signal?.reason), { once: true });
      });
    },
    upgrade: () => Promise.reject(new Error("no streams here")),
    async [Symbol.asyncDispose]() {},
  };
  let renewedAt = clock.now();
  const leadership = {
    signal: ended.signal,
    assertLeading: () => ended.signal.throwIfAborted(),
    leaseRemainingMs: () => renewedAt + 15_000 - clock.now(),
  };
  return {
    clock,
    sent,
    lose: () => ended.abort(lost),
    connect: connected.resolve,
    renew: () => {
      renewedAt = clock.now();
    },
    transport,
    fenced: createFencedTransport(transport, leadership, clock),
  };
}

test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s is not sent after leadership is lost", async (method) => {
  const { fenced, sent, lose } = createFixture();
  lose();

  await expect(fenced.request({ method, path: "/" })).rejects.toBe(lost);
  expect(sent).toEqual([]);
});

test("reads are sent without leadership", async () => {
  const { fenced, lose } = createFixture();
  lose();

  expect((await fenced.request({ method: "GET", path: "/" })).status).toBe(200);
});

test("a stream to a Pod requires leadership, too", async () => {
  const { fenced, lose } = createFixture();
  lose();

  await expect(fenced.upgrade({ path: "/exec" })).rejects.toBe(lost);
});

test("a write is not sent and not unsettled if leadership is lost while it waits for a connection", async () => {
  const { fenced, sent, lose, connect } = createFixture({ isConnected: false });
  const write = fenced.request({ method: "PUT", path: "/" });

  lose();
  connect();

  await expect(write).rejects.toBe(lost);
  expect([sent, fenced.hasUnsettledWrite(15_000)]).toEqual([[], false]);
});

test("the timeout of a write ends before the Lease expires", async () => {
  const { fenced, sent, clock } = createFixture();

  void fenced.request({ method: "POST", path: "/api/v1/pods?dryRun=All" });
  await clock.advance(5_000);
  void fenced.request({ method: "DELETE", path: "/api/v1/pods/a" });
  await clock.settle();

  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/pods?dryRun=All&timeout=13500ms",
    "/api/v1/pods/a?timeout=9000ms",
  ]);
});

test("a caller's timeout also ends before the Lease expires", async () => {
  const { fenced, sent, clock } = createFixture();

  for (const timeout of ["1s", "13500ms", "13501ms", "60s", "0s"]) {
    void fenced.request({ method: "PUT", path: `/api/v1/pods/a?timeout=${timeout}` });
  }
  await clock.settle();

  expect(sent.map(({ path }) => path.split("timeout=")[1])).toEqual(["1s", "13500ms", "13500ms", "13500ms", "13500ms"]);
});

test("a write with an invalid timeout is not sent", async () => {
  const { fenced, sent } = createFixture();

  await expect(fenced.request({ method: "PUT", path: "/api/v1/pods/a?timeout=soon" })).rejects.toThrow(
    'Cannot send a write to "/api/v1/pods/a?timeout=soon": timeout is "soon", must be a duration such as "1m30s"',
  );
  expect(sent).toEqual([]);
});

test.each([14_999, 15_000])(
  "a write is rejected %i ms after the renewal, because its timeout rounds to 0",
  async (afterMs) => {
    const { fenced, sent, clock } = createFixture();
    await clock.advance(afterMs);

    await expect(fenced.request({ method: "PUT", path: "/api/v1/pods/a" })).rejects.toThrow(
      `Cannot send PUT /api/v1/pods/a: the Lease expires in ${15_000 - afterMs} ms, which leaves no time for the write`,
    );
    expect([sent, fenced.hasUnsettledWrite(15_000)]).toEqual([[], false]);
  },
);

test("a write is sent with the smallest timeout 2 ms before the Lease expires", async () => {
  const { fenced, sent, clock } = createFixture();
  await clock.advance(14_998);

  void fenced.request({ method: "PUT", path: "/api/v1/pods/a" });
  await clock.settle();

  expect(sent.map(({ path }) => path)).toEqual(["/api/v1/pods/a?timeout=1ms"]);
});

test("a write is not sent if the Lease nearly expires while it waits for its connection", async () => {
  const { fenced, sent, clock, connect } = createFixture({ isConnected: false });
  const write = fenced.request({ method: "PUT", path: "/" });

  await clock.advance(14_999);
  connect();

  await expect(write).rejects.toThrow("Cannot send PUT /: the Lease expires in 1 ms");
  expect([sent, fenced.hasUnsettledWrite(15_000)]).toEqual([[], false]);
});

test("a write that waited for its connection is sent with the remaining time as its timeout", async () => {
  const { fenced, sent, clock, connect } = createFixture({ isConnected: false });
  void fenced.request({ method: "PUT", path: "/" });

  await clock.advance(5_000);
  connect();
  await clock.settle();

  expect(sent.map(({ path }) => path)).toEqual(["/?timeout=9000ms"]);
});

test("a write keeps its timeout if the Lease is renewed while it waits for its connection", async () => {
  const { fenced, sent, clock, connect, renew } = createFixture({ isConnected: false });
  void fenced.request({ method: "PUT", path: "/" });

  await clock.advance(5_000);
  renew();
  connect();
  await clock.settle();

  expect(sent.map(({ path }) => path)).toEqual(["/?timeout=13500ms"]);
});

test("a write in flight is aborted when leadership ends, and is then unsettled for a time", async () => {
  const { fenced, lose, clock } = createFixture();
  const write = fenced.request({ method: "POST", path: "/", signal: new AbortController().signal });
  await clock.settle();
  const before = fenced.hasUnsettledWrite(15_000);

  lose();

  await expect(write).rejects.toBe(lost);
  expect([before, fenced.hasUnsettledWrite(15_000)]).toEqual([false, true]);
  await clock.advance(15_000);
  expect(fenced.hasUnsettledWrite(15_000)).toBe(false);
});

test("the fence of another API server has the same leadership, and its unsettled writes count for both", async () => {
  const [{ fenced, lose, clock, sent }, other] = [createFixture(), createFixture()];
  const second = fenced.fence(other.transport);
  const write = second.request({ method: "POST", path: "/", signal: new AbortController().signal });
  await clock.settle();

  lose();

  await expect(write).rejects.toBe(lost);
  await expect(second.request({ method: "POST", path: "/" })).rejects.toBe(lost);
  expect([sent.length, other.sent.length]).toEqual([0, 1]);
  expect([fenced.hasUnsettledWrite(15_000), second.hasUnsettledWrite(15_000)]).toEqual([true, true]);
});

test("the signal of the caller aborts a write", async () => {
  const { fenced, clock } = createFixture();
  const stop = new AbortController();
  const write = fenced.request({ method: "POST", path: "/", signal: stop.signal });
  await clock.settle();

  stop.abort(new Error("enough"));

  await expect(write).rejects.toThrow("enough");
});
