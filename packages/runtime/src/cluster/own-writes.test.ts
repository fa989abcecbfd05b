// The bound on what is remembered of writes that nobody reads.
import type { CachedObject, Informer } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { createOwnWrites, notesMax } from "./own-writes.ts";

test("notes of writes that the cache has not seen stay within their bound, and reads of those that had to go still wait", async () => {
  const informer = fakeInformer();
  const ownWrites = createOwnWrites({ informerOf: () => informer });

  for (let version = 1; version <= 3 * notesMax; version += 1) {
    ownWrites.note(Widget, { name: `object-${version}` }, { uid: `${version}`, resourceVersion: `${version}` });
  }
  const beforeFloor = await ownWrites.reached(informer, { name: "object-1" }, {});
  informer.version = 3 * notesMax;
  const after = await ownWrites.allReached(informer, {});

  expect(ownWrites.size).toBe(0);
  expect([beforeFloor, after]).toEqual([false, true]);
});

test("notes never exceed their bound", () => {
  const ownWrites = createOwnWrites({ informerOf: () => undefined });
  let most = 0;

  for (let version = 1; version <= 3 * notesMax; version += 1) {
    ownWrites.note(Widget, { name: `object-${version}` }, { resourceVersion: `${version}` });
    most = Math.max(most, ownWrites.size);
  }

  expect(most).toBe(notesMax);
});

test("a write that the cache has seen already needs no note", () => {
  const informer = fakeInformer();
  informer.version = 9;
  const ownWrites = createOwnWrites({ informerOf: () => informer });

  ownWrites.note(Widget, { name: "a" }, { resourceVersion: "9" });

  expect(ownWrites.size).toBe(0);
});

test("an answer that comes late does not replace what is known of a later write", async () => {
  const informer = fakeInformer();
  const ownWrites = createOwnWrites({ informerOf: () => informer });

  ownWrites.note(Widget, { name: "a" }, { resourceVersion: "10" });
  ownWrites.note(Widget, { name: "a" }, { resourceVersion: "9" });
  informer.version = 9;

  await expect(ownWrites.reached(informer, { name: "a" }, {})).resolves.toBe(false);
});

test("a delete of what nobody here has heard of leaves no note", () => {
  const ownWrites = createOwnWrites({ informerOf: () => fakeInformer() });

  ownWrites.noteDeleted(Widget, { name: "stranger" });

  expect(ownWrites.size).toBe(0);
});

/** An informer of which only the version moves, and whose waits are over at once. */
function fakeInformer(): Informer & { version: number } {
  const informer = {
    type: Widget,
    version: 0,
    hasVersion: (_key: unknown, { resourceVersion }: { readonly resourceVersion: string }): boolean =>
      informer.version >= Number(resourceVersion),
    waitForVersion: async (key: unknown, wanted: { readonly resourceVersion: string }): Promise<boolean> =>
      informer.hasVersion(key, wanted),
    entry: (): CachedObject | undefined => undefined,
  };
  return informer as unknown as Informer & { version: number }; // The methods that own writes call are there.
}
