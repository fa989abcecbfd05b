import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createMemoryApiServer } from "@kubewright/client/testing";
import { expect, test } from "vitest";
import { createManager } from "../manager/manager.ts";
import { createFleet } from "./fleet.ts";

test("two calls that disengage a cluster at once both resolve after its connections are closed", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("disengage")];
  const server = createMemoryApiServer({ types: [], clock, random });
  const fleet = createFleet(createManager({ transport: server.transport, clock, random }));
  const closed = Promise.withResolvers<void>();
  const transport = { ...server.transport, [Symbol.asyncDispose]: () => closed.promise };
  fleet.engage("west", { transport });
  const done: string[] = [];

  const calls = ["first", "second"].map(async (call) => {
    await fleet.disengage("west");
    done.push(call);
  });
  await new Promise<void>((resolve) => void fleet.disengage("east").then(resolve));
  const before = [...done];
  closed.resolve();
  await Promise.all(calls);

  expect(before).toEqual([]);
  expect(done).toHaveLength(2);
});
