import assert from "node:assert/strict";

import { bodyOf } from "@kubewright/transport";
import { test } from "vitest";

import { isProtocolError } from "../errors.ts";
import { decodeList } from "./list-decoder.ts";
import type { RawObject } from "./raw-object.ts";
import { decodeWatch } from "./watch-decoder.ts";

test("decodeList() yields the items and the end, with metadata before or after the items", async () => {
  const metadata = '"metadata":{"resourceVersion":"7","continue":"","remainingItemCount":3}';
  const items = '"items":[{"a":1},{"b":[]}]';
  for (const text of [`{${metadata},${items}}`, `{"apiVersion":"x/v1",${items},"kind":"L",${metadata}}`]) {
    const chunks = await Array.fromAsync(decodeList(bodyOf(text)));

    assert.deepEqual(
      chunks.map((chunk) => (chunk.kind === "items" ? chunk.items.map(textOf) : chunk)),
      [['{"a":1}', '{"b":[]}'], { kind: "end", resourceVersion: "7", remainingItemCount: 3 }],
    );
  }
});

function textOf({ bytes }: RawObject): string {
  return new TextDecoder().decode(bytes);
}

test("a list without items, or with null as items, is empty", async () => {
  for (const text of ['{"metadata":{"resourceVersion":"7"}}', '{"items":null,"metadata":{"resourceVersion":"7"}}']) {
    assert.deepEqual(await Array.fromAsync(decodeList(bodyOf(text))), [{ kind: "end", resourceVersion: "7" }]);
  }
});

test("a list that is truncated, is followed by more or is not a list is an error", async () => {
  for (const text of ['{"items":[{"a":1}', "", '{"items":[]}', '{"metadata":{}}{"metadata":{}}', "[1]"]) {
    await assert.rejects(Array.fromAsync(decodeList(bodyOf(text))), isProtocolError, text);
  }
});

test.each([
  [
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"}',
    'the response has kind "Status" and no items',
  ],
  ['{"kind":"Secret","metadata":{"resourceVersion":"7"},"items":null}', 'the response has kind "Secret" and no items'],
  ['{"kind":"PodList","metadata":{"resourceVersion":"7"},"items":{}}', "its items are not an array"],
])("an object that is not a list is rejected: %s", async (text, message) => {
  await assert.rejects(Array.fromAsync(decodeList(bodyOf(text))), {
    name: "ProtocolError",
    message: `Cannot read a list: ${message}`,
  });
});

test("decodeWatch() yields type and bytes of each event, for any split into chunks", async () => {
  const text = '{"type":"ADDED","object":{"a":"}\\""}}\n{"object":{},"type":"BOOKMARK"}\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const events = await Array.fromAsync(
      decodeWatch(bodyOf(text.slice(0, cut), text.slice(cut)), () => new Error("none")),
    );

    assert.deepEqual(
      events.map(({ type, bytes }) => `${type} ${new TextDecoder().decode(bytes)}`),
      ['ADDED {"a":"}\\""}', "BOOKMARK {}"],
    );
  }
});

test("a watch that is truncated within an event ends without an error, because the server sends the event again", async () => {
  const text = '{"type":"ADDED","object":{}}\n{"type":"MODIFIED","obj';

  const events = await Array.fromAsync(decodeWatch(bodyOf(text), () => new Error("none")));

  assert.equal(events.length, 1);
});

test("an event of an unknown type, or without an object, is an error", async () => {
  for (const text of ['{"type":"SHOUTED","object":{}}', '{"type":"ADDED"}']) {
    await assert.rejects(Array.fromAsync(decodeWatch(bodyOf(text), () => new Error("none"))), isProtocolError);
  }
});
