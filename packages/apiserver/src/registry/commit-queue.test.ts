import { expect, test } from "vitest";
import { builtin, startTestServer } from "../testdata/test-server.ts";
import { CommitQueue } from "./commit-queue.ts";
import type { CommittedChange, Strategy } from "./strategy.ts";

const { server } = startTestServer();
const { context } = server.engine;

function kindWith(committed: NonNullable<Strategy["committed"]>): ReturnType<typeof builtin> {
  return builtin("", "Note", "notes", true, { hasStatus: false, tracksGeneration: false, committed });
}

function created(name: string): CommittedChange {
  return { type: "created", object: { apiVersion: "v1", kind: "Note", metadata: { name } } };
}

function nameOf(change: CommittedChange): string {
  return (change.type === "deleted" ? change.old : change.object).metadata.name ?? "";
}

test("what a hook writes is followed once the hook has returned, before the first write returns", () => {
  const seen: string[] = [];
  const queue = new CommitQueue();
  const kind = kindWith((change) => {
    seen.push(`begin ${nameOf(change)}`);
    if (nameOf(change) === "first") {
      queue.push(kind, created("second"), context);
      queue.push(kind, created("third"), context);
    }
    seen.push(`end ${nameOf(change)}`);
  });

  queue.push(kind, created("first"), context);

  expect(seen).toEqual(["begin first", "end first", "begin second", "end second", "begin third", "end third"]);
});

test("a hook that throws stops neither the hooks that wait nor those of later writes", () => {
  const seen: string[] = [];
  const queue = new CommitQueue();
  const kind = kindWith((change) => {
    seen.push(nameOf(change));
    if (nameOf(change) !== "first") return;
    queue.push(kind, created("second"), context);
    throw new Error("cannot follow");
  });

  expect(() => queue.push(kind, created("first"), context)).toThrow("cannot follow");
  queue.push(kind, created("third"), context);

  expect(seen).toEqual(["first", "second", "third"]);
});
