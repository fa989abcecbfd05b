import { createVirtualClock } from "@kubewright/async";
import { LeadershipError } from "@kubewright/client";
import { bodyOf } from "@kubewright/transport";
import type { Transport, TransportRequest } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createFencedTransport } from "./fenced-transport.ts";
import type { FencedTransport } from "./fenced-transport.ts";

const lost = new LeadershipError("default/demo", "expired");

interface World {
  readonly fenced: FencedTransport;
  readonly sent: TransportRequest[];
  readonly lose: () => void;
  readonly clock: ReturnType<typeof createVirtualClock>;
}

/** A transport that answers reads, and writes never, in the hands of a leader. */
function createWorld(): World {
  const clock = createVirtualClock();
  const ended = new AbortController();
  const sent: TransportRequest[] = [];
  const transport: Transport = {
    request(request) {
      sent.push(request);
      if (request.method === "GET") return Promise.resolve({ status: 200, headers: {}, body: bodyOf("{}") });
      return new Promise((_, reject) => {
        request.signal?.addEventListener("abort", () => reject(request.signal?.reason), { once: true });
      });
    },
    upgrade: () => Promise.reject(new Error("no streams here")),
    async [Symbol.asyncDispose]() {},
  };
  const leadership = { signal: ended.signal, assertLeading: () => ended.signal.throwIfAborted() };
  return { clock, sent, lose: () => ended.abort(lost), fenced: createFencedTransport(transport, leadership, clock) };
}

test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s is not sent when leadership is lost", async (method) => {
  const { fenced, sent, lose } = createWorld();
  lose();

  await expect(fenced.request({ method, path: "/" })).rejects.toBe(lost);
  expect(sent).toEqual([]);
});

test("reads pass without leadership", async () => {
  const { fenced, lose } = createWorld();
  lose();

  expect((await fenced.request({ method: "GET", path: "/" })).status).toBe(200);
});

test("a stream into a Pod needs leadership too", async () => {
  const { fenced, lose } = createWorld();
  lose();

  await expect(fenced.upgrade({ path: "/exec" })).rejects.toBe(lost);
});

test("a write under way is cut off with leadership, and counts as unsettled for a while", async () => {
  const { fenced, lose, clock } = createWorld();
  const write = fenced.request({ method: "POST", path: "/", signal: new AbortController().signal });
  const before = fenced.hasUnsettledWrite(15_000);

  lose();

  await expect(write).rejects.toBe(lost);
  expect([before, fenced.hasUnsettledWrite(15_000)]).toEqual([false, true]);
  await clock.advance(15_000);
  expect(fenced.hasUnsettledWrite(15_000)).toBe(false);
});

test("a write is cut off by its caller's signal as ever", async () => {
  const { fenced } = createWorld();
  const stop = new AbortController();
  const write = fenced.request({ method: "POST", path: "/", signal: stop.signal });

  stop.abort(new Error("enough"));

  await expect(write).rejects.toThrow("enough");
});
