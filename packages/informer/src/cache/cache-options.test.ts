import type { ResourceType } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { allNamespaces, byObject, cachedNamespaces, checkCacheOptions, scopeOf } from "./cache-options.ts";
import type { CacheOptions } from "./cache-options.ts";

const Pod: ResourceType = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };
const Node: ResourceType = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

test("a cache without options holds each kind in one informer of all namespaces", () => {
  expect(cachedNamespaces({}, Pod)).toBeUndefined();
  expect(scopeOf({}, Pod)).toEqual({});
});

test("a field has the value of the narrowest level: namespace of the kind, kind, default namespace, default", () => {
  const options: CacheOptions = {
    byObject: [
      byObject(Pod, {
        labelSelector: "level=kind",
        namespaces: { own: { labelSelector: "level=namespace-of-kind" }, kind: {}, wide: { compress: false } },
      }),
    ],
    defaultNamespaces: { kind: { labelSelector: "level=default-namespace", fieldSelector: "spec.nodeName=a" } },
    defaultFieldSelector: "spec.nodeName=b",
    compress: true,
    syncPeriodMs: 7,
  };

  expect(cachedNamespaces(options, Pod)).toEqual(["own", "kind", "wide"]);
  expect(scopeOf(options, Pod, "own")).toMatchObject({
    labelSelector: "level=namespace-of-kind",
    compress: true,
    syncPeriodMs: 7,
  });
  expect(scopeOf(options, Pod, "kind")).toMatchObject({
    labelSelector: "level=kind",
    fieldSelector: "spec.nodeName=a",
  });
  expect(scopeOf(options, Pod, "wide")).toMatchObject({
    labelSelector: "level=kind",
    fieldSelector: "spec.nodeName=b",
    compress: false,
  });
});

test("the informer of all other namespaces excludes the listed ones", () => {
  const options: CacheOptions = {
    defaultNamespaces: { b: {}, a: {}, [allNamespaces]: { fieldSelector: "spec.nodeName=n" } },
  };

  expect(scopeOf(options, Pod).fieldSelector).toBe("metadata.namespace!=a,metadata.namespace!=b,spec.nodeName=n");
  expect(scopeOf(options, Pod, undefined, { fieldSelector: "status.phase=Running" }).fieldSelector).toBe(
    "metadata.namespace!=a,metadata.namespace!=b,status.phase=Running",
  );
});

test("namespaces do not concern cluster-scoped kinds", () => {
  const options: CacheOptions = { defaultNamespaces: { a: {}, [allNamespaces]: { labelSelector: "x=y" } } };

  expect(cachedNamespaces(options, Node)).toBeUndefined();
  expect(scopeOf(options, Node)).toEqual({});
});

test.each<[message: string, options: CacheOptions]>([
  ["defaultNamespaces is empty: omit it to cache all namespaces", { defaultNamespaces: {} }],
  ['namespaces of "Pod" is empty', { byObject: [byObject(Pod, { namespaces: [] })] }],
  [
    'namespaces of "Node" is set, must be absent: it is cluster-scoped',
    { byObject: [byObject(Node, { namespaces: ["a"] })] },
  ],
  ['byObject has "Pod" twice, must have it once', { byObject: [byObject(Pod, {}), byObject(Pod, {})] }],
])("contradictory options are rejected: %s", (message, options) => {
  expect(() => checkCacheOptions(options)).toThrow(message);
});
