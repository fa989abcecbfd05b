import assert from "node:assert/strict";
import { test } from "vitest";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "./converted-entries.ts";
import type { ConvertibleVersion } from "./version-converter.ts";
import { bytesIn, itemBuffers } from "./served-object.ts";

/** An entry of a custom resource that was written under earlier rules. */
function oldEntry(): ConvertedEntry {
  const object = { kind: "Widget", apiVersion: "example.com/v1", metadata: { name: "w", resourceVersion: "1" } };
  return encodeEntry(object, 1, { fields: undefined, schemaId: undefined }) as ConvertedEntry; // The kind has no converter that waits.
}

/** Version v1 of the resource, whose rules set this size, and the number of times they have been applied. */
function widgets(size: number): { resource: ConvertibleVersion; defaulted: () => number } {
  let count = 0;
  const strategy = {
    defaultObject(object: object) {
      count += 1;
      return { ...object, size };
    },
  };
  const resource = { custom: true, kind: "Widget", strategy };
  const versioned = { ...resource, apiVersion: "example.com/v1", version: { name: "v1" } };
  // Only the fields that serving bytes requires.
  return { resource: versioned as unknown as ConvertibleVersion, defaulted: () => count };
}

test("an entry that is not current is parsed once for all lists and watches", () => {
  const entry = oldEntry();
  const { resource, defaulted } = widgets(1);

  const event = Buffer.from(bytesIn(entry, resource)).toString();
  const item = Buffer.concat([...itemBuffers(entry, resource)]).toString();

  assert.equal(
    event,
    '{"kind":"Widget","apiVersion":"example.com/v1","metadata":{"resourceVersion":"1","name":"w"},"size":1}',
  );
  assert.equal(item, event);
  assert.equal(defaulted(), 1);
});

test("an entry is parsed again when its rules have changed, and when it has another version", () => {
  const entry = oldEntry();
  const [first, second] = [widgets(1), widgets(2)];
  bytesIn(entry, first.resource);

  const changed = Buffer.from(bytesIn(entry, second.resource)).toString();
  bytesIn(entry, { ...second.resource, apiVersion: "example.com/v2" });

  assert.match(changed, /"size":2/);
  assert.equal(second.defaulted(), 2);
});
