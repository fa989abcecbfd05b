// Adoption and release of objects, as a table, and with a deleted owner.
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import type { KubernetesObject, ObjectMeta, Stored } from "@kubewright/apimachinery";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { expect, test } from "vitest";
import { claimed, claimOf } from "./claim.ts";
import type { Claim } from "./claim.ts";

const gone = "2026-01-01T00:00:00Z";

function object(metadata: Partial<ObjectMeta>): Stored<KubernetesObject> {
  return {
    apiVersion: "v1",
    kind: "Thing",
    metadata: { name: "x", uid: "own", ...metadata },
  } as Stored<KubernetesObject>;
}

function ownedBy(uid: string): Partial<ObjectMeta> {
  return { ownerReferences: [{ apiVersion: "v1", kind: "Thing", name: "x", uid, controller: true }] };
}

test.each<{ owner?: Partial<ObjectMeta>; of: Partial<ObjectMeta>; isMatch: boolean; isOpen?: boolean; claim: Claim }>([
  { of: ownedBy("own"), isMatch: true, claim: "keep" },
  { of: ownedBy("own"), isMatch: true, isOpen: false, claim: "keep" },
  { of: ownedBy("own"), isMatch: false, claim: "release" },
  { of: ownedBy("own"), isMatch: false, isOpen: false, claim: "ignore" },
  { of: ownedBy("own"), isMatch: false, owner: { deletionTimestamp: gone }, claim: "ignore" },
  { of: ownedBy("other"), isMatch: true, claim: "ignore" },
  { of: {}, isMatch: true, claim: "adopt" },
  { of: {}, isMatch: false, claim: "ignore" },
  { of: {}, isMatch: true, isOpen: false, claim: "ignore" },
  { of: {}, isMatch: true, owner: { deletionTimestamp: gone }, claim: "ignore" },
  { of: { deletionTimestamp: gone }, isMatch: true, claim: "ignore" },
])("for an object $of with match $isMatch, claimable $isOpen and owner $owner, the claim is $claim", (given) => {
  const { owner = {}, of, isMatch, isOpen = true, claim } = given;

  expect(claimOf(object(owner), object({ uid: "child", ...of }), { isMatch, isOpen })).toBe(claim);
});

test("an orphan is not adopted by a deleted owner, even if the owner is in the cache", async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom("claims");
  const server = createApiServer({ clock, random, disableAdmissionPlugins: ["ServiceAccount"] });
  const client = createClient({ transport: server.transport(), clock, random });
  const selector = { matchLabels: { app: "web" } };
  const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const metadata = { namespace: "default", name: "web", labels: { app: "web" } };
  const owner = await client.create(ReplicaSet, {
    metadata,
    spec: { selector, template },
  });
  await client.create(Pod, { metadata, spec: template.spec });
  const { signal } = new AbortController();
  const options = { client, apiReader: client, type: ReplicaSet, selector, signal };

  await client.delete(owner);
  const found = await claimed(owner, client.list(Pod), options);

  expect(found).toBeUndefined();
  expect((await client.get(Pod, metadata))?.metadata.ownerReferences).toBeUndefined();
});
