// The requests that handlers return for events.
import type { OwnerReference, ResourceType } from "@kubewright/apimachinery";
import type { CachedObject, InformerEvent } from "@kubewright/informer";
import { expect, test } from "vitest";
import type { Request } from "../reconcile/request.ts";
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  handlerFuncs,
} from "./handler.ts";
import type { HandlerContext, MapFunc } from "./handler.ts";

const job: ResourceType = { group: "example.com", version: "v1", kind: "Job", plural: "jobs", namespaced: true };
const node: ResourceType = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

test("enqueueRequestForObject returns the key of the object for each kind of event", () => {
  expect([...enqueueRequestForObject({ kind: "deleted", object: pod([]), final: false })]).toEqual([
    { namespace: "default", name: "pod" },
  ]);
});

test.each([
  { title: "the controller, in the object's namespace", reference: owner({ controller: true }), expected: ["job"] },
  {
    title: "an owner written in another version of the kind",
    reference: owner({ controller: true, apiVersion: "example.com/v2" }),
    expected: ["job"],
  },
  { title: "no owner that is not the controller", reference: owner({}), expected: [] },
  { title: "no owner of another group", reference: owner({ controller: true, apiVersion: "batch/v1" }), expected: [] },
  { title: "no owner of another kind", reference: owner({ controller: true, kind: "CronJob" }), expected: [] },
])("enqueueRequestForOwner finds $title", ({ reference, expected }) => {
  const handler = enqueueRequestForOwner(job, { onlyControllerOwner: true });

  const requests = [...handler({ kind: "added", object: pod([reference]), initial: false })];

  expect(requests).toEqual(expected.map((name) => ({ namespace: "default", name })));
});

test("enqueueRequestForOwner enqueues every owner by default", () => {
  const event: InformerEvent = {
    kind: "added",
    object: pod([owner({ name: "a" }), owner({ name: "b" })]),
    initial: false,
  };

  expect([...enqueueRequestForOwner(job)(event)].map(({ name }) => name)).toEqual(["a", "b"]);
});

test("enqueueRequestForOwner finds the old and the new owner of an update", () => {
  const event: InformerEvent = {
    kind: "updated",
    old: pod([owner({ controller: true, name: "old" })]),
    object: pod([owner({ controller: true, name: "new" })]),
  };

  expect([...enqueueRequestForOwner(job)(event)].map(({ name }) => name)).toEqual(["old", "new"]);
});

test("enqueueRequestForOwner returns a request without a namespace for a cluster-scoped owner", () => {
  const reference = owner({ apiVersion: "v1", kind: "Node", name: "node1", controller: true });

  expect([...enqueueRequestForOwner(node)({ kind: "added", object: pod([reference]), initial: true })]).toEqual([
    { name: "node1" },
  ]);
});

test.each<readonly [form: string, map: MapFunc]>([
  ["a function", (object) => Object.values(object.labels).map((name) => ({ name }))],
  ["an async function", async (object) => Object.values(object.labels).map((name) => ({ name }))],
])("enqueueRequestsFromMapFunc maps both versions of an update by %s", async (_form, map) => {
  const handler = enqueueRequestsFromMapFunc(map);
  const event = { kind: "updated", old: pod([], { for: "a" }), object: pod([], { for: "b" }) } as const;

  const requests = await handler(event, context);

  expect([...requests]).toEqual([{ name: "a" }, { name: "b" }]);
});

test("handlerFuncs() calls the function of the event, and drops events without one", async () => {
  const named = (name: string): readonly Request[] => [{ name }];
  const handler = handlerFuncs({
    added: ({ initial }) => named(initial ? "initial" : "added"),
    updated: ({ old }) => named(`updated ${old.resourceVersion}`),
    deleted: async ({ final }) => named(`deleted ${final}`),
  });
  const object = pod([]);
  const events: readonly InformerEvent[] = [
    { kind: "added", object, initial: false },
    { kind: "updated", object, old: object },
    { kind: "deleted", object, final: true },
    { kind: "resync", object },
  ];

  const requests = await Promise.all(events.map(async (event) => [...(await handler(event, context))]));

  expect(requests.flat().map(({ name }) => name)).toEqual(["added", "updated 1", "deleted true"]);
});

test("enqueueRequestsFromMapFunc() maps both versions of an update one after the other", async () => {
  const calls: string[] = [];
  const handler = enqueueRequestsFromMapFunc(async ({ resourceVersion }) => {
    calls.push(`start ${resourceVersion}`);
    await Promise.resolve();
    calls.push(`end ${resourceVersion}`);
    return [{ name: `of ${resourceVersion}` }];
  });
  const [old, object] = [
    { ...pod([]), resourceVersion: "1" },
    { ...pod([]), resourceVersion: "2" },
  ];

  const requests = [...(await handler({ kind: "updated", object, old }, context))];

  expect(requests).toEqual([{ name: "of 1" }, { name: "of 2" }]);
  expect(calls).toEqual(["start 1", "end 1", "start 2", "end 2"]);
});

/** A cache that these handlers do not read. */
const context = {} as HandlerContext;

function owner(fields: Partial<OwnerReference>): OwnerReference {
  return { apiVersion: "example.com/v1", kind: "Job", name: "job", uid: "u", ...fields };
}

function pod(ownerReferences: readonly OwnerReference[], labels: Readonly<Record<string, string>> = {}): CachedObject {
  const key = { namespace: "default", name: "pod" };
  const fields = { uid: "p", resourceVersion: "1", labels, ownerReferences };
  return {
    key,
    ...fields,
    metadata: { ...key, ...fields },
    read: () => {
      throw new Error("a handler must not parse the object");
    },
  };
}
