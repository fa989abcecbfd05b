/** Endpoints and EndpointSlices. */
import { cases, get, patch, post, put } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { creates, tried, updates, varied } from "../variations.ts";
import type { Variation } from "../variations.ts";

const endpoints = "/api/v1/namespaces/{{namespace}}/endpoints";
const goodEndpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "a" },
  subsets: [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ port: 80 }] }],
};

function subsets(...list: readonly object[]): readonly Variation[] {
  return list.map((subset) => ({ subsets: [subset] }));
}

const addresses = [{ ip: "10.1.2.3" }];
const badAddresses = [
  { ip: "" },
  { ip: "x" },
  { ip: "01.2.3.4" },
  { ip: "::ffff:1.2.3.4" },
  { ip: "127.0.0.1" },
  { ip: "169.254.0.1" },
  { ip: "224.0.0.1" },
  { ip: "0.0.0.0" },
  { ip: "::1" },
  { ip: "10.1.2.3", hostname: "Not_A_Label" },
  { ip: "10.1.2.3", nodeName: "Not_A_Name" },
  { ip: "2001:DB8::1" },
];

export const endpointsCases: readonly DifferentialCase[] = cases("endpoints", {
  subsets: creates(endpoints, goodEndpoints, [
    { subsets: null },
    { subsets: [] },
    ...subsets({}, { ports: [{ port: 80 }] }, { notReadyAddresses: addresses }, { addresses }),
  ]),
  addresses: creates(endpoints, goodEndpoints, subsets(...badAddresses.map((address) => ({ addresses: [address] })))),
  "not-ready": creates(endpoints, goodEndpoints, subsets({ notReadyAddresses: badAddresses })),
  ports: creates(
    endpoints,
    goodEndpoints,
    subsets(
      { addresses, ports: [{}] },
      { addresses, ports: [{ port: 70_000 }] },
      { addresses, ports: [{ port: 80 }, { port: 81 }] },
      { addresses, ports: [{ port: 80, name: "Not_A_Label" }] },
      { addresses, ports: [{ port: 80, protocol: "HTTP" }] },
      { addresses, ports: [{ port: 80, appProtocol: "not a name" }] },
    ),
  ),
  update: updates(endpoints, goodEndpoints, [
    ...subsets({ addresses: [{ ip: "x" }] }, {}),
    { metadata: { labels: { l: "1" } } },
  ]),
});

const slices = "/apis/discovery.k8s.io/v1/namespaces/{{namespace}}/endpointslices";
const goodSlice = {
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "a" },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.1.2.3"] }],
  ports: [{ name: "http", port: 80 }],
};

function endpointsOf(...list: readonly object[]): readonly Variation[] {
  return list.map((endpoint) => ({ endpoints: [{ addresses: ["10.1.2.3"], ...endpoint }] }));
}

function inFamily(addressType: string, ...texts: readonly string[]): readonly Variation[] {
  return texts.map((text) => ({ addressType, endpoints: [{ addresses: [text] }] }));
}

const many = (count: number, item: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => item(index));

export const endpointSliceCases: readonly DifferentialCase[] = cases("endpoint-slice", {
  "address-type": creates(slices, goodSlice, [
    { addressType: null },
    { addressType: "" },
    { addressType: "IPv5" },
    { addressType: "IPv6" },
    { addressType: "FQDN" },
  ]),
  ipv4: creates(slices, goodSlice, inFamily("IPv4", "x", "01.2.3.4", "::1", "2001:db8::1", "127.0.0.1", "0.0.0.0")),
  ipv6: creates(
    slices,
    goodSlice,
    inFamily("IPv6", "x", "1.2.3.4", "::1", "2001:db8::1", "2001:DB8::1", "::ffff:1.2.3.4"),
  ),
  names: creates(slices, goodSlice, inFamily("FQDN", "example.com", "example", "Not_A_Name", "example.com.")),
  endpoints: creates(slices, goodSlice, [
    { endpoints: null },
    { endpoints: [] },
    { endpoints: [{ addresses: [] }] },
    { endpoints: [{ addresses: null }] },
    { endpoints: [{ addresses: many(101, (index) => `10.1.2.${index}`) }] },
    { endpoints: [{ addresses: ["10.1.2.3", "10.1.2.3"] }] },
    { endpoints: many(1001, (index) => ({ addresses: [`10.1.${index >> 8}.${index & 255}`] })) },
    ...endpointsOf(
      { nodeName: "Not_A_Name" },
      { hostname: "Not_A_Label" },
      { hostname: "" },
      { zone: "z", nodeName: "n", conditions: { ready: true, serving: false } },
      { targetRef: { kind: "Pod", name: "p" } },
    ),
  ]),
  topology: creates(
    slices,
    goodSlice,
    endpointsOf(
      { deprecatedTopology: { a: "b" } },
      { deprecatedTopology: { "not a key": "b" } },
      { deprecatedTopology: Object.fromEntries(many(17, (index) => [`k${String(index)}`, "v"]) as [string, string][]) },
    ),
  ),
  hints: creates(
    slices,
    goodSlice,
    endpointsOf(
      { hints: { forZones: [{ name: "a" }, { name: "a" }] } },
      { hints: { forZones: [{ name: "not a value" }] } },
      { hints: { forZones: [{ name: "" }] } },
      { hints: { forZones: many(9, (index) => ({ name: `z${String(index)}` })) } },
      { hints: { forNodes: [{ name: "a" }, { name: "a" }] } },
      { hints: { forNodes: [{ name: "Not_A_Name" }] } },
      { hints: { forNodes: many(9, (index) => ({ name: `n${String(index)}` })) } },
    ),
  ),
  ports: creates(slices, goodSlice, [
    { ports: null },
    { ports: [] },
    { ports: [{}] },
    { ports: [{ name: "a" }, { name: "a" }] },
    { ports: [{}, {}] },
    { ports: [{ name: "Not_A_Label" }] },
    { ports: [{ protocol: "HTTP" }] },
    { ports: [{ port: 70_000 }] },
    { ports: [{ port: 0 }] },
    { ports: [{ appProtocol: "not a name" }] },
    { ports: many(20_001, () => ({})) },
  ]),
  update: updates(slices, goodSlice, [
    { addressType: "IPv6", endpoints: [{ addresses: ["2001:db8::1"] }] },
    { addressType: "IPv6" },
    { endpoints: [{ addresses: ["x"] }] },
    { metadata: { labels: { l: "1" } } },
  ]),
  generation: [
    post(slices, goodSlice),
    patch("merge", `${slices}/a`, { metadata: { labels: { l: "1" } } }),
    patch("merge", `${slices}/a`, { metadata: { annotations: { a: "1" } } }),
    put(`${slices}/a`, varied(goodSlice, { endpoints: [{ addresses: ["10.1.2.4"], conditions: { ready: false } }] })),
    get(`${slices}/a`, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }),
    ...tried(`${slices}/a`, goodSlice, [{}]),
  ],
});
