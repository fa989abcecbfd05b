// A custom kind with a conversion webhook: the reviews that the webhook receives, and the responses to reads and writes of one object in each version.
import { beforeEach, expect, test } from "vitest";
import { withVersion } from "./conversion-answers.ts";
import { converted } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import type { CrateVersion } from "./crates.ts";
import { apply, patch, post, put } from "./writers.ts";

const crates = useCrates();

beforeEach(() => crates.begin());

async function specOf(version: CrateVersion, name: string): Promise<unknown> {
  return (await crates.send({ path: crates.at(version, `/${name}`) })).body.spec;
}

test("an object that is created in v1 is stored in v2 and read in both", async () => {
  const { at, crate, send } = crates;

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 3, color: "red" })));

  expect([created.status, created.body.spec]).toEqual([201, { replicas: 3, color: "red" }]);
  expect(await specOf("v1", "a")).toEqual({ replicas: 3, color: "red" });
  expect(await specOf("v2", "a")).toEqual({ size: 3, color: "red", grade: 5 });
});

test("a review has one object, without a resourceVersion, and requests the other version", async () => {
  const { at, crate, host, group, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 3 }, { labels: { l: "1" } })));
  host.reset();

  await send({ path: at("v1", "/a") });

  const [call] = host.calls;
  expect(call?.url).toBe("/convert?timeout=30s");
  expect([call?.kind, call?.apiVersion]).toEqual(["ConversionReview", "apiextensions.k8s.io/v1"]);
  expect(call?.uid).toMatch(/^[0-9a-f-]{36}$/);
  expect(call?.desiredAPIVersion).toBe(`${group}/v1`);
  expect(call?.headers["content-type"]).toBe("application/json");
  expect(call?.headers["user-agent"]).toBe("kube-apiserver-admission");
  expect(call?.objects).toMatchObject([
    {
      apiVersion: `${group}/v2`,
      kind: "Crate",
      metadata: { name: "a", labels: { l: "1" } },
      spec: { size: 3, grade: 5 },
    },
  ]);
  expect(call?.objects[0]?.metadata["resourceVersion"]).toBeUndefined();
});

test("each write in v1 changes what v2 reads", async () => {
  const { at, crate, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  const { body } = await send({ path: at("v1", "/a") });

  const steps = [
    put(at("v1", "/a"), { ...body, spec: { replicas: 2 } }),
    patch("merge", at("v1", "/a"), { spec: { replicas: 3 } }),
    patch("json", at("v1", "/a"), [{ op: "replace", path: "/spec/replicas", value: 4 }]),
    {
      ...apply("m", at("v1", "/a"), crate("v1", "a", { replicas: 5 })),
      path: `${at("v1", "/a")}?fieldManager=m&force=true`,
    },
    patch("merge", at("v1", "/a/scale"), { spec: { replicas: 6 } }),
  ];
  const sizes: unknown[] = [];
  for (const step of steps) {
    const { status } = await send(step);
    const { size } = (await specOf("v2", "a")) as { readonly size: number };
    sizes.push([status, size]);
  }

  expect(sizes).toEqual([2, 3, 4, 5, 6].map((size) => [200, size]));
});

test("the status and the scale are read and written in v1", async () => {
  const { at, crate, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 2 })));

  const patched = await send(patch("merge", at("v1", "/a/status"), { status: { replicas: 1 }, spec: { replicas: 9 } }));
  const scale = await send({ path: at("v1", "/a/scale") });

  expect([patched.body.spec, patched.body.status]).toEqual([{ replicas: 2 }, { replicas: 1 }]);
  expect([scale.body.spec, scale.body.status]).toEqual([{ replicas: 2 }, { replicas: 1 }]);
});

test("a webhook changes labels and annotations, and no other metadata", async () => {
  const { at, crate, host, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 }, { labels: { stored: "true" } })));
  host.answer((call) => converted(call, withVersion));

  const v1 = await send({ path: at("v1", "/a") });
  const v2 = await send({ path: at("v2", "/a") });

  const { labels, annotations, managedFields: _, ...others } = v1.body.metadata;
  const { labels: storedLabels, managedFields: __, ...storedOthers } = v2.body.metadata;
  expect([labels, annotations]).toEqual([{ version: "v1" }, { version: "v1" }]);
  expect(storedLabels).toEqual({ stored: "true" });
  expect(others).toEqual(storedOthers);
});

test("an object that the webhook has converted is pruned and gets no defaults", async () => {
  const { at, crate, host, send } = crates;
  host.answer((call) =>
    converted(call, (object) => ({
      ...object,
      extra: 1,
      spec: { ...(object["spec"] as object), unknown: 1, grade: 7 },
    })),
  );

  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));
  const v2 = await specOf("v2", "a");
  const read = await send({ path: at("v1", "/a") });

  expect(created.body.spec).toEqual({ replicas: 1 });
  expect(v2).toEqual({ size: 1, grade: 7 });
  expect(read.body).not.toHaveProperty("extra");
  expect(read.body.spec).toEqual({ replicas: 1 });
});

test("a write is validated in its own version, before it is converted", async () => {
  const { at, crate, host, send } = crates;
  host.answer((call) => converted(call, (object) => ({ ...object, spec: { size: "many" } })));

  const invalid = await send(post(at("v1"), crate("v1", "a", { replicas: "x" })));
  const calls = host.calls.length;
  const created = await send(post(at("v1"), crate("v1", "a", { replicas: 1 })));

  expect([invalid.status, calls]).toEqual([422, 0]);
  expect(created.status).toBe(201);
  expect(await specOf("v2", "a")).toEqual({ size: "many", grade: 5 });
});

test("a dry run converts and stores nothing", async () => {
  const { at, crate, host, send } = crates;

  const created = await send(post(`${at("v1")}?dryRun=All`, crate("v1", "a", { replicas: 1 })));

  expect([created.status, created.body.spec?.["replicas"]]).toEqual([201, 1]);
  expect(host.batches).toEqual(["v2 a", "v1 a"]);
  expect((await send({ path: at("v2", "/a") })).status).toBe(404);
});
