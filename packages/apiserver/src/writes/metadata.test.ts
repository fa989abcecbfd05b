import type { OwnerReference } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { dropDuplicateOwners } from "./metadata.ts";

const reference = { apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true };

test("owner references that are the same in any order of their fields are merged, with a warning", () => {
  const { uid, ...rest } = reference;
  const other = { ...reference, controller: false };
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ownerReferences: [reference, other, { uid, ...rest }] },
  };
  const warnings: string[] = [];

  dropDuplicateOwners(object, (text) => warnings.push(text));

  expect(object.metadata.ownerReferences).toEqual([reference, other]);
  expect(warnings).toEqual([expect.stringContaining("duplicate UID(s) observed: u")]);
});

test("each of 1,000 owner references is read once: a body of 3 MiB has room for 40,000", () => {
  let reads = 0;
  const counted = (n: number): OwnerReference => ({
    apiVersion: "v1",
    kind: "Pod",
    name: "p",
    get uid() {
      reads += 1;
      return `u${n}`;
    },
  });
  const ownerReferences = Array.from({ length: 1000 }, (_, n) => counted(n));

  dropDuplicateOwners({ apiVersion: "v1", kind: "ConfigMap", metadata: { ownerReferences } }, () => undefined);

  expect(reads).toBe(1000);
});
