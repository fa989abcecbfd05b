import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { encodeJsonBytes } from "@kubewright/apimachinery";
import type { ListChunk } from "@kubewright/client";
import { expect, test } from "vitest";
import type { ConsistencyReport } from "../reflector/observer.ts";
import { createStore } from "../store/store.ts";
import type { FakeServer } from "../testdata/fake-server.ts";
import { startFixture, Widget } from "../testdata/fixture.ts";
import type { Fixture } from "../testdata/fixture.ts";
import { runConsistencyChecks } from "./consistency-check.ts";

const periodMs = 3_600_000;

/** An informer with a comparison per hour. */
function startChecked(prepare: (server: FakeServer) => void): Fixture & { readonly reports: ConsistencyReport[] } {
  const reports: ConsistencyReport[] = [];
  const fixture = startFixture(prepare, {
    consistencyCheckPeriodMs: periodMs,
    observer: { consistencyChecked: ({ type: _type, ...report }) => reports.push(report) },
  });
  return { ...fixture, reports };
}

function putTwo(server: FakeServer): void {
  server.put("a");
  server.put("b");
}

test.each<{ lost: string; change: (server: FakeServer) => void; report: object; event: string }>([
  {
    lost: "ADDED",
    change: (server) => server.put("c"),
    report: { missing: 1, outdated: 0, extra: 0, objects: ["default/c"] },
    event: "added c",
  },
  {
    lost: "MODIFIED",
    change: (server) => server.put("a", { labels: { changed: "true" } }),
    report: { missing: 0, outdated: 1, extra: 0, objects: ["default/a"] },
    event: "updated a 2->4",
  },
  {
    lost: "DELETED",
    change: (server) => server.remove("b"),
    report: { missing: 0, outdated: 0, extra: 1, objects: ["default/b"] },
    event: "deleted b",
  },
])(
  "a lost $lost event is found within a period, and a list delivers the change",
  async ({ lost, change, ...expected }) => {
    await using fixture = startChecked(putTwo);
    const { clock, server, informer, events, reports } = fixture;
    await clock.settle();

    server.losesEvent = (line) => line.includes(`"type":"${lost}"`);
    change(server);
    await clock.advance(periodMs * 0.9 - 1);
    server.losesEvent = () => false;
    const before = [...events];
    server.bookmark();
    await clock.advance(periodMs * 0.1 + 1);

    expect(before).toEqual(["added a initial", "added b initial"]);
    expect(events.slice(2)).toEqual([expected.event]);
    expect(reports).toEqual([{ result: "failure", ...expected.report }]);
    expect(informer.state.kind).toBe("watching");

    await clock.advance(periodMs);
    expect(reports.at(-1)).toEqual({ result: "success" });
  },
);

test("a cache whose watch lags is compared once it has reached the version of the list, and newer objects are right", async () => {
  await using fixture = startChecked(putTwo);
  const { clock, server, informer, reports } = fixture;
  await clock.settle();

  server.holdEvents();
  server.put("c");
  server.put("a", { labels: { changed: "true" } });
  server.remove("b");
  await clock.advance(periodMs);
  const during = [...reports];
  server.put("a", { labels: { changed: "again" } });
  server.releaseEvents();
  await clock.settle();

  expect(during).toEqual([]);
  expect(reports).toEqual([{ result: "success" }]);
  expect(informer.size).toBe(2);
  expect(server.requests.filter(({ verb }) => verb === "list")).toHaveLength(2);
});

test("a watch that lags for longer than bookmarks may take leads to a list", async () => {
  await using fixture = startChecked(putTwo);
  const { clock, server, events, reports } = fixture;
  await clock.settle();

  server.holdEvents();
  server.put("c");
  await clock.advance(periodMs + 2 * 210_000);

  expect(reports).toMatchObject([{ result: "failure", missing: 1 }]);
  expect(events.slice(2)).toEqual(["added c"]);
});

