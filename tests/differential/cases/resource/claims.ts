/** The requests, constraints and configuration of ResourceClaims, and those of their templates. */
import { cases, inAnyOrder, patch, post } from "../../case.ts";
import type { DifferentialCase, DifferentialStep } from "../../case.ts";

const group = "/apis/resource.k8s.io/v1/namespaces/{{namespace}}";
const claims = `${group}/resourceclaims`;
const templates = `${group}/resourceclaimtemplates`;

const long = (count: number, text = "a"): string => text.repeat(count);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A create of a claim with this spec of devices. All claims of a case have one name, so at most one can be valid, unless it is a dry run. */
const claim = (devices: object | null): DifferentialStep =>
  post(`${claims}?dryRun=All`, { metadata: { name: "c" }, spec: { devices } });
const exactly = (more: object): DifferentialStep =>
  claim({ requests: [{ name: "r", exactly: { deviceClassName: "c", ...more } }] });
const alternatives = (...firstAvailable: object[]): DifferentialStep =>
  claim({ requests: [{ name: "r", firstAvailable }] });
const selecting = (expression: unknown): DifferentialStep => exactly({ selectors: [{ cel: { expression } }] });
const request = { name: "r", exactly: { deviceClassName: "c" } };
const either = { name: "e", firstAvailable: [{ name: "a", deviceClassName: "c" }] };
const constrained = (...constraints: object[]): DifferentialStep => claim({ requests: [request, either], constraints });
const configured = (...config: object[]): DifferentialStep => claim({ requests: [request, either], config });
const opaque = (parameters?: unknown, driver = "d.example.com"): object => ({ opaque: { driver, parameters } });
const tolerating = (...tolerations: object[]): DifferentialStep => exactly({ tolerations });

export const claimSpecCases: readonly DifferentialCase[] = cases("claim-spec", {
  requests: [
    post(`${claims}?dryRun=All`, { metadata: { name: "c" } }),
    post(`${claims}?dryRun=All`, { metadata: { name: "C_" }, spec: { devices: { requests: [{ name: "" }] } } }),
    claim(null),
    claim({}),
    claim({ requests: [] }),
    claim({ requests: [{ name: "r" }] }),
    claim({ requests: [{ name: "r", exactly: {} }] }),
    claim({ requests: [{ name: "r", exactly: { deviceClassName: "c" }, firstAvailable: [{ name: "a" }] }] }),
    claim({ requests: [{ name: "R/_", exactly: { deviceClassName: "C" } }] }),
    claim({ requests: [request, request, { ...request, name: "s" }] }),
    claim({ requests: times(32, (index) => ({ ...request, name: `r${index}` })) }),
    claim({ requests: times(33, () => ({})) }),
    claim({ requests: [{ name: long(64), exactly: { deviceClassName: long(254) } }] }),
  ],
  counts: [
    exactly({ count: 3 }),
    exactly({ count: -1 }),
    exactly({ count: 0 }),
    exactly({ allocationMode: "All" }),
    exactly({ allocationMode: "All", count: 1 }),
    exactly({ allocationMode: "ExactCount", count: -2 }),
    exactly({ allocationMode: "Some" }),
    exactly({ allocationMode: "" }),
    exactly({ capacity: { requests: { memory: "1Gi", "a b": "1000m" } } }),
    alternatives({ name: "a", deviceClassName: "c", allocationMode: "All", count: 2 }),
    alternatives({ name: "a", deviceClassName: "c", allocationMode: "Some" }),
  ],
  alternatives: [
    alternatives({ name: "a", deviceClassName: "c" }, { name: "b", deviceClassName: "c", count: 2 }),
    alternatives({}),
    alternatives({ name: "A", deviceClassName: "_" }),
    alternatives({ name: "a", deviceClassName: "c" }, { name: "a", deviceClassName: "c" }),
    alternatives(...times(9, () => ({}))),
    alternatives({ name: "a", deviceClassName: "c", selectors: [{}] }),
    alternatives({ name: "a", deviceClassName: "c", tolerations: [{ effect: "x" }] }),
  ],
  tolerations: [
    tolerating({}),
    tolerating({ key: "a b", operator: "Exists", value: "v" }),
    tolerating({ key: "a", operator: "Equal", value: "a b" }),
    tolerating({ key: "a", operator: "In" }),
    tolerating({ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: -1 }),
    tolerating({ key: "a", effect: "Never" }),
    tolerating({ key: "a", effect: "None" }, { key: "a", effect: "NoSchedule" }),
    tolerating(...times(17, () => ({ operator: "Exists" }))),
  ],
  constraints: [
    constrained({ matchAttribute: "d.example.com/model" }, { distinctAttribute: "d.example.com/model" }),
    constrained({}),
    constrained({ requests: ["r"] }),
    constrained({ requests: ["r", "e", "e/a"], matchAttribute: "d/model" }),
    constrained({ requests: ["r", "r", "x", "e/x", "r/a", "a/b/c", "R"], matchAttribute: "d/model" }),
    constrained({ matchAttribute: "model" }),
    constrained({ matchAttribute: "" }),
    constrained({ matchAttribute: "/" }),
    constrained({ matchAttribute: "d/" }),
    constrained({ matchAttribute: "/m" }),
    constrained({ matchAttribute: "a/b/c" }),
    constrained({ matchAttribute: "D_/m-n" }),
    constrained({ distinctAttribute: `${long(64)}/${long(33)}` }),
    constrained({ matchAttribute: "d/a", distinctAttribute: "x" }),
    constrained(...times(33, () => ({}))),
    constrained({ requests: times(33, (index) => `r${index}`), matchAttribute: "d/a" }),
  ],
  configuration: [
    configured(opaque({ a: 1 })),
    configured({ ...opaque({}), requests: ["r", "e/a"] }),
    configured({ ...opaque({}), requests: ["x", "r", "r"] }),
    configured({}),
    configured({ opaque: {} }),
    configured(opaque(null)),
    configured(opaque([1])),
    configured(opaque("text")),
    configured(opaque(5)),
    configured(opaque({}, "")),
    configured(opaque({}, "D.example.com")),
    configured(opaque({}, "-d")),
    configured(opaque({}, long(64))),
    configured(opaque({ a: long(10_232) })),
    configured(opaque({ a: long(10_233) })),
    configured(...times(33, () => ({}))),
  ],
  templates: [
    post(`${templates}?dryRun=All`, { metadata: { name: "t" }, spec: {} }),
    post(`${templates}?dryRun=All`, { metadata: { name: "t" }, spec: { spec: { devices: { requests: [{}] } } } }),
    inAnyOrder(
      post(`${templates}?dryRun=All`, {
        metadata: { name: "t" },
        spec: { metadata: { labels: { "a b": "c" }, annotations: { "x y": "z" }, name: "n", finalizers: ["f"] } },
      }),
    ),
    post(templates, { metadata: { name: "t" }, spec: { metadata: { labels: { a: "b" } }, spec: { devices: {} } } }),
    patch("merge", `${templates}/t`, { spec: { spec: { devices: { requests: [{ name: "R" }] } } } }),
  ],
});

