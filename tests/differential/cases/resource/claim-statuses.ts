/** The status of ResourceClaims: allocation, consumers, the state of devices, and the rights that changes need. */
import { cases, inAnyOrder, patch, post, put, remove, until } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest, DifferentialStep } from "../../case.ts";

const claims = "/apis/resource.k8s.io/v1/namespaces/{{namespace}}/resourceclaims";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const create = post(claims, {
  metadata: { name: "c", finalizers: ["a.example.com/f"] },
  spec: {
    devices: {
      requests: [
        { name: "r", exactly: { deviceClassName: "c" } },
        { name: "e", firstAvailable: [{ name: "a", deviceClassName: "c" }] },
      ],
    },
  },
});
const status = (body: object): DifferentialRequest => patch("merge", `${claims}/c/status`, { status: body });
const result = { request: "r", driver: "d.example.com", pool: "p", device: "d0" };
const allocated = (...results: object[]): object => ({ allocation: { devices: { results } } });
const consumer = (name: string): object => ({ resource: "pods", name, uid: name });
const state = (more: object = {}): object => ({ driver: "d.example.com", pool: "p", device: "d0", ...more });
const share = "0f3b9d2c-8c1d-4f5a-9b6e-1a2b3c4d5e6f";
const condition = {
  type: "Ready",
  status: "True",
  reason: "R",
  message: "",
  lastTransitionTime: "2020-01-02T03:04:05Z",
};
const devices = (...list: object[]): DifferentialRequest => status({ devices: list });

export const claimDeviceCases: readonly DifferentialCase[] = cases("claim-device", {
  allocation: [
    create,
    status(allocated({})),
    status(allocated({ ...result, request: "x", driver: "-", pool: "/", device: "D" })),
    status(allocated({ ...result, request: "e/x" }, { ...result, request: "e/a/b" })),
    status(allocated({ ...result, shareID: "x" })),
    status(allocated({ ...result, shareID: share.toUpperCase() })),
    status(allocated({ ...result, shareID: `{${share}}` })),
    status(allocated({ ...result, shareID: `urn:uuid:${share}` })),
    status(allocated({ ...result, shareID: `xrn:uuid:${share}` })),
    status(allocated({ ...result, shareID: `[${share}]` })),
    status(allocated({ ...result, shareID: share.replaceAll("-", "") })),
    status(allocated({ ...result, shareID: share.replaceAll("-", "x") })),
    status(allocated({ ...result, bindingConditions: ["a"] })),
    status(allocated(...times(33, () => ({})))),
    status({ allocation: { devices: { config: [{}] } } }),
    status({
      allocation: { devices: { config: [{ source: "x", requests: ["x"], opaque: { driver: "d", parameters: {} } }] } },
    }),
    status({ allocation: { devices: { config: times(65, () => ({})) } } }),
    status({ allocation: { nodeSelector: { nodeSelectorTerms: [] } } }),
    status({ ...allocated({ ...result, tolerations: [{ key: "a b", operator: "x" }] }), reservedFor: [consumer("a")] }),
    status({ reservedFor: [consumer("a"), consumer("b")] }),
    status(allocated({ ...result, device: "d1" })),
    status({ allocation: null }),
    status({ allocation: null, reservedFor: null }),
    status({ allocation: {} }),
  ],
  consumers: [
    create,
    status({ reservedFor: [consumer("a")] }),
    status({ reservedFor: [{}] }),
    status({ ...allocated(result), reservedFor: [consumer("a"), consumer("a")] }),
    status({ ...allocated(result), reservedFor: times(257, (index) => consumer(`p${index}`)) }),
    status({ ...allocated(result), reservedFor: [consumer("a"), consumer("b")] }),
    remove(`${claims}/c`),
    status({ reservedFor: [consumer("a"), consumer("c")] }),
    status({ reservedFor: [consumer("a")] }),
    status({ allocation: null, reservedFor: null }),
  ],
  states: [
    create,
    devices(state()),
    status(allocated(result, { ...result, device: "d1", shareID: share })),
    devices(state()),
    devices(state({ device: "d1" })),
    devices(state({ device: "d1", shareID: share }), state()),
    devices(state(), state()),
    devices({}),
    devices(state({ conditions: [{}] })),
    devices(state({ conditions: times(9, (index) => ({ ...condition, type: `T${index}` })) })),
    devices(state({ conditions: [condition], data: { a: [1] } })),
    devices(state({ data: [1] })),
    devices(state({ data: "x" })),
    devices(state({ data: null })),
    devices(state({ data: { a: "b".repeat(10_233) } })),
    devices(state({ networkData: {} })),
    devices(state({ networkData: { interfaceName: "e".repeat(257), hardwareAddress: "h".repeat(129) } })),
    devices(state({ networkData: { ips: ["10.1.2.3/24", "2001:db8::1/64"] } })),
    devices(state({ networkData: { ips: ["10.1.2.3", "10.1.2.3/24", "10.1.2.3/24"] } })),
    devices(state({ networkData: { ips: ["010.1.2.3/24"] } })),
    devices(state({ networkData: { ips: ["2001:DB8::1/64"] } })),
    devices(state({ networkData: { ips: ["::ffff:10.1.2.3/120"] } })),
    devices(state({ networkData: { ips: ["::ffff:10.1.2.3/24"] } })),
    devices(state({ networkData: { ips: ["10.1.2.3/33"] } })),
    devices(state({ networkData: { ips: times(17, (index) => `10.1.2.${index}/24`) } })),
    status({ allocation: null }),
    status({ ...allocated({ ...result, device: "d2" }), devices: [state()] }),
  ],
  "admin-access": [
    create,
    status(allocated({ ...result, adminAccess: true })),
    status(allocated({ ...result, adminAccess: false })),
    status({ allocation: null }),
    patch("merge", "/api/v1/namespaces/{{namespace}}", {
      metadata: { labels: { "resource.kubernetes.io/admin-access": "true" } },
    }),
    status(allocated({ ...result, adminAccess: true })),
    patch("merge", "/api/v1/namespaces/{{namespace}}", { metadata: { labels: null } }),
    status({ reservedFor: [consumer("a")] }),
    status({ ...allocated({ ...result, adminAccess: true }, { ...result, adminAccess: true }) }),
  ],
});

