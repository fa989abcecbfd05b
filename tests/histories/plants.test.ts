// Bugs that are inserted between the clients and a correct server: the histories find each, and report the problem.
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../contract/writers.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { historyKinds } from "./history.ts";
import { plants } from "./plants.ts";
import type { Plant } from "./plants.ts";
import { runHistories } from "./run.ts";

const historiesMax = 100;

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** ConfigMaps, which a PUT may only change, or Roles, which a PUT may also create. */
const [configMaps, roles] = historyKinds;

test.for<readonly [plant: Plant, finding: string, kind?: typeof roles]>([
  ["lost update", "is not linearizable"],
  ["stale read", "is not linearizable"],
  ["create that is not atomic", "is not linearizable", roles],
  ["delete that does not check its precondition", "is not linearizable"],
  ["list of two moments", "list"],
  ["duplicate event", "duplicate event: "],
  ["lost event", "lost event: "],
  ["reordered event", "reordered event: "],
])("a %s is found", async ([plant, finding, kind = configMaps]) => {
  await using resources = new AsyncDisposableStack();
  const transports = (await connect(server, resources, 8)).map(plants[plant]());
  const prefix = server.uniqueName("planted-");

  const [report = "nothing was found"] = await runHistories({
    transports,
    prefix,
    seed: plant,
    range: [0, historiesMax],
    kinds: [kind],
    reportsMax: 1,
  });

  expect(report).toContain(finding);
  // Reports are short enough to read.
  expect(report.split("\n").length).toBeLessThan(30);
});
