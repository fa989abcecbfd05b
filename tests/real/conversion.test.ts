// A real kube-apiserver asks for generated conversions, and takes their answers: an object is written in one version and read in another.
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

test("a ship that is written in v1 is stored in v2, changed there, and loses nothing in v1", async () => {
  const [crds] = generate({ host: createDiskFileHost(), root, generators: [{ name: "crd" }] });
  const crd = parse(crds?.content ?? "") as object;
  const file: string = `${root}/api/v1/ship-conversion.ts`;
  const { shipSpoke } = (await import(file)) as { readonly shipSpoke: Spoke<Ship, Ship> };
  const { type: ShipV1, hub: ShipV2 } = shipSpoke;
  const refusing: Spoke<Ship, Ship> = {
    ...shipSpoke,
    toHub(ship) {
      if (ship.spec.name === "Flying Dutchman") throw new ConversionError("it never comes back");
      return shipSpoke.toHub(ship);
    },
  };
  await using env = await startEnvironment({ server: "real", crds: [crd], conversions: [refusing] });
  const { client } = env;
  const written = {
    apiVersion: "sea.example.com/v1",
    kind: "Ship",
    metadata: { ...key, labels: { crew: "brave" } },
    spec: { name: "Argo", width: 4, length: 20, motto: "on", masts: [{ name: "main", sails: 2 }] },
  };

  const created = await client.create(written);
  const newer = await client.get(ShipV2, key);
  if (newer) await client.update({ ...newer, spec: { ...newer.spec, speed: "racing" } });
  const older = await client.get(ShipV1, key);
  const listed = await Array.fromAsync(client.list(ShipV1));
  const refused = client.create({
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
