// Controllers with requests that are not keys of objects.
import { expect, test } from "vitest";
import { formatTypedRequest } from "../reconcile/request.ts";
import { runController } from "../testdata/running-controller.ts";

interface Shard {
  readonly cluster: string;
  readonly index: number;
}

test("requests of any type with the same properties are one entry of the queue", async () => {
  const seen: Shard[] = [];
  const { clock, push } = runController<Shard>({
    async reconcile({ key }) {
      seen.push(key);
    },
  });

  push({ cluster: "west", index: 1 });
  push({ index: 1, cluster: "west" });
  push({ cluster: "west", index: 2 });
  await clock.runUntilIdle();

  expect(seen).toEqual([
    { cluster: "west", index: 1 },
    { cluster: "west", index: 2 },
  ]);
});

test("keyOf determines which requests are equal, and their names in observers", async () => {
  const objects: string[] = [];
  const { clock, push } = runController<Shard>({
    reconcile: async () => {},
    keyOf: ({ cluster }) => cluster,
    observer: { started: ({ object }) => objects.push(object) },
  });

  push({ cluster: "west", index: 1 });
  push({ cluster: "west", index: 2 });
  push({ cluster: "east", index: 1 });
  await clock.runUntilIdle();

  expect(objects).toEqual(["west", "east"]);
});

test("failures of a typed request are counted by its key", async () => {
  const times: number[] = [];
  const { clock, push } = runController<string>({
    async reconcile() {
      times.push(clock.now());
      if (times.length < 3) throw new Error("not yet");
    },
  });
  const start = clock.now();

  push("all");
  await clock.advance(1_000);

  expect(times.map((time) => time - start)).toEqual([0, 5, 15]);
});

class Named {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  toString(): string {
    return this.#name;
  }
}

test.each([
  { request: "all", expected: "all" },
  { request: 7, expected: "7" },
  {
    request: { namespace: "default", name: "pi", shard: 1 },
    expected: '{"name":"pi","namespace":"default","shard":1}',
  },
  { request: { namespace: "default", name: "pi" }, expected: "default/pi" },
  { request: { clusterName: "west", name: "node1" }, expected: "west:node1" },
  { request: new Named("west"), expected: "west" },
  { request: ["a", 1], expected: '["a",1]' },
  { request: undefined, expected: "undefined" },
])("formatTypedRequest() returns $expected", ({ request, expected }) => {
  expect(formatTypedRequest(request)).toBe(expected);
});
