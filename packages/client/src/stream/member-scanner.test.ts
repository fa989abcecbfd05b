import assert from "node:assert/strict";

import fc from "fast-check";
import { test, vi } from "vitest";

import { isProtocolError } from "../errors.ts";
import { createMemberScanner } from "./member-scanner.ts";
import type { ScanEvent } from "./member-scanner.ts";

const listText = JSON.stringify({
  kind: "PodList",
  apiVersion: "v1",
  metadata: { resourceVersion: "41", remainingItemCount: 3 },
  items: [
    { metadata: { name: "a", labels: { 'quote " brace } ': "back\\slash \\" } }, nested: [[], [{}], "]"] },
    "text",
    12.5e3,
    null,
    [],
    { name: "ünïcode 🚢", escaped: 'é\n\t\\"' },
  ],
  tail: true,
});

test("a scanner splits an object into members and elements, for any cut of the stream", () => {
  const bytes = new TextEncoder().encode(listText);
  const expected = readable(scan([bytes]));

  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const afterCut = scan([bytes.subarray(0, cut), bytes.subarray(cut)]);

    assert.deepEqual(readable(afterCut), expected, `cut at byte ${cut}`);
  }
  assert.deepEqual(
    expected.map((event) => event.split(" ", 1)[0]),
    ["member", "member", "member", ...Array.from({ length: 6 }, () => "element"), "member", "end"],
  );
});

test("a scanner yields the same events if it receives single bytes", () => {
  const bytes = new TextEncoder().encode(listText);

  const single = scan([...bytes].map((byte) => Uint8Array.of(byte)));

  assert.deepEqual(readable(single), readable(scan([bytes])));
});

test("a scanner yields the values of JSON.parse, for any list, whitespace and split into chunks", () => {
  const lists = fc.record({
    before: fc.dictionary(fc.string(), fc.jsonValue()),
    items: fc.array(fc.jsonValue()),
    after: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  fc.assert(
    fc.property(
      lists,
      fc.constantFrom(0, 2),
      fc.array(fc.nat({ max: 300 }), { maxLength: 8 }),
      (list, indent, cuts) => {
        const value = { ...list.before, items: list.items, ...list.after };
        const bytes = new TextEncoder().encode(JSON.stringify(value, undefined, indent));

        const found = scan(chunksOf(bytes, cuts));

        const elements = found.filter((event) => event.kind === "element").map(({ bytes: text }) => parse(text));
        const members = found
          .filter((event) => event.kind === "member")
          .map(({ name, bytes: text }) => [name, parse(text)]);
        const parsed = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
        const items = parsed["items"];
        const others = Object.entries(parsed).filter(([name]) => !(name === "items" && Array.isArray(items)));
        assert.deepEqual(elements, Array.isArray(items) ? items : []);
        assert.deepEqual(members, others);
      },
    ),
    { numRuns: 500 },
  );
});

test("a scanner reads consecutive objects", () => {
  const found = scan([new TextEncoder().encode('{"a":1}\n{"a":2}\n')]);

  assert.deepEqual(readable(found), ["member a 1", "end", "member a 2", "end"]);
});

test("a scanner is complete only between objects", () => {
  const scanner = createMemberScanner({ reading: "a test" });
  const states = [scanner.complete];

  for (const part of ['{"a"', ":1", "}"]) {
    scanner.push(new TextEncoder().encode(part));
    states.push(scanner.complete);
  }

  assert.deepEqual(states, [true, false, false, true]);
});

test("an error of a scanner names the byte that it found and what it expected", () => {
  assert.throws(() => scan([new TextEncoder().encode("<html>")]), {
    name: "ProtocolError",
    message: 'Cannot read a test: found "<", expected an object',
  });
  assert.throws(() => scan([new TextEncoder().encode('{"a",')]), isProtocolError);
  assert.throws(() => scan([new TextEncoder().encode('{"a":}')]), isProtocolError);
});

test("the memory for a value in many chunks is proportional to its length", () => {
  const bytes = new TextEncoder().encode(`{"items":[${JSON.stringify({ filler: "x".repeat(400_000) })}]}`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 10) }, (_, index) =>
    bytes.subarray(10 * index, 10 * index + 10),
  );
  const allocations = vi.spyOn(Buffer, "allocUnsafeSlow");

  const events = scan(chunks).map((event) => (event.kind === "end" ? "end" : event.bytes.length));

  const allocated = allocations.mock.calls.reduce((sum, [size]) => sum + size, 0);
  allocations.mockRestore();
  assert.deepEqual(events, [400_013, "end"]);
  assert.ok(allocated < 5 * bytes.length, `${allocated} bytes allocated for ${bytes.length}`);
});

test("elements and members have the positions of their metadata members", () => {
  const found = scan([
    new TextEncoder().encode('{"a":{"metadata":{"name":"x"}},"items":[{"metadata":{}}, {"metadata":1}]}'),
  ]);

  assert.deepEqual(
    found.map((event) => (event.kind === "end" ? "end" : event.metadata)),
    [[14, 18, 20, 23], [], undefined, "end"],
  );
});

test("a scanner rejects a value that is longer than its limit", () => {
  const scanner = createMemberScanner({ reading: "a test", valueBytesMax: 10 });

  scanner.push(new TextEncoder().encode('{"a":"12345'));

  assert.throws(() => scanner.push(new TextEncoder().encode("67890")), {
    message: "Cannot read a test: a value is longer than 10 bytes",
  });
});

function scan(chunks: readonly Uint8Array[]): ScanEvent[] {
  const scanner = createMemberScanner({ reading: "a test", elementsOf: "items" });
  return chunks.flatMap((chunk) => scanner.push(chunk));
}

function readable(found: readonly ScanEvent[]): string[] {
  return found.map((event) => {
    if (event.kind === "end") return "end";
    const text = new TextDecoder().decode(event.bytes);
    return event.kind === "member" ? `member ${event.name} ${text}` : `element ${text}`;
  });
}

function parse(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}

function chunksOf(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}