export const deviceSelectorCases: readonly DifferentialCase[] = cases("device-selector", {
  forms: [
    exactly({ selectors: [{}] }),
    exactly({ selectors: [{ cel: {} }] }),
    exactly({ selectors: times(33, () => ({})) }),
    selecting(""),
    selecting("true"),
    selecting("device.driver == 'd.example.com'"),
    selecting("device.driver"),
    selecting("device"),
    selecting("device.attributes['d'].healthy"),
    selecting("device.attributes['d'].model == 'x' && device.attributes['d'].size > 2"),
    selecting("device.attributes['d'].version.isGreaterThan(semver('1.2.3'))"),
    selecting("device.attributes['d']"),
    selecting("device.attributes"),
    selecting("device.attributes.d.x"),
    selecting("'d' in device.attributes && has(device.attributes['d'].x)"),
    selecting("device.capacity['d'].memory.compareTo(quantity('1Gi')) >= 0"),
    selecting("device.capacity['d'].memory"),
    selecting("device.allowMultipleAllocations"),
    selecting("device.model == 'x'"),
    selecting("devices.exists(x, true)"),
    selecting("device.driver == 5"),
    selecting("device.driver ="),
    selecting("cel.bind(d, device.attributes['d'], d.a && d.b)"),
    selecting("cel.bind(device.driver, 1, true)"),
    selecting("dyn(device.driver)"),
    selecting("[1, 2]"),
    selecting("{'a': 1}.a"),
    selecting("timestamp('2020-01-01T00:00:00Z')"),
    selecting("optional.of(true)"),
    selecting("device.driver.matches('[')"),
    selecting("5 / 0"),
    selecting("1 / 0 == 1"),
  ],
  "unknown-types": [
    selecting("device.attributes['d'].list.exists(x, x == 1)"),
    selecting("device.attributes['d'].list.map(x, x)"),
    selecting("device.attributes['d'].a + 1"),
    selecting("device.attributes['d'].a + device.attributes['d'].b"),
    selecting("device.attributes['d'].a.b.c"),
    selecting("device.attributes['d'].a[0]"),
    selecting("device.attributes['d'].a ? 1 : 'x'"),
    selecting("true ? device.attributes['d'].a : 'x'"),
    selecting("[device.attributes['d'].a, 1][0]"),
    selecting("device.attributes['d'].a == null"),
    selecting("device.attributes['d'].?a.orValue(false)"),
    selecting("device.attributes[?'d'].?a.orValue('x')"),
    selecting("!device.attributes['d'].a"),
    selecting("size(device.attributes['d'].a) > 0"),
    selecting("device.attributes['d'].a.startsWith('x')"),
    selecting("device.attributes.exists(d, device.attributes[d].exists(n, n == 'x'))"),
    selecting("type(device.attributes['d'].a) == string"),
    selecting("device.attributes['d'].includes('x')"),
  ],
  costs: [
    selecting(`device.driver == '${long(10_200)}'`),
    selecting(`device.driver == '${long(10_300)}'`),
    selecting("device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, true)))"),
    selecting(
      "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, true))))",
    ),
    selecting("device.attributes['d'].all(a, a.matches('^(a+)+$'))"),
    selecting("device.attributes['d'].a.matches('^a')"),
    selecting("[1,2,3,4,5,6,7,8].all(a, device.attributes['d'].all(b, device.capacity['d'].all(c, b == c)))"),
    selecting("device.driver.replace('a', 'b').contains(device.driver)"),
    selecting(
      "device.attributes.all(a, device.attributes[a].all(n, device.attributes[a][n] == device.attributes['d'].x))",
    ),
    selecting("device.capacity.all(a, device.capacity[a].all(n, device.capacity[a][n].isGreaterThan(quantity('1'))))"),
    selecting(
      "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes['d'].s.contains(a))))",
    ),
    selecting("device.attributes.all(a, device.attributes.all(b, a.contains(b)))"),
    selecting(
      "device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, a.contains(b) && b.contains(c))))",
    ),
  ],
});
