/** Writes to stored custom resources, and applies of them. */
import type { GrowingInput } from "../input.ts";
import { json, list } from "../input.ts";
import { definition, gadget, gadgets, mapList, stringList, withSpec } from "./gadgets.ts";

export const customUpdateInputs: readonly GrowingInput[] = [
  {
    name: "custom ratcheting of a list",
    before: (n) => [definition(stringList({})), gadget({ spec: { list: list(n, (index) => `s${index}`) } })],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g`,
        { spec: { list: list(n, (index) => `t${index}`) } },
        "application/merge-patch+json",
      ),
  },
  {
    name: "custom ratcheting of a list-map",
    before: (n) => [definition(mapList(["k"])), gadget({ spec: { list: list(n, (index) => ({ k: `k${index}` })) } })],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g`,
        { spec: { list: list(n, (index) => ({ k: `k${n - index}`, v: "x" })) } },
        "application/merge-patch+json",
      ),
  },
  {
    name: "custom ratcheting of a set",
    before: (n) => [
      definition(stringList({ "x-kubernetes-list-type": "set" })),
      gadget({ spec: { list: list(n, (index) => `s${index}`) } }),
    ],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g`,
        { spec: { list: list(n, (index) => `s${n - index}`) } },
        "application/merge-patch+json",
      ),
  },
  {
    name: "custom apply of a list-map",
    before: () => [definition(mapList(["k"]))],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g?fieldManager=m`,
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
          spec: { list: list(n, (index) => ({ k: `k${index}`, v: 1 })) },
        },
        "application/apply-patch+yaml",
      ),
  },
  {
    name: "custom second apply of a list-map",
    before: (n) => [
      definition(mapList(["k"])),
      json(
        "PATCH",
        `${gadgets}/g?fieldManager=m`,
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
          spec: { list: list(n, (index) => ({ k: `k${index}`, v: 1 })) },
        },
        "application/apply-patch+yaml",
      ),
    ],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g?fieldManager=o`,
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
          spec: { list: list(n, (index) => ({ k: `k${n - index}`, v: 1 })) },
        },
        "application/apply-patch+yaml",
      ),
  },
  {
    name: "custom apply of a set",
    before: () => [definition(stringList({ "x-kubernetes-list-type": "set" }))],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g?fieldManager=m`,
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
          spec: { list: list(n, (index) => `s${index}`) },
        },
        "application/apply-patch+yaml",
      ),
  },
  {
    name: "custom apply of a list-map with equal keys",
    before: () => [definition(mapList(["k"]))],
    request: (n) =>
      json(
        "PATCH",
        `${gadgets}/g?fieldManager=m`,
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "g" },
          spec: { list: list(n, () => ({ k: "k", v: 1 })) },
        },
        "application/apply-patch+yaml",
      ),
  },
  {
    name: "custom set of integers and floats",
    before: () => [
      definition(withSpec({ set: { type: "array", items: { type: "integer" }, "x-kubernetes-list-type": "set" } })),
    ],
    request: (n) => {
      const { body, ...request } = gadget({ spec: { set: "?" } });
      const set = list(n, (index) => `${index},${index}.0`).join(",");
      return { ...request, body: String(body).replace('"?"', `[${set}]`) };
    },
  },
  {
    name: "custom update of finalizers",
    before: (n) => [
      definition(withSpec({})),
      gadget({ metadata: { name: "g", finalizers: list(n, (index) => `example.com/f${index}`) } }),
    ],
    request: (n) => {
      const finalizers = list(n + 1, (index) => `example.com/f${n - index}`);
      return json("PATCH", `${gadgets}/g`, { metadata: { finalizers } }, "application/merge-patch+json");
    },
  },
  {
    name: "custom update of finalizers of a terminating object",
    before: (n) => [
      definition(withSpec({})),
      gadget({ metadata: { name: "g", finalizers: list(n, (index) => `example.com/f${index}`) } }),
      json("DELETE", `${gadgets}/g`, {}),
    ],
    request: (n) => {
      const finalizers = list(n, (index) => `example.com/f${n - index}`);
      return json("PATCH", `${gadgets}/g`, { metadata: { finalizers } }, "application/merge-patch+json");
    },
  },
];
