/** ResourceSlices: drivers, pools, nodes, devices and counters. */
import { cases, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialStep } from "../../case.ts";

const slices = "/apis/resource.k8s.io/v1/resourceslices";
const name = "{{namespace}}";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const long = (count: number): string => "a".repeat(count);
const pool = { name: "p", generation: 1, resourceSliceCount: 1 };
const valid = { driver: "d.example.com", nodeName: "n", pool };
const { nodeName: _, ...withoutNode } = valid;

const slice = (spec: object): DifferentialStep => post(`${slices}?dryRun=All`, { metadata: { name }, spec });
const changed = (more: object): DifferentialStep => slice({ ...valid, ...more });
const onNodes = (more: object): DifferentialStep => slice({ ...withoutNode, ...more });
const devices = (...list: object[]): DifferentialStep => changed({ devices: list });
const device = (more: object): DifferentialStep => devices({ name: "d", ...more });
const attributes = (map: object): DifferentialStep => device({ attributes: map });
const capacity = (requestPolicy: object, value = "10", allowMultipleAllocations = true): DifferentialStep =>
  device({ allowMultipleAllocations, capacity: { memory: { value, requestPolicy } } });
const ownNodes = (more: object): DifferentialStep =>
  onNodes({ perDeviceNodeSelection: true, devices: [{ name: "d", ...more }] });
const selector = (...nodeSelectorTerms: object[]): object => ({ nodeSelector: { nodeSelectorTerms } });
const term = { matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] };
const consuming = (...consumesCounters: object[]): DifferentialStep => device({ consumesCounters });
const counters = { memory: { value: "1Gi" } };

