import { createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createApiServer } from "../api-server.ts";

interface Shown {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly managedFields?: readonly {
      readonly manager: string;
      readonly operation: string;
      readonly time?: string;
    }[];
  };
}

const path = "/api/v1/namespaces/default/configmaps/a";
const apply = "application/apply-patch+yaml";
const merge = "application/merge-patch+json";

test("the time of an entry is that of its last change, and entries are sorted by time", async () => {
  const clock = createVirtualClock({ startTime: Date.parse("2026-01-01T00:00:00Z") });
  await using server = createApiServer({ clock });
  const write = async (manager: string, type: string, data: object): Promise<readonly string[]> => {
    const response = await server.transport().request({
      method: "PATCH",
      path: `${path}?fieldManager=${manager}`,
      headers: { "content-type": type },
      body: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data }),
    });
    await clock.advance(1000);
    const { metadata } = JSON.parse(await readText(response)) as Shown;
    const entries = metadata.managedFields ?? [];
    return entries.map(
      ({ manager: name, operation, time = "2026-01-01T00:00:none" }) => `${name} ${operation} ${time.slice(17)}`,
    );
  };

  expect(await write("a", apply, { a: "1" })).toEqual(["a Apply 00Z"]);
  expect(await write("b", merge, { b: "1" })).toEqual(["a Apply 00Z", "b Update 01Z"]);
  expect(await write("c", merge, { c: "1" })).toEqual(["a Apply 00Z", "b Update 01Z", "c Update 02Z"]);
  // The manager that wrote last is the last entry.
  expect(await write("b", merge, { b: "2" })).toEqual(["a Apply 00Z", "c Update 02Z", "b Update 03Z"]);
  // Neither fields nor times change.
  expect(await write("a", apply, { a: "1" })).toEqual(["a Apply 00Z", "c Update 02Z", "b Update 03Z"]);
  // An apply that only adds a manager changes nothing, so the entry has no time. It comes before entries with a time.
  expect(await write("d", apply, { a: "1" })).toEqual(["d Apply none", "a Apply 00Z", "c Update 02Z", "b Update 03Z"]);
});
