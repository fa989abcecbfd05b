/** Apply to lists and maps: by keys, by value, or atomic. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { apply, deployment, deployments, one, two } from "./apply-requests.ts";

const path = `${deployments}/d`;
const services = "/api/v1/namespaces/{{namespace}}/services";
const service = (ports: readonly object[], spec: object = {}): object => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s" },
  spec: { clusterIP: "None", ports, ...spec },
});
const ports = (...list: readonly object[]): object => deployment([{ ...one, ports: list }]);
const condition = (type: string): object => ({ type, status: "True" });
const status = (conditions: readonly object[]): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  status: { conditions },
});
const three = { name: "three", image: "example.com/three:1" };

export const applyListCases: readonly DifferentialCase[] = cases("apply-list", {
  "by-name": [
    apply(path, "m1", deployment([one, two])),
    apply(path, "m2", deployment([three])),
    apply(path, "m1", deployment([two, one])),
    apply(path, "m1", deployment([two])),
    get(path),
  ],
  "by-defaulted-keys": [
    apply(path, "m1", ports({ containerPort: 80 })),
    apply(path, "m1", ports({ containerPort: 80, protocol: "TCP" }, { containerPort: 80, protocol: "UDP" })),
    apply(path, "m2", ports({ containerPort: 80, name: "http" })),
  ],
  "duplicate-keys": [
    apply(path, "m1", ports({ containerPort: 80 }, { containerPort: 80, protocol: "TCP" })),
    apply(path, "m1", deployment([one, one])),
    apply(path, "m1", deployment([{ ...one, env: [{ name: "A" }, { name: "A" }] }])),
  ],
  "missing-key": [
    apply(path, "m1", deployment([{ image: "example.com/one:1" }])),
    apply(path, "m1", ports({ protocol: "TCP" })),
  ],
  atomic: [
    apply(
      path,
      "m1",
      deployment([{ ...one, args: ["a", "b"] }], {}, { tolerations: [{ key: "a", operator: "Exists" }] }),
    ),
    apply(path, "m2", deployment([{ name: "one", args: ["c"] }])),
    apply(path, "m2&force=true", deployment([{ name: "one", args: ["c"] }])),
    apply(path, "m1", deployment([one])),
  ],
  "duplicates-already-there": [
    post(deployments, deployment([one])),
    patch("merge", `${path}/status`, { status: { conditions: [condition("A"), condition("A"), condition("B")] } }),
    apply(`${path}/status`, "m1", status([condition("B")])),
    apply(`${path}/status`, "m1&force=true", status([{ ...condition("A"), status: "False" }])),
  ],
  "of-a-service": [
    apply(`${services}/s`, "m1", service([{ name: "http", port: 80 }], { selector: { app: "a" } })),
    apply(`${services}/s`, "m2", service([{ name: "https", port: 443, protocol: "TCP" }])),
    apply(`${services}/s`, "m1", service([{ name: "http", port: 80, targetPort: 8080 }], { selector: { app: "b" } })),
  ],
  "of-finalizers": [
    apply(path, "m1", { ...deployment([one]), metadata: { name: "d", finalizers: ["example.com/a"] } }),
    apply(path, "m2", {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { finalizers: ["example.com/b", "example.com/a"] },
    }),
    apply(path, "m1", deployment([one])),
    patch("merge", path, { metadata: { finalizers: null } }),
  ],
  "item-removed-by-another-manager": [
    apply(path, "m1", deployment([one, two])),
    patch("strategic", path, { spec: { template: { spec: { containers: [{ name: "two", $patch: "delete" }] } } } }),
    apply(path, "m1", deployment([one, two])),
  ],
  "volumes-and-mounts": [
    apply(
      path,
      "m1",
      deployment(
        [{ ...one, volumeMounts: [{ name: "v", mountPath: "/v" }] }],
        {},
        { volumes: [{ name: "v", emptyDir: {} }] },
      ),
    ),
    apply(
      path,
      "m2",
      deployment(
        [{ name: "one", volumeMounts: [{ name: "v", mountPath: "/w" }] }],
        {},
        { volumes: [{ name: "w", configMap: { name: "w" } }] },
      ),
    ),
    apply(
      path,
      "m1",
      deployment(
        [{ ...one, volumeMounts: [{ name: "v", mountPath: "/v" }] }],
        {},
        { volumes: [{ name: "v", secret: { secretName: "s" } }] },
      ),
    ),
  ],
});