export const resourceSliceCases: readonly DifferentialCase[] = cases("resource-slice", {
  fields: [
    slice({}),
    slice(valid),
    changed({ driver: "" }),
    changed({ driver: "D.example.com" }),
    changed({ driver: "-" }),
    changed({ driver: long(64) }),
    changed({ pool: {} }),
    changed({ pool: { name: "P/_/q", generation: -1, resourceSliceCount: -1 } }),
    changed({ pool: { ...pool, name: `${long(127)}/${long(126)}` } }),
    changed({ pool: { ...pool, name: "a//b" } }),
    post(`${slices}?dryRun=All`, { metadata: { name: "A_" }, spec: { ...valid, driver: "" } }),
  ],
  nodes: [
    onNodes({}),
    onNodes({ nodeName: "" }),
    onNodes({ nodeName: "N_" }),
    onNodes({ allNodes: true }),
    onNodes({ allNodes: false }),
    onNodes({ perDeviceNodeSelection: false }),
    onNodes({ nodeName: "n", allNodes: true, perDeviceNodeSelection: true, ...selector(term) }),
    onNodes({ perDeviceNodeSelection: true }),
    onNodes(selector(term)),
    onNodes(selector()),
    onNodes(selector(term, { matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] })),
    onNodes(selector({ matchExpressions: [{ key: "a b", operator: "Near" }] })),
  ],
  "device-nodes": [
    ownNodes({}),
    ownNodes({ nodeName: "n" }),
    ownNodes({ nodeName: "" }),
    ownNodes({ nodeName: "N" }),
    ownNodes({ allNodes: true }),
    ownNodes({ allNodes: false }),
    ownNodes(selector(term)),
    ownNodes(selector()),
    ownNodes({ nodeName: "n", allNodes: true, ...selector(term) }),
    device({ nodeName: "n" }),
    device({ allNodes: false }),
    device(selector(term)),
  ],
  devices: [
    devices(),
    devices({}),
    devices({ name: "D_" }, { name: "a" }, { name: "a" }),
    devices(...times(128, (index) => ({ name: `d${index}` }))),
    devices(...times(129, () => ({}))),
    devices(
      ...times(65, (index) => ({
        name: `d${index}`,
        ...(index === 3 ? { taints: [{ key: "a", effect: "None" }] } : {}),
      })),
    ),
    changed({ devices: [{ name: "d" }], sharedCounters: [{ name: "s", counters }] }),
    device({ bindsToNode: true, bindingConditions: ["a"], bindingFailureConditions: ["b"] }),
    device({ bindingConditions: ["a", "a b", "a"], bindingFailureConditions: ["a", "c", "c"] }),
    device({ bindingConditions: ["a"] }),
    device({ bindingFailureConditions: ["a"] }),
    device({ bindingConditions: times(5, String), bindingFailureConditions: times(5, (index) => `x${index}`) }),
    device({ nodeAllocatableResourceMappings: { x: {} } }),
  ],
  taints: [
    device({ taints: [{}] }),
    device({ taints: [{ key: "a b", value: "c d", effect: "Never" }] }),
    device({
      taints: [
        { key: "a", value: "b", effect: "NoSchedule" },
        { key: "a", effect: "NoExecute" },
      ],
    }),
    device({ taints: times(17, () => ({})) }),
    device({ taints: [{ key: "a", effect: "None", timeAdded: "2020-01-02T03:04:05Z" }] }),
  ],
  attributes: [
    attributes({
      "d.example.com/model": { string: "x" },
      size: { int: 5 },
      ok: { bool: false },
      v: { version: "1.2.3-a+b" },
    }),
    attributes({ a: {} }),
    attributes({ a: { string: "x", int: 1 } }),
    attributes({ a: { bool: true, version: "1" } }),
    attributes({ a: { string: long(65) } }),
    attributes({ a: { version: "1.2" } }),
    attributes({ a: { version: `1.2.3-${long(65)}` } }),
    attributes({ a: { ints: [1], bools: [true] } }),
    attributes({ a: { int: 1, strings: ["x"], versions: [] } }),
    attributes({ "": { int: 1 } }),
    attributes({ "a-b": { int: 1 } }),
    attributes({ "a/b/c": { int: 1 } }),
    attributes({ "/b": { int: 1 } }),
    attributes({ "a/": { int: 1 } }),
    attributes({ "A_/b": { int: 1 } }),
    attributes({ [long(33)]: { int: 1 } }),
    attributes({ [`${long(100)}`]: {} }),
    attributes(Object.fromEntries(times(33, (index) => [`a${index}`, { int: index }]))),
    attributes(Object.fromEntries(times(49, (index) => [`a${index}`, { int: index }]))),
  ],
  capacity: [
    device({ capacity: { memory: { value: "1Gi" }, "d/x": { value: "1.5" } } }),
    device({ capacity: { "a b": { value: "1" } } }),
    device({ capacity: { memory: {} } }),
    capacity({ default: "1" }, "10", false),
    capacity({}),
    capacity({ default: "1" }),
    capacity({ validValues: ["1", "2"] }),
    capacity({ default: "1", validValues: ["1", "2"], validRange: { min: "1" } }),
    capacity({ default: "1", validValues: ["1", "2", "1Ki"] }),
    capacity({ default: "3", validValues: ["2", "1", "2"] }),
    capacity({ default: "1", validValues: times(11, (index) => `${index}`) }),
    capacity({ validRange: { min: "1" } }),
    capacity({ default: "1", validRange: {} }),
    capacity({ default: "1", validRange: { min: "1", max: "9", step: "2" } }),
    capacity({ default: "0", validRange: { min: "11", max: "10" } }),
    capacity({ default: "9", validRange: { min: "1", max: "8", step: "3" } }),
    capacity({ default: "3", validRange: { min: "2", max: "12", step: "9" } }),
    capacity({ default: "1Gi", validRange: { min: "512Mi", max: "2Gi", step: "256Mi" } }, "4Gi"),
  ],
  counters: [
    onNodes({ nodeName: "n", sharedCounters: [{ name: "s", counters }] }),
    onNodes({ nodeName: "n", sharedCounters: [{}] }),
    onNodes({ nodeName: "n", sharedCounters: [{ name: "S", counters: { "a b": { value: "1" } } }] }),
    onNodes({
      nodeName: "n",
      sharedCounters: [
        { name: "s", counters },
        { name: "s", counters },
      ],
    }),
    onNodes({ nodeName: "n", sharedCounters: times(9, () => ({})) }),
    onNodes({
      nodeName: "n",
      sharedCounters: [
        { name: "s", counters: Object.fromEntries(times(33, (index) => [`c${index}`, { value: "1" }])) },
      ],
    }),
    consuming({ counterSet: "s", counters }),
    consuming({}),
    consuming({ counterSet: "S", counters: { X: { value: "1" } } }),
    consuming({ counterSet: "s", counters }, { counterSet: "s", counters }),
    consuming(...times(3, () => ({}))),
  ],
  updates: [
    post(slices, {
      metadata: { name },
      spec: { ...valid, devices: [{ name: "d", taints: [{ key: "a", effect: "None" }] }] },
    }),
    patch("merge", `${slices}/${name}`, { spec: { driver: "e.example.com" } }),
    patch("merge", `${slices}/${name}`, { spec: { nodeName: "m", pool: { name: "q" } } }),
    patch("merge", `${slices}/${name}`, { spec: { nodeName: null, allNodes: true } }),
    patch("merge", `${slices}/${name}`, { spec: { pool: { generation: 2 } } }),
    patch("merge", `${slices}/${name}`, { metadata: { labels: { a: "b" } } }),
    put(`${slices}/${name}`, {
      metadata: { name },
      spec: { ...valid, devices: [{ name: "d", attributes: { a: { ints: [1], int: 2 } } }] },
    }),
    get(`${slices}/${name}`),
    post(slices, { metadata: { name: "{{namespace}}-2" }, spec: { ...valid, driver: "D.Example.com" } }),
    patch("merge", `${slices}/${name}-2`, { metadata: { labels: { a: "b" } } }),
  ],
});