const as = (
  user: string,
  request: DifferentialRequest,
  more: Readonly<Record<string, string>> = {},
): DifferentialRequest => ({
  ...request,
  headers: { ...request.headers, "impersonate-user": user, ...more },
});
const user = "{{namespace}}-user";
const node = { "impersonate-extra-authentication.kubernetes.io%2fnode-name": "n" };
const account = "system:serviceaccount:{{namespace}}:default";
const rule = (resource: string, verbs: readonly string[], more: object = {}): object => ({
  apiGroups: ["resource.k8s.io"],
  resources: [resource],
  verbs,
  ...more,
});

/** Gives users of the case these rights. */
const grant = (name: string, ...rules: object[]): readonly DifferentialStep[] => [
  post(`${rbac}/clusterroles`, { metadata: { name: `{{namespace}}-${name}` }, rules }),
  post(`${rbac}/clusterrolebindings`, {
    metadata: { name: `{{namespace}}-${name}` },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `{{namespace}}-${name}` },
    subjects: [
      { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user },
      { kind: "ServiceAccount", name: "default", namespace: "{{namespace}}" },
    ],
  }),
];
const onNode = {
  allocation: {
    devices: { results: [result, { ...result, driver: "e.example.com" }] },
    nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] }] },
  },
};

export const claimRightCases: readonly DifferentialCase[] = cases("claim-right", {
  binding: [
    create,
    ...grant("status", rule("resourceclaims/status", ["update", "patch"])),
    until(422, as(user, status(allocated(result)))),
    as(user, status({ reservedFor: [consumer("a")] })),
    as(user, status({})),
    as(user, put(`${claims}/c/status`, { metadata: { name: "c" }, status: allocated(result) })),
    ...grant("binding", rule("resourceclaims/binding", ["patch"])),
    until(200, as(user, status(allocated(result)))),
    as(user, put(`${claims}/c/status`, { metadata: { name: "c" } })),
    as(user, status(allocated({ ...result, device: "d1" }))),
  ],
  drivers: [
    create,
    status(onNode),
    ...grant("status", rule("resourceclaims/status", ["update", "patch"])),
    until(422, as(user, devices(state()))),
    as(user, devices(state(), state({ driver: "e.example.com" }), state({ driver: "x" }))),
    until(422, as(account, devices(state()), node)),
    as(account, devices(state()), { ...node, "impersonate-extra-authentication.kubernetes.io%2fnode-name": "m" }),
    as(user, devices(state()), node),
    ...grant("node", rule("resourceclaims/driver", ["associated-node:patch"], { resourceNames: ["d.example.com"] })),
    until(200, as(account, devices(state()), node)),
    as(account, devices(state({ driver: "e.example.com" })), node),
    as(account, devices(state(), state({ driver: "e.example.com" })), node),
    as(user, devices(state({ data: { a: 1 } })), node),
    ...grant("any", rule("resourceclaims/driver", ["arbitrary-node:*"])),
    until(422, as(user, devices(state({ data: { a: 1 } })))),
    ...grant("any-patch", rule("resourceclaims/driver", ["arbitrary-node:patch"])),
    until(200, as(user, devices(state({ data: { a: 1 } })))),
    as(user, devices(state({ driver: "e.example.com" }))),
    inAnyOrder(as(user, put(`${claims}/c/status`, { metadata: { name: "c" }, status: { ...onNode } }))),
    as(user, status({ devices: null })),
  ],
});
