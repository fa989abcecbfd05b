import assert from "node:assert/strict";
import { createVirtualClock } from "@kubewright/async";
import fc from "fast-check";
import { test } from "vitest";
import { startProbe } from "./probe.ts";

test("A probe sends a PING only after an interval without bytes, and a response keeps the connection", async () => {
  const clock = createVirtualClock();
  const peer = { bytesRead: 0, pings: 0 };
  using _probe = startProbe({
    clock,
    bytesRead: () => peer.bytesRead,
    ping(onAnswer) {
      peer.pings++;
      clock.setTimer(20, () => {
        peer.bytesRead += 17;
        onAnswer();
      });
    },
    onSilence: () => assert.fail("given up"),
  });

  peer.bytesRead = 1000;
  await clock.advance(10_000);
  assert.equal(peer.pings, 0);

  await clock.advance(3_600_000);
  assert.equal(peer.pings, 359); // One every 10.02 s.
});

test("Bytes that arrive instead of the response keep the connection, too", async () => {
  const clock = createVirtualClock();
  let bytesRead = 0;
  using _probe = startProbe({
    clock,
    bytesRead: () => bytesRead,
    ping: () => void clock.setTimer(5000, () => bytesRead++),
    onSilence: () => assert.fail("given up"),
  });

  await clock.advance(3_600_000);
});

test("After a pause of the process, waiting bytes are read before the connection is checked", async () => {
  const clock = createVirtualClock();
  let bytesRead = 0;
  using _probe = startProbe({
    clock: { ...clock, nextTurn: async () => void bytesRead++ }, // The bytes are read in a turn of the event loop.
    bytesRead: () => bytesRead,
    ping: () => {},
    onSilence: () => assert.fail("given up"),
  });

  await clock.advance(3_600_000);
});

test("Silence is detected once, within 30 s of any start", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), async (silentFrom) => {
      const clock = createVirtualClock();
      const noticedAt: number[] = [];
      using _probe = startProbe({
        clock,
        bytesRead: () => Math.min(clock.now(), silentFrom),
        ping: (onAnswer) => clock.now() < silentFrom && onAnswer(),
        onSilence: () => noticedAt.push(clock.now()),
      });

      await clock.advance(200_000);

      assert.equal(noticedAt.length, 1);
      const [at = 0] = noticedAt;
      assert.ok(at > silentFrom && at <= silentFrom + 30_000, `silent from ${silentFrom}, noticed at ${at}`);
      assert.equal(clock.pendingTimers, 0);
    }),
  );
});

test("A disposed probe sends no PING and detects nothing", async () => {
  const clock = createVirtualClock();
  const probe = startProbe({ clock, bytesRead: () => 0, ping: () => {}, onSilence: () => assert.fail("given up") });

  await clock.advance(15_000); // During the wait for a response.
  probe[Symbol.dispose]();
  await clock.advance(100_000);

  assert.equal(clock.pendingTimers, 0);
});
