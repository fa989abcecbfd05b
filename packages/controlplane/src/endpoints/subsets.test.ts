// The subsets of Endpoints, and their limit.
import { expect, test } from "vitest";
import { pod, service } from "../testdata/endpoints.ts";
import { backendsOf } from "./backends.ts";
import { withinCapacity } from "./capacity.ts";
import { subsetsOf } from "./subsets.ts";
import type { Subset } from "./subsets.ts";

function namesOf(addresses: Subset["addresses"]): readonly string[] {
  return (addresses ?? []).map(({ targetRef }) => targetRef?.name ?? "");
}

test("ports of the same Pods are in one subset, and addresses are sorted", () => {
  const ports = [
    { name: "a", port: 80, targetPort: 80 },
    { name: "b", port: 81, targetPort: 81 },
    { name: "c", port: 82, targetPort: "c" },
  ];
  const container = { name: "x", image: "i", ports: [{ name: "c", containerPort: 9, protocol: "TCP" as const }] };
  const pods = [pod("p", { ips: ["10.1.0.9"] }), pod("q", { ips: ["10.1.0.10"], spec: { containers: [container] } })];
  const asked = service({ ports });

  const subsets = subsetsOf(asked, backendsOf(asked, pods, "IPv4"));

  expect(subsets.map(({ addresses, ports: own }) => [namesOf(addresses), own?.map(({ name }) => name)])).toEqual([
    [
      ["q", "p"],
      ["a", "b"],
    ],
    [["q"], ["c"]],
  ]);
});

test("a Pod that is not ready is listed as such, and a terminating Pod only with publishNotReadyAddresses", () => {
  const pods = [pod("a", { ready: false }), pod("b", { deletionTimestamp: "2026-01-01T00:01:00Z" })];
  const listed = (asked: ReturnType<typeof service>): unknown =>
    subsetsOf(asked, backendsOf(asked, pods, "IPv4")).map((each) => [
      namesOf(each.addresses),
      namesOf(each.notReadyAddresses),
    ]);

  expect(listed(service())).toEqual([[[], ["a"]]]);
  expect(listed(service({ publishNotReadyAddresses: true }))).toEqual([[["a", "b"], []]]);
});

test("without ports, a headless Service has its Pods, and other Services have no endpoints", () => {
  const headless = service({ clusterIP: "None", ports: [] });

  expect(subsetsOf(headless, backendsOf(headless, [pod("a")], "IPv4"))).toEqual([
    { addresses: [expect.objectContaining({ ip: "10.1.0.1" })] },
  ]);
  expect(subsetsOf(service({ ports: [] }), backendsOf(service({ ports: [] }), [pod("a")], "IPv4"))).toEqual([]);
});

test.each([
  {
    ready: [600, 400],
    notReady: [0, 0],
    kept: [
      [600, 0],
      [400, 0],
    ],
    isTooMany: false,
  },
  {
    ready: [900, 0],
    notReady: [100, 300],
    kept: [
      [900, 25],
      [0, 75],
    ],
    isTooMany: true,
  },
  {
    ready: [1500, 500],
    notReady: [10, 10],
    kept: [
      [750, 0],
      [250, 0],
    ],
    isTooMany: true,
  },
])("of $ready ready and $notReady others $kept are kept", ({ ready, notReady, kept, isTooMany }) => {
  const addresses = (count = 0): { readonly ip: string }[] => Array.from({ length: count }, () => ({ ip: "10.1.0.1" }));
  const subsets = ready.map((count, index) => ({
    addresses: addresses(count),
    notReadyAddresses: addresses(notReady[index]),
  }));

  const { subsets: fitting, annotations } = withinCapacity(subsets);

  expect(fitting.map((each) => [each.addresses?.length ?? 0, each.notReadyAddresses?.length ?? 0])).toEqual(kept);
  expect(annotations).toEqual(isTooMany ? { "endpoints.kubernetes.io/over-capacity": "truncated" } : {});
});
