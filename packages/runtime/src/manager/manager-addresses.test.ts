import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createManager } from "./manager.ts";

test("the address of a server is that of a URL: an IPv6 host is in brackets", async () => {
  const [clock, random] = [createSystemClock(), createSeededRandom("addresses")];
  const manager = createManager({
    transport: createApiServer({ clock, random }).transport(),
    clock,
    random,
    health: { bindAddress: ":0" },
  });
  const stop = new AbortController();
  const done = manager.start({ signal: stop.signal });
  while (manager.addresses.health === undefined) await clock.nextTurn();
  const { health } = manager.addresses;
  stop.abort(new Error("the test is over"));
  await done;

  expect(health).toMatch(/^(?:\[::\]|0\.0\.0\.0):\d+$/u); // The second one on a machine without IPv6.
});
