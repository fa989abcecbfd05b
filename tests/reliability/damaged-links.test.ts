// Another client damages the links between a parent and its children while an operator runs.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import { controllerManagedBy, createDependentGraph } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";
import type { OperatorFixture } from "./operator-fixture.ts";

const parentKey = { namespace: "default", name: "parent" };
const childKey = { namespace: "default", name: "child" };

test.each([0, 10, 1_000])(
  "a child whose owner reference another client removes %i ms after its creation is linked again, and there is no second child",
  async (afterMs) => {
    await using fixture = startOperatorFixture(`damaged links ${afterMs}`);
    fixture.start(createChildren);
    const parent = await fixture.client.create(ConfigMap, { metadata: parentKey });
    const created = await untilChild(fixture);
    await fixture.clock.advance(afterMs);

    await fixture.client.patch(Secret, childKey, { type: "merge", body: { metadata: { ownerReferences: null } } });
    await fixture.clock.advance(60_000);

    const children = await Array.fromAsync(fixture.client.list(Secret, { namespace: "default" }));
    expect(children.map(({ metadata }) => metadata.uid)).toEqual([created.metadata.uid]);
    expect(children[0]?.metadata.ownerReferences).toEqual([ownerReferenceTo(parent)]);
    expect(fixture.failures).toEqual([]);
  },
);

test("a child that another controller owns is not changed, and is created once its name is free", async () => {
  await using fixture = startOperatorFixture("foreign controller");
  const other = await fixture.client.create(ConfigMap, { metadata: { namespace: "default", name: "other" } });
  const ofOther = {
    metadata: { ...childKey, ownerReferences: [ownerReferenceTo(other)] },
    stringData: { of: "other" },
  };
  const foreign = await fixture.client.create(Secret, ofOther);
  const parent = await fixture.client.create(ConfigMap, { metadata: parentKey });
  fixture.start(createChildren);
  await fixture.clock.advance(60_000);
  const before = await fixture.client.get(Secret, childKey);

  await fixture.client.delete(Secret, childKey);
  await fixture.clock.advance(300_000);

  expect(before).toEqual(foreign);
  const child = await fixture.client.get(Secret, childKey);
  expect(child?.metadata.ownerReferences).toEqual([ownerReferenceTo(parent)]);
});

test("a parent does not adopt a child whose owner has the uid of a former parent of the same name", async () => {
  await using fixture = startOperatorFixture("former parent");
  const former = await fixture.client.create(ConfigMap, { metadata: parentKey });
  await fixture.client.create(Secret, { metadata: { ...childKey, ownerReferences: [ownerReferenceTo(former)] } });
  await fixture.client.delete(ConfigMap, parentKey);
  const parent = await fixture.client.create(ConfigMap, { metadata: parentKey });
  fixture.start(createChildren);
  await fixture.clock.advance(60_000);
  const before = await fixture.client.get(Secret, childKey);

  await fixture.client.delete(Secret, childKey); // As the garbage collector does.
  await fixture.clock.advance(300_000);

  expect(before?.metadata.ownerReferences).toEqual([ownerReferenceTo(former)]);
  const child = await fixture.client.get(Secret, childKey);
  expect(child?.metadata.ownerReferences).toEqual([ownerReferenceTo(parent)]);
});

const children = createDependentGraph<ConfigMap>().add<Secret>({
  name: "child",
  type: Secret,
  desired: () => [{ metadata: { name: childKey.name } }],
});

function createChildren(manager: Manager): void {
  controllerManagedBy(manager)
    .for(ConfigMap)
    .owns(Secret)
    .complete(async (context) => {
      if (context.key.name !== parentKey.name) return; // Other owners of Secrets.
      const parent = await context.client.get(ConfigMap, context.key);
      if (parent) (await children.reconcile(parent, context)).throwIfFailed();
    });
}

async function untilChild({ client, clock }: OperatorFixture): Promise<Secret & { metadata: { uid: string } }> {
  for (let step = 0; step < 1_000; step += 1) {
    const child = await client.get(Secret, childKey);
    if (child) return child;
    await clock.advance(10);
  }
  throw new Error("The operator has created no child");
}
