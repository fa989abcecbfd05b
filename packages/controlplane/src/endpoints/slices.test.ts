// Changes of slices are minimal.
import type { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { pod, service } from "../testdata/endpoints.ts";
import { backendsOf } from "./backends.ts";
import { sliceChanges } from "./slices.ts";
import type { SliceChanges } from "./slices.ts";

function changesFor(port: number, names: readonly string[], existing: readonly Stored<EndpointSlice>[]): SliceChanges {
  const asked = service({ ports: [{ port, protocol: "TCP" }] });
  const pods = names.map((name) => pod(name));
  return sliceChanges(asked, backendsOf(asked, pods, "IPv4"), { existing, family: "IPv4" });
}

function stored(slices: readonly EndpointSlice[]): readonly Stored<EndpointSlice>[] {
  return slices.map(
    (slice, index) => ({ ...slice, metadata: { ...slice.metadata, name: `s${index}` } }) as Stored<EndpointSlice>,
  );
}

function counts({ create, update, remove }: SliceChanges): readonly number[] {
  return [create.length, update.length, remove.length];
}

const many = Array.from({ length: 150 }, (_, index) => `p${index}`);

test("a Service without backends has one empty slice, which is not rewritten", () => {
  const first = changesFor(80, [], []);

  expect(first.create.map(({ endpoints, ports }) => [endpoints, ports])).toEqual([[[], []]]);
  expect(counts(changesFor(80, [], stored(first.create)))).toEqual([0, 0, 0]);
});

test.each([
  { title: "nothing changes", port: 80, names: many, changes: [0, 0, 0] },
  { title: "a Pod is added to the slice with space", port: 80, names: [...many, "new"], changes: [0, 1, 0] },
  { title: "a Pod of the full slice is removed", port: 80, names: many.slice(1), changes: [0, 1, 0] },
  {
    title: "more Pods are added than the slices can contain",
    port: 80,
    names: [...many, ...many.map((name) => `${name}b`)],
    changes: [1, 1, 0],
  },
  { title: "all Pods have another port, in the existing slices", port: 81, names: many, changes: [0, 2, 0] },
  { title: "all Pods except one are removed", port: 80, names: ["p0"], changes: [0, 1, 1] },
  { title: "all Pods are removed", port: 80, names: [], changes: [0, 1, 1] },
])(
  "with 150 Pods in two slices: $title, and $changes slices are created, updated, deleted",
  ({ port, names, changes }) => {
    const existing = stored(changesFor(80, many, []).create);

    expect(counts(changesFor(port, names, existing))).toEqual(changes);
  },
);
