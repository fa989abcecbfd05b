// Generated apply configurations on either server: the fields that a manager has applied are extracted, changed, and applied again.
import { Unstructured } from "@kubewright/apimachinery";
import { createDiskFileHost, generate } from "@kubewright/gen";
import { startEnvironment } from "@kubewright/envtest";
import type { KubernetesObject, ObjectKey } from "@kubewright/apimachinery";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../packages/gen/testdata/written-and-stored", import.meta.url));

/** The tests of packages/gen check the types. */
interface Fleet extends KubernetesObject {
  readonly spec?: { readonly mood?: string; readonly ships?: readonly { readonly masts?: number }[] };
}
interface Generated {
  createFleetApplyConfiguration(key: ObjectKey, fields: object): Fleet;
  extractFleet(fleet: Fleet, fieldManager: string): Fleet;
}

const key = { namespace: "default", name: "armada" };

test("the fields of a manager are extracted, changed and applied again, and the fields of other managers stay", async () => {
  const files = generate({ host: createDiskFileHost(), root, generators: [{ name: "crd" }] });
  await using env = await startEnvironment({ crds: files.map(({ content }) => parse(content) as object) });
  const { client } = env;
  const file: string = `${root}/api/v1/applyconfiguration/fleet.ts`;
  const { createFleetApplyConfiguration, extractFleet } = (await import(file)) as Generated;
  const ours = { fieldManager: "ours" };
  const mine = createFleetApplyConfiguration(key, {
    metadata: { labels: { crew: "brave" } },
    spec: {
      harbour: "Porto",
      ships: [{ name: "a", masts: 2, cargo: ["salt"] }],
      position: { latitude: "1", longitude: "2" },
    },
  });

  await client.apply(Unstructured, mine, ours);
  const both = await client.apply(
    Unstructured,
    createFleetApplyConfiguration(key, { spec: { ships: [{ name: "a", flag: "plain" }, { name: "b" }] } }),
    { fieldManager: "theirs" },
  );
  const extracted = extractFleet(both, "ours");
  const changed = await client.apply(
    Unstructured,
    { ...extracted, spec: { ...extracted.spec, mood: "stormy", ships: [] } },
    ours,
  );

  expect(both.spec?.ships?.map(({ masts }) => masts)).toEqual([2, 3]);
  expect(extracted).toEqual(mine);
  expect(changed.spec).toMatchObject({ harbour: "Porto", mood: "stormy" });
  expect(changed.spec.ships).toEqual([
    { name: "a", masts: 3, flag: "plain" },
    { name: "b", masts: 3 },
  ]);
  expect(extractFleet(changed, "nobody")).toEqual({ ...mine, metadata: key, spec: undefined });
});
