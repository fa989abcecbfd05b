import { expect, test, vi } from "vitest";

import type { KubernetesObject } from "./kubernetes-object.ts";
import {
  hasOwnerReference,
  isAlreadyOwnedError,
  ownerProblem,
  ownerReferenceTo,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from "./owner-reference.ts";

const job: KubernetesObject = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { namespace: "default", name: "pi", uid: "u1" },
};
const other: KubernetesObject = { ...job, metadata: { namespace: "default", name: "e", uid: "u2" } };
const node: KubernetesObject = { apiVersion: "v1", kind: "Node", metadata: { name: "n1", uid: "u3" } };
const pod: KubernetesObject = { apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name: "pi-1" } };

const reference = {
  apiVersion: "batch/v1",
  kind: "Job",
  name: "pi",
  uid: "u1",
  controller: true,
  blockOwnerDeletion: true,
};

const referencesOf = (object: KubernetesObject) => object.metadata?.ownerReferences;

test("setControllerReference() adds the controller and keeps the object if it is that already", () => {
  const owned = setControllerReference(pod, job);

  expect(referencesOf(owned)).toEqual([reference]);
  expect(setControllerReference(owned, job)).toBe(owned);
  expect(referencesOf(setControllerReference(owned, job, { blockOwnerDeletion: false }))).toEqual([
    { ...reference, blockOwnerDeletion: false },
  ]);
  expect(referencesOf(pod)).toBeUndefined();
});

test("an object has one controller: a second one is an AlreadyOwnedError that names the first", () => {
  const owned = setControllerReference(pod, job);
  let error: unknown;
  try {
    setControllerReference(owned, other);
  } catch (thrown) {
    error = thrown;
  }

  expect(isAlreadyOwnedError(error) && error.owner).toEqual(reference);
  expect(error).toHaveProperty(
    "message",
    'Cannot set the controller of Pod "default/pi-1": Job "pi" with uid "u1" is its controller already',
  );
});

test("a reference to an earlier object of the name, or in another version of the group, is replaced in its place", () => {
  const both = setControllerReference(setOwnerReference(pod, node), job);
  const again: KubernetesObject = { ...job, apiVersion: "batch/v2", metadata: { ...job.metadata, uid: "u9" } };

  expect(referencesOf(setControllerReference(both, again))).toEqual([
    { apiVersion: "v1", kind: "Node", name: "n1", uid: "u3", controller: false, blockOwnerDeletion: false },
    { ...reference, apiVersion: "batch/v2", uid: "u9" },
  ]);
});

test("setOwnerReference() adds further owners and does not take the controller's place from it", () => {
  const owned = setControllerReference(pod, job);
  const twice = setOwnerReference(owned, other, { blockOwnerDeletion: true });

  expect(referencesOf(twice)).toEqual([
    reference,
    { ...reference, name: "e", uid: "u2", controller: false, blockOwnerDeletion: true },
  ]);
  expect(setOwnerReference(owned, job)).toBe(owned);
});

test("removeOwnerReference() removes owners by kind and name, and keeps the object without one", () => {
  const owned = setOwnerReference(setControllerReference(pod, job), other);
  const recreated: KubernetesObject = { ...job, metadata: { ...job.metadata, uid: "u9" } };

  expect(referencesOf(removeOwnerReference(owned, recreated))).toHaveLength(1);
  expect(removeOwnerReference(pod, job)).toBe(pod);
  expect([hasOwnerReference(owned, recreated), hasOwnerReference(owned, node)]).toEqual([true, false]);
  expect(hasOwnerReference(owned, { ...job, apiVersion: "other/v1" })).toBe(false);
});

test.each([
  ["an owner of another namespace", pod, { ...job, metadata: { ...job.metadata, namespace: "team" } }],
  ["a namespaced owner of a cluster-scoped object", node, job],
  ["an owner that is not stored", pod, { ...job, metadata: { namespace: "default", name: "pi" } }],
])("%s is rejected", (_, object: KubernetesObject, owner: KubernetesObject) => {
  expect(() => setControllerReference(object, owner)).toThrow(TypeError);
  expect(() => setOwnerReference(object, owner)).toThrow(TypeError);
});

test("ownerProblem() finds the namespace of owners to which a reference was made, and of no made-up ones that have a uid in common", () => {
  const inTeam = (uid: string): KubernetesObject => ({ ...job, metadata: { ...job.metadata, namespace: "team", uid } });
  const shared = ownerReferenceTo(inTeam("shared"));
  ownerReferenceTo({ ...job, metadata: { ...job.metadata, uid: "shared" } });

  expect(ownerProblem({ ...ownerReferenceTo(inTeam("u7")) }, "default")).toContain("is in another namespace");
  expect(ownerProblem({ ...ownerReferenceTo(inTeam("u7")) }, "team")).toBeUndefined();
  expect(ownerProblem({ ...ownerReferenceTo(inTeam("u7")), name: "other" }, "default")).toBeUndefined();
  expect(ownerProblem(shared, "default")).toBeUndefined();
});

test("an owner whose namespace is an empty string is cluster-scoped", () => {
  const owner: KubernetesObject = { ...node, metadata: { namespace: "", name: "n2", uid: "u8" } };

  expect(ownerProblem(ownerReferenceTo(owner), "default")).toBeUndefined();
  expect(referencesOf(setControllerReference(pod, owner))).toEqual([ownerReferenceTo(owner)]);
});

test("two copies of the package share the namespaces of owners", async () => {
  vi.resetModules();
  const copy = await import("./owner-reference.ts");

  const reference = ownerReferenceTo({ ...job, metadata: { ...job.metadata, uid: "shared by copies" } });

  expect(copy.ownerReferenceTo).not.toBe(ownerReferenceTo);
  expect(copy.ownerProblem(reference, "team")).toContain("is in another namespace");
});

test("the oldest owners are forgotten, so that the memory for them is limited", () => {
  const ownerOf = (uid: string): KubernetesObject => ({ ...job, metadata: { ...job.metadata, uid } });
  const [first, second] = [ownerReferenceTo(ownerOf("first")), ownerReferenceTo(ownerOf("second"))];

  for (let index = 0; index < 4998; index += 1) ownerReferenceTo(ownerOf(`n${index}`));
  ownerReferenceTo(ownerOf("first"));
  ownerReferenceTo(ownerOf("last"));

  expect([first, second].map((reference) => ownerProblem(reference, "team") !== undefined)).toEqual([true, false]);
});
