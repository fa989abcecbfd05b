// Generated conversions behind an API server: an object is written in one version and read in another.
import { Unstructured } from "@kubewright/apimachinery";
import { createDiskFileHost, generate } from "@kubewright/gen";
import { startEnvironment } from "@kubewright/envtest";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { ConversionError } from "@kubewright/webhook";
import type { Spoke } from "@kubewright/webhook";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../packages/gen/testdata/conversion", import.meta.url));

interface Ship extends KubernetesObject {
  readonly spec: { readonly name: string; readonly speed?: string };
}

const key = { namespace: "default", name: "argo" };

test("an object that is written in v1 and changed in v2 keeps its fields in v1", async () => {
  const { crd, shipSpoke } = await readShip();
  const { type: ShipV1, hub: ShipV2 } = shipSpoke;
  const refusing: Spoke<Ship, Ship> = {
    ...shipSpoke,
    toHub(ship) {
      if (ship.spec.name === "Flying Dutchman") throw new ConversionError("it never comes back");
      return shipSpoke.toHub(ship);
    },
  };
  await using env = await startEnvironment({ crds: [crd], conversions: [refusing] });
  const { client } = env;
  const written = {
    apiVersion: "sea.example.com/v1",
    kind: "Ship",
    metadata: { ...key, labels: { crew: "brave" } },
    spec: { name: "Argo", width: 4, length: 20, motto: "on", masts: [{ name: "main", sails: 2 }] },
  };

  const created = await client.create(Unstructured, written);
  const newer = await client.get(ShipV2, key);
  if (newer) await client.update(Unstructured, { ...newer, spec: { ...newer.spec, speed: "racing" } });
  const older = await client.get(ShipV1, key);
  const listed = await Array.fromAsync(client.list(ShipV1));
  const refused = client.create(Unstructured, {
    ...written,
    metadata: { ...key, name: "other" },
    spec: { ...written.spec, name: "Flying Dutchman" },
  });

  expect(created.spec).toEqual({ ...written.spec, speed: "slow" });
  expect(created.metadata.annotations).toBe(undefined);
  expect(newer).toMatchObject({
    apiVersion: "sea.example.com/v2",
    metadata: { uid: created.metadata.uid, labels: { crew: "brave" } },
    spec: { size: { width: 4, length: 20 }, speed: "slow", masts: [{ name: "main", sails: "2" }] },
  });
  expect(older?.spec).toEqual({ ...written.spec, speed: "fast" });
  expect(listed).toEqual([older]);
  await expect(refused).rejects.toThrow(
    'Cannot convert Ship "default/other" from sea.example.com/v1 to sea.example.com/v2: it never comes back',
  );
});

test("an object whose spec and status were applied in v2 can be applied in v1 by the same manager", async () => {
  const { crd, shipSpoke } = await readShip();
  const { type: ShipV1, hub: ShipV2 } = shipSpoke;
  await using env = await startEnvironment({ crds: [crd], conversions: [shipSpoke] });
  const { client } = env;
  const v1 = { apiVersion: "sea.example.com/v1", kind: "Ship", metadata: { ...key, labels: { crew: "brave" } } };
  const spec = { name: "Argo", width: 4, length: 20, motto: "on" };
  const user = { fieldManager: "user" };

  await client.apply(
    Unstructured,
    { ...v1, apiVersion: "sea.example.com/v2", spec: { name: "Argo", size: { width: 4, length: 20 } } },
    user,
  );
  await client.apply(
    Unstructured,
    { apiVersion: "sea.example.com/v2", kind: "Ship", metadata: key, status: { anchored: true } },
    { fieldManager: "operator", subresource: "status" },
  );
  await client.apply(Unstructured, { ...v1, spec: { ...spec, length: 30, masts: [{ name: "main" }] } }, user);
  const [older, newer] = await Promise.all([client.get(ShipV1, key), client.get(ShipV2, key)]);

  expect(older?.spec).toMatchObject({ name: "Argo", length: 30, motto: "on", masts: [{ name: "main" }] });
  expect(newer).toMatchObject({
    metadata: { labels: { crew: "brave" } },
    spec: { size: { width: 4, length: 30 }, masts: [{ name: "main" }] },
    status: { anchored: true },
  });
});

async function readShip() {
  const [crds] = generate({ host: createDiskFileHost(), root, generators: [{ name: "crd" }] });
  const file: string = `${root}/api/v1/ship-conversion.ts`;
  const { shipSpoke } = (await import(file)) as { readonly shipSpoke: Spoke<Ship, Ship> };
  return { crd: parse(crds?.content ?? "") as object, shipSpoke };
}
