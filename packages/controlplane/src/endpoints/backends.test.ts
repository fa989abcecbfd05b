// The backends of a Service: its Pods with their addresses, ports and states.
import { expect, test } from "vitest";
import { pod, service } from "../testdata/endpoints.ts";
import type { PodShape } from "../testdata/endpoints.ts";
import { addressFamiliesOf, backendsOf, endpointLabels } from "./backends.ts";

const leaving = "2026-01-01T00:01:00Z";

test.each<{ title: string; shape: PodShape; all?: boolean; states: readonly boolean[] }>([
  { title: "is ready", shape: {}, states: [true, true, false] },
  { title: "is not ready", shape: { ready: false }, states: [false, false, false] },
  {
    title: "is not ready, with publishNotReadyAddresses",
    shape: { ready: false },
    all: true,
    states: [true, false, false],
  },
  { title: "is terminating", shape: { deletionTimestamp: leaving }, states: [false, true, true] },
  {
    title: "is terminating, with publishNotReadyAddresses",
    shape: { deletionTimestamp: leaving },
    all: true,
    states: [true, true, true],
  },
])("a Pod that $title is ready, serving, terminating: $states", ({ shape, all = false, states }) => {
  const [backend] = backendsOf(service({ publishNotReadyAddresses: all }), [pod("a", shape)], "IPv4");

  expect([backend?.isReady, backend?.isServing, backend?.isTerminating]).toEqual(states);
});

test("a finished Pod and a Pod without an address of the family are not backends", () => {
  const pods = [
    pod("ended", { phase: "Succeeded" }),
    pod("new", { ips: [] }),
    pod("both", { ips: ["10.1.0.2", "fd00::2"] }),
  ];

  expect(backendsOf(service(), pods, "IPv4").map(({ ip }) => ip)).toEqual(["10.1.0.2"]);
  expect(backendsOf(service(), pods, "IPv6").map(({ ip }) => ip)).toEqual(["fd00::2"]);
});

test("a named port is found in containers and sidecars, not in other init containers", () => {
  const named = (name: string, containerPort: number): object => ({
    name: `c${containerPort}`,
    image: "i",
    ports: [{ name, containerPort, protocol: "TCP" }],
  });
  const init = [
    { ...named("early", 1), name: "init" },
    { ...named("side", 2), restartPolicy: "Always" },
  ];
  const shape = { spec: { containers: [named("web", 3)], initContainers: init } } as unknown as PodShape;
  const ports = ["web", "side", "early"].map((targetPort, index) => ({ name: targetPort, port: index, targetPort }));

  const [backend] = backendsOf(service({ ports }), [pod("a", shape)], "IPv4");

  expect(backend?.ports.map(({ name, port }) => [name, port])).toEqual([
    ["web", 3],
    ["side", 2],
  ]);
});

test("a Pod has a hostname in the Service that its subdomain names", () => {
  const named = pod("a", { spec: { hostname: "db-0", subdomain: "web" } });
  const other = pod("b", { spec: { hostname: "db-1", subdomain: "else" } });

  expect(backendsOf(service(), [named, other], "IPv4").map(({ hostname }) => hostname)).toEqual(["db-0", undefined]);
});

test("the labels are those of the Service, and the label for headless Services is set from its spec", () => {
  const mark = { "service.kubernetes.io/headless": "said" };

  expect(endpointLabels(service({}, { team: "a", ...mark }), { by: "us" })).toEqual({ team: "a", by: "us" });
  expect(endpointLabels(service({ clusterIP: "None" }, mark), {})).toEqual({ "service.kubernetes.io/headless": "" });
});

test("the families are those of the Service. Default: IPv4", () => {
  expect(addressFamiliesOf(service({ ipFamilies: ["IPv6", "IPv4"] }))).toEqual(["IPv6", "IPv4"]);
  expect(addressFamiliesOf(service())).toEqual(["IPv4"]);
});
