import { Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createMemoryApiServer } from "@kubewright/client/testing";
import { createInformerCache, createNamespaceSet } from "@kubewright/informer";
import { expect, test } from "vitest";
import { namespacesMatching } from "./namespaces-matching.ts";

const names = ["default", "kube-system", "team-a", "team-b", "team-b-test", "x"];

test.for([
  { patterns: ["team-*"], expected: ["team-a", "team-b", "team-b-test"] },
  { patterns: ["team-*", "!*-test"], expected: ["team-a", "team-b"] },
  { patterns: ["team-*", "!team-b*", "team-b"], expected: ["team-a", "team-b"] },
  { patterns: ["!kube-*"], expected: ["default", "team-a", "team-b", "team-b-test", "x"] },
  { patterns: ["team-?", "?"], expected: ["team-a", "team-b", "x"] },
  { patterns: ["default", "*-*-*"], expected: ["default", "team-b-test"] },
  { patterns: ["**b**"], expected: ["kube-system", "team-b", "team-b-test"] },
  { patterns: ["team"], expected: [] },
])("$patterns match $expected", async ({ patterns, expected }) => {
  const clock = createVirtualClock();
  const random = createSeededRandom("namespaces");
  const server = createMemoryApiServer({ types: [Namespace], clock });
  for (const name of names) server.put(Namespace, { metadata: { name } });
  const cache = createInformerCache({
    verbs: createClient({ transport: server.transport, clock, random }).raw,
    clock,
    random,
  });
  const set = createNamespaceSet();
  const changes: (readonly string[])[] = [];
  set.onChange(() => changes.push(set.names.toSorted()));
  const end = new AbortController();
  const running = Promise.all([
    cache.start({ signal: end.signal }),
    namespacesMatching(patterns, { set, cluster: { cache, clock } }).start({ signal: end.signal }),
  ]);
  await clock.runUntilSettled(clock.sleep(1000));
  server.remove(Namespace, { name: "team-a" });
  await clock.runUntilSettled(clock.sleep(1000));
  end.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);

  const later = expected.filter((name) => name !== "team-a");
  const all = later.length === expected.length ? [expected] : [expected, later];
  expect(changes).toEqual(expected.length === 0 ? [] : all);
});

test("patterns that are missing or empty are rejected", () => {
  const options = { set: createNamespaceSet(), cluster: undefined as never };

  expect(() => namespacesMatching([], options)).toThrow("Cannot match namespaces: there is no pattern");
  expect(() => namespacesMatching(["a", "!"], options)).toThrow('Cannot match namespaces: the pattern "!" is empty');
});
