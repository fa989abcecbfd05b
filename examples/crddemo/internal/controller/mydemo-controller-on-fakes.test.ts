// The controller on the fake clientset: its requests, and its behaviour when they fail.
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import { createLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createFakeClientset } from "../../generated/clientset/fake-clientset.ts";
import { createSharedInformerFactory } from "../../generated/informers/factory.ts";
import { createMydemoController, synced } from "./mydemo-controller.ts";

test("the controller lists once, watches, and syncs the Mydemos of both", async () => {
  await using fixture = startFixture();
  const mydemos = fixture.clientset.crddemoV1().mydemos("default");

  await fixture.clock.settle();
  await mydemos.create({ metadata: { name: "b" }, spec: { ip: "10.0.0.1" } });
  await fixture.clock.settle();
  await mydemos.delete("a");
  await fixture.clock.settle();

  expect(fixture.clientset.fake.actions().map(({ verb, resource }) => `${verb} ${resource}`)).toEqual([
    "list mydemos",
    "watch mydemos",
    "create mydemos",
    "delete mydemos",
  ]);
  expect(fixture.events).toEqual(["a", "b"]);
  expect(fixture.lines.slice(-2)).toEqual([
    "[DemoCRD] Deleting mydemo: default/a ...",
    "Successfully synced 'default/a'",
  ]);
});

test("the controller starts its workers only once its list succeeds", async () => {
  await using fixture = startFixture();
  let refusals = 3;
  fixture.clientset.fake.prependReactor("list", "mydemos", () => {
    if (refusals-- > 0) throw new Error("the server is not ready");
  });

  await fixture.clock.settle();
  const before = [...fixture.lines];
  await fixture.clock.advance(60_000);

  expect(before.at(-1)).toBe("Waiting for informer caches to sync");
  expect(fixture.lines).toContain("Started workers");
  expect(fixture.events).toEqual(["a"]);
});

interface Fixture extends AsyncDisposable {
  readonly clock: ReturnType<typeof createVirtualClock>;
  readonly clientset: ReturnType<typeof createFakeClientset>;
  readonly lines: readonly string[];
  /** The names of the Mydemos with the Event Synced. */
  readonly events: readonly string[];
}

/** A running controller with a Mydemo "a". */
function startFixture(): Fixture {
  const clock = createVirtualClock();
  const clientset = createFakeClientset({
    apiVersion: "crddemo.k8s.io/v1",
    kind: "Mydemo",
    metadata: { namespace: "default", name: "a" },
  });
  const lines: string[] = [];
  const events: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push((JSON.parse(line) as { message: string }).message) });
  const factory = createSharedInformerFactory(clientset.fake.client, { clock, random: createSeededRandom("fakes") });
  const controller = createMydemoController({
    mydemos: factory.crddemoV1().mydemos(),
    events: {
      event: ({ metadata }, note) => events.push(note === synced ? (metadata?.name ?? "") : note.reason),
      flush: async () => {},
      [Symbol.asyncDispose]: async () => {},
    },
    clock,
    log,
  });
  const stack = new AsyncDisposableStack();
  const fail = (error: unknown): void => {
    throw error;
  };
  stack.use(spawn((signal) => factory.start({ signal }), { name: "informers", onError: fail }));
  stack.use(spawn((signal) => controller.run({ signal }), { name: "controller", onError: fail }));
  return { clock, clientset, lines, events, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
