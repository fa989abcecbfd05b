// A ratchet on small examples.
import assert from "node:assert/strict";
import { test } from "vitest";
import { accepted, ratchetProblems, tightened } from "./ratchet.ts";

const lengths = new Map([
  ["new", 301],
  ["small", 300],
  ["grown", 411],
  ["shrunk", 350],
  ["same", 400],
]);
const ratchet = { grown: 410, shrunk: 400, same: 400, gone: 500 };

test("ratchetProblems() rejects a new length above the limit and a listed one that has grown, and asks to record what has shrunk", () => {
  assert.deepEqual(ratchetProblems(lengths, ratchet, { max: 300, unit: "lines", advice: "split it" }), [
    { at: "new", message: "has 301 lines, must have at most 300: split it" },
    { at: "grown", message: "has grown from 410 to 411 lines and may only shrink: split it" },
    { at: "shrunk", message: "has shrunk from 400 to 350 lines. Record it: npm run ratchet" },
    { at: "gone", message: "has shrunk from 500 to 0 lines. Record it: npm run ratchet" },
  ]);
});

test("tightened() lowers what has shrunk and adds nothing; accepted() takes every length above the limit", () => {
  assert.deepEqual(tightened(lengths, ratchet, 300), { grown: 410, shrunk: 350, same: 400 });
  assert.deepEqual(accepted(lengths, 300), { new: 301, grown: 411, shrunk: 350, same: 400 });
});
