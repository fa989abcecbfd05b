// Managed fields of a custom kind with a conversion webhook: managers of several versions.
import { beforeEach, expect, test } from "vitest";
import { withoutDefaults } from "./conversion-answers.ts";
import { converted } from "./conversion-host.ts";
import type { ConvertedObject } from "./conversion-host.ts";
import { useCrates } from "./crates-suite.ts";
import { apply, patch, post } from "./writers.ts";

const crates = useCrates();

beforeEach(() => crates.begin());

test("managers own their fields in the version of their write, and conflict in the other version", async () => {
  const { at, crate, host, group, send } = crates;
  host.answer((call) => converted(call, withoutDefaults));
  await send(apply("one", at("v1", "/a"), crate("v1", "a", { replicas: 1 })));

  const conflict = await send(apply("two", at("v2", "/a"), crate("v2", "a", { size: 2 })));
  const shared = await send(apply("two", at("v2", "/a"), crate("v2", "a", { size: 1, color: "red" })));
  const left = await send(apply("one", at("v1", "/a"), crate("v1", "a", {})));

  expect([conflict.status, conflict.body.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
  ]);
  expect(shared.body.metadata.managedFields).toMatchObject([
    { manager: "one", apiVersion: `${group}/v1` },
    { manager: "two", apiVersion: `${group}/v2` },
  ]);
  expect([left.status, left.body.spec]).toEqual([200, { replicas: 1, color: "red" }]);
});

test("an apply fails if the webhook returns a field that the version of another manager does not declare", async () => {
  const { at, crate, host, send } = crates;
  await send(apply("one", at("v1", "/a"), crate("v1", "a", { replicas: 1 })));
  host.answer((call) => converted(call));

  const applied = await send(apply("two", at("v2", "/a"), crate("v2", "a", { size: 1 })));

  expect([applied.status, applied.body.message]).toEqual([500, ".spec.grade: field not declared in schema"]);
});

test("an update of an object that does not fit the version of another manager removes all managers", async () => {
  const { at, crate, send } = crates;
  await send(apply("one", at("v1", "/a"), crate("v1", "a", { replicas: 1 })));

  const patched = await send(patch("merge", at("v2", "/a"), { spec: { color: "red" } }));

  expect([patched.status, patched.body.metadata.managedFields]).toEqual([200, undefined]);
});

/** Replaces the defaults of the other version with those of the requested version. */
function withDefaults(object: ConvertedObject): unknown {
  const defaults = object.apiVersion.endsWith("/v1") ? { mode: "auto" } : { grade: 5 };
  const { spec, ...converted } = withoutDefaults(object);
  return { ...converted, spec: { ...(spec as object), ...defaults } };
}

test("an update that changes nothing is not stored", async () => {
  const { at, crate, host, send } = crates;
  await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  host.answer((call) => converted(call, withDefaults));
  const first = await send(patch("merge", at("v1", "/a"), { spec: { color: "red" } }));

  const second = await send(patch("merge", at("v1", "/a"), { spec: { color: "red" } }));

  expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
});

test("an update that changes nothing is stored if the webhook does not restore what it has converted", async () => {
  const { at, crate, group, host, send } = crates;
  const first = await send(post(at("v2"), crate("v2", "a", { size: 1 })));
  host.answer((call) => converted(call, annotated));

  const second = await send(patch("merge", at("v1", "/a"), {}));

  const stored = await send({ path: at("v2", "/a") });
  expect(second.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion);
  expect([second.body.metadata.annotations, stored.body.metadata.annotations]).toEqual([
    { "converted-to": `${group}/v1` },
    { "converted-to": `${group}/v2` },
  ]);
});

function annotated(object: ConvertedObject): unknown {
  return { ...object, metadata: { ...object.metadata, annotations: { "converted-to": object.apiVersion } } };
}

test("an apply fails if the webhook does not convert an object without the fields that the apply removes", async () => {
  const { at, group, host, send } = crates;
  const body = (version: string, metadata: object): object => ({
    apiVersion: `${group}/${version}`,
    kind: "Crate",
    metadata: { name: "a", ...metadata },
  });
  await send(apply("one", at("v1", "/a"), body("v1", { labels: { app: "x" } })));
  host.answer((call) =>
    converted(call, ({ metadata, ...others }) => (metadata["uid"] === undefined ? others : { ...others, metadata })),
  );

  const applied = await send(apply("one", at("v2", "/a"), body("v2", {})));

  expect([applied.status, applied.body.message]).toEqual([
    500,
    "failed to prune fields: failed add back dangling items: failed to convert pruned object to last applied version: " +
      `conversion webhook for ${group}/v2, Kind=Crate returned invalid object: must have the same name: a != `,
  ]);
});
