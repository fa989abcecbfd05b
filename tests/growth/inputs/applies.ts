/** Applies and updates. */
import type { GrowingInput } from "../input.ts";
import { apps, container, json, list, map } from "../input.ts";
import { apply, containers, deployment, deploymentOf, maps } from "./patched-objects.ts";

export const applyInputs: readonly GrowingInput[] = [
  {
    name: "apply of data",
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: map(n, (index) => [`k${index}`, "v"]) },
        apply,
      ),
  },
  {
    name: "apply of containers",
    request: (n) => json("PATCH", `${deployment}?fieldManager=m`, deploymentOf({ containers: containers(n) }), apply),
  },
  {
    name: "second apply of containers",
    before: (n) => [json("PATCH", `${deployment}?fieldManager=m`, deploymentOf({ containers: containers(n) }), apply)],
    request: (n) =>
      json(
        "PATCH",
        `${deployment}?fieldManager=m`,
        deploymentOf({ containers: list(n, (index) => ({ name: `d${index}`, image: "x" })) }),
        apply,
      ),
  },
  {
    name: "apply with conflicts",
    before: (n) => [json("PATCH", `${deployment}?fieldManager=m`, deploymentOf({ containers: containers(n) }), apply)],
    request: (n) =>
      json(
        "PATCH",
        `${deployment}?fieldManager=o`,
        deploymentOf({ containers: list(n, (index) => ({ name: `c${index}`, image: "y" })) }),
        apply,
      ),
  },
  {
    name: "forced apply",
    before: (n) => [json("PATCH", `${deployment}?fieldManager=m`, deploymentOf({ containers: containers(n) }), apply)],
    request: (n) =>
      json(
        "PATCH",
        `${deployment}?fieldManager=o&force=true`,
        deploymentOf({ containers: list(n, (index) => ({ name: `c${index}`, image: "y" })) }),
        apply,
      ),
  },
  {
    name: "apply of ports",
    request: (n) =>
      json(
        "PATCH",
        `${deployment}?fieldManager=m`,
        deploymentOf({
          containers: [
            {
              ...container,
              ports: list(n, (index) => ({
                containerPort: (index % 65_535) + 1,
                protocol: index % 2 === 0 ? "TCP" : "UDP",
              })),
            },
          ],
        }),
        apply,
      ),
  },
  {
    name: "apply of equal containers",
    request: (n) =>
      json("PATCH", `${deployment}?fieldManager=m`, deploymentOf({ containers: list(n, () => container) }), apply),
  },
  {
    name: "apply of finalizers",
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "a", finalizers: list(n, (index) => `example.com/f${index}`) },
        },
        apply,
      ),
  },
  {
    name: "second apply of finalizers",
    before: (n) => [
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "a", finalizers: list(n, (index) => `example.com/f${index}`) },
        },
        apply,
      ),
    ],
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "a", finalizers: list(n, (index) => `example.com/f${n - index}`) },
        },
        apply,
      ),
  },
  {
    name: "apply of yaml",
    request: (n) =>
      json(
        "PATCH",
        `${maps}/a?fieldManager=m`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${list(n, (index) => `  k${index}: v\n`).join("")}`,
        apply,
      ),
  },
  {
    name: "update of data",
    before: (n) => [json("POST", maps, { metadata: { name: "a" }, data: map(n, (index) => [`k${index}`, "v"]) })],
    request: (n) => json("PUT", `${maps}/a`, { metadata: { name: "a" }, data: map(n, (index) => [`k${index}`, "w"]) }),
  },
  {
    name: "update of an immutable selector",
    before: (n) => [
      json("POST", `${apps}/deployments`, {
        ...deploymentOf({}),
        spec: {
          selector: {
            matchExpressions: [{ key: "a", operator: "In", values: ["b", ...list(n, (index) => `v${index}`)] }],
          },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [container] } },
        },
      }),
    ],
    request: (n) =>
      json("PUT", deployment, {
        ...deploymentOf({}),
        spec: {
          selector: {
            matchExpressions: [{ key: "a", operator: "In", values: ["b", ...list(n, (index) => `w${index}`)] }],
          },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [container] } },
        },
      }),
  },
  {
    name: "update of a stateful set",
    before: (n) => [
      json("POST", `${apps}/statefulsets`, {
        metadata: { name: "d" },
        spec: {
          serviceName: "a",
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: containers(n) } },
        },
      }),
    ],
    request: (n) =>
      json("PUT", `${apps}/statefulsets/d`, {
        metadata: { name: "d" },
        spec: {
          serviceName: "b",
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: containers(n) } },
        },
      }),
  },
  {
    name: "update of an immutable config map",
    before: (n) => [
      json("POST", maps, { metadata: { name: "a" }, immutable: true, data: map(n, (index) => [`k${index}`, "v"]) }),
    ],
    request: (n) =>
      json("PUT", `${maps}/a`, {
        metadata: { name: "a" },
        immutable: true,
        data: map(n, (index) => [`k${index}`, "w"]),
      }),
  },
  {
    name: "update of a role binding",
    before: (n) => [
      json("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
        metadata: { name: "r" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
        subjects: list(n, (index) => ({ kind: "User", name: `u${index}` })),
      }),
    ],
    request: (n) =>
      json("PUT", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/r", {
        metadata: { name: "r" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
        subjects: list(n, (index) => ({ kind: "User", name: `v${index}` })),
      }),
  },
];
