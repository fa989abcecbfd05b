import { finish } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { VersionedResource } from "../../registry/registry.ts";
import type { ObjectReader } from "../../contracts/server-context.ts";
import { encodeEntry } from "../../storage/stored-entry.ts";
import { RequestParams } from "./request-params.ts";

function entry(name: string): ReturnType<typeof encodeEntry> {
  const object = { apiVersion: "x.io/v1", kind: "Limit", metadata: { name, namespace: "n" } };
  return encodeEntry(object, 1, { fields: undefined, schemaId: undefined });
}

test("a param is decoded when it is read, and once for successive bindings", () => {
  const entries = [entry("a"), entry("b")];
  const converted: string[] = [];
  const convert = (object: { metadata: { name?: string } }): object => {
    converted.push(object.metadata.name ?? "");
    return object;
  };
  const resource = { group: "x.io", plural: "limits", apiVersion: "x.io/v2", kind: "Limit", version: { name: "v2" } };
  const strategy = { converter: { type: "direct", convert } };
  const served = { ...resource, custom: true, strategy } as unknown as VersionedResource; // The fields that `RequestParams` reads.
  const read = { entries: () => entries, entry: () => entries[0] } as unknown as ObjectReader; // The functions that are called.
  const params = new RequestParams({ read });

  const [a, b] = finish(params.collect({ served, namespaced: true }, { selector: {} }, "n"));
  const [again] = finish(params.collect({ served, namespaced: true }, { name: "a" }, "n"));
  expect(converted).toEqual([]);

  expect(a?.read()).toMatchObject({ apiVersion: "x.io/v2", metadata: { name: "a" } });
  expect(again?.read()).toBe(a?.read());
  expect(b?.read().metadata.name).toBe("b");
  expect([a?.key, b?.key, converted]).toEqual(["n/a", "n/b", ["a", "b"]]);
});