test("writers that change objects between all pages and during all waits cause no difference", async () => {
  await using fixture = startChecked((server) => {
    for (let index = 0; index < 1_200; index += 1) server.put(`w${index}`);
  });
  const { clock, server, informer, reports } = fixture;
  const random = createSeededRandom("writers of the comparison");
  await clock.settle();
  const write = (): void => writeAtRandom(server, random);
  server.intercept = ({ path }) => {
    if (!path.includes("watch=")) for (let count = 0; count < 20; count += 1) write();
    return undefined;
  };

  for (let minute = 0; minute < 20 * 60; minute += 1) {
    if (random.int(2) === 0) server.holdEvents();
    write();
    await clock.advance(30_000);
    server.releaseEvents();
    write();
    await clock.advance(30_000);
    server.bookmark();
  }

  expect(reports.length).toBeGreaterThanOrEqual(19);
  expect(reports.filter(({ result }) => result !== "success")).toEqual([]);
  expect(informer.size).toBeGreaterThan(1_000);
});

function writeAtRandom(server: FakeServer, random: Random): void {
  const name = `w${random.int(1_400)}`;
  if (random.int(4) === 0) server.remove(name);
  else server.put(name, { labels: { round: String(random.int(1_000_000)) } });
}

test("nothing is compared during an outage, and a server that rejects the list is compared again after the period", async () => {
  await using fixture = startChecked(putTwo);
  const { clock, server, reports } = fixture;
  await clock.settle();

  server.intercept = () => {
    throw new Error("unreachable");
  };
  server.endWatches(new Error("reset"));
  await clock.advance(periodMs);
  const inOutage = [...reports];
  server.intercept = () => undefined;
  await clock.advance(60_000);
  server.intercept = ({ path }) => {
    if (path.includes("watch=")) return undefined;
    throw new Error("forbidden");
  };
  await clock.advance(periodMs);
  server.intercept = () => undefined;
  await clock.advance(periodMs);

  expect(inOutage).toEqual([]);
  expect(reports).toMatchObject([{ result: "error" }, { result: "success" }]);
});

test.each([Number.NaN, -1, Infinity])("a period of %f is rejected", (consistencyCheckPeriodMs) => {
  expect(() => startFixture(() => {}, { consistencyCheckPeriodMs })).toThrow(
    `Cannot create informer of widgets: consistencyCheckPeriodMs is ${consistencyCheckPeriodMs}, must be a finite number of milliseconds from 0`,
  );
});

test("versions without an order are compared by two lists", async () => {
  const clock = createVirtualClock();
  const store = createStore<Widget>({ type: Widget, onIndexError: () => {} });
  const item = (name: string, resourceVersion: string): { readonly bytes: Uint8Array } => ({
    bytes: encodeJsonBytes({ metadata: { name, uid: name, resourceVersion } }),
  });
  for (const name of ["right", "wrong", "moving"]) store.receive("ADDED", item(name, "x1"));
  let lists = 0;
  const reports: ConsistencyReport[] = [];
  const end = new AbortController();
  const running = runConsistencyChecks(
    {
      verbs: {
        async *listStream(): AsyncGenerator<ListChunk> {
          lists += 1;
          yield { kind: "items", items: [item("right", "x1"), item("wrong", "x2"), item("moving", `y${lists}`)] };
          yield { kind: "end", resourceVersion: `z${lists}` };
        },
      },
      type: Widget,
      collection: {},
      store,
      clock,
      random: createSeededRandom("opaque"),
      periodMs,
      isFollowing: () => true,
      waitForVersion: async () => false,
      relist: () => end.abort(new Error("the test is over")),
      onReport: (report) => reports.push(report),
    },
    end.signal,
  );

  await clock.advance(periodMs);
  await running;

  expect(reports).toEqual([{ result: "failure", missing: 0, outdated: 1, extra: 0, objects: ["wrong"] }]);
});
