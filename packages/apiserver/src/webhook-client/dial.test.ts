import { createVirtualClock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import type { ObjectReader } from "../registry/server-context.ts";
import { createDialler } from "./dial.ts";
import type { Dialler } from "./dial.ts";

const noServices: Pick<ObjectReader, "has"> = { has: () => false };

/** A dialler that records the origins of disposed transports. */
function startDialler(): {
  readonly dialler: Dialler;
  readonly use: (port: number) => Transport;
  readonly disposed: string[];
} {
  const disposed: string[] = [];
  const dialler = createDialler(createVirtualClock(), {
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
    dialler.transportTo({ url: new URL(`https://hooks.test:${port}/`) }, noServices as ObjectReader);
  return { dialler, use, disposed };
}

test("the dialler reuses a transport for the same origin, and disposes it when it closes", async () => {
  const { dialler, use, disposed } = startDialler();

  expect(use(1001)).toBe(use(1001));
  await dialler.close();

  expect(disposed).toEqual(["https://hooks.test:1001"]);
});

test("beyond 100 origins, the dialler disposes the least recently used transport", () => {
  const { use, disposed } = startDialler();
  for (let port = 1001; port <= 1100; port++) use(port);
  use(1001);

  use(1101);

  expect(disposed).toEqual(["https://hooks.test:1002"]);
});
