import { createVirtualClock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import type { ObjectReader } from "../contracts/server-context.ts";
import { createDialer } from "./dial.ts";
import type { Dialer } from "./dial.ts";

const noServices: Pick<ObjectReader, "has"> = { has: () => false };

/** A dialer that records the origins of disposed transports. */
function startDialer(): {
  readonly dialer: Dialer;
  readonly use: (port: number) => Transport;
  readonly disposed: string[];
} {
  const disposed: string[] = [];
  const dialer = createDialer(createVirtualClock(), {
    dial: ({ url }) => ({
      request: () => Promise.reject(new Error("no request is sent")),
      upgrade: () => Promise.reject(new Error("no request is sent")),
      [Symbol.asyncDispose]: () => {
        disposed.push(url.origin);
        return Promise.resolve();
      },
    }),
  });
  const use = (port: number): Transport =>
    // The option `dial` resolves services.
    dialer.transportTo({ url: new URL(`https://hooks.test:${port}/`) }, noServices as ObjectReader);
  return { dialer, use, disposed };
}

test("the dialer reuses a transport for the same origin, and disposes it when it closes", async () => {
  const { dialer, use, disposed } = startDialer();

  expect(use(1001)).toBe(use(1001));
  await dialer.close();

  expect(disposed).toEqual(["https://hooks.test:1001"]);
});

test("beyond 100 origins, the dialer disposes the least recently used transport", () => {
  const { use, disposed } = startDialer();
  for (let port = 1001; port <= 1100; port++) use(port);
  use(1001);

  use(1101);

  expect(disposed).toEqual(["https://hooks.test:1002"]);
});
