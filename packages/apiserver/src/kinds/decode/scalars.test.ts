import assert from "node:assert/strict";
import { test } from "vitest";
import { canonicalBytes, canonicalMicroTime, canonicalTime, decodeQuantity } from "./scalars.ts";

test.for([
  ["2026-11-20T21:26:30Z", "2026-11-20T21:26:30Z"],
  ["2026-11-20T21:26:30.123456789Z", "2026-11-20T21:26:30Z"],
  ["2026-11-20T21:26:30+02:00", "2026-11-20T19:26:30Z"],
  ["2024-02-29T9:26:30Z", "2024-02-29T09:26:30Z"],
  ["9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z"],
  ["0000-01-01T00:00:00+01:00", "-0001-12-31T23:00:00Z"],
])("canonicalTime() converts %s to UTC and whole seconds", ([text = "", canonical]) => {
  assert.equal(canonicalTime(text), canonical);
});

test.for([
  ["2026-11-20T21:26:30.123456Z", "2026-11-20T21:26:30.123456Z"],
  ["2026-11-20T21:26:30.000000-01:00", "2026-11-20T22:26:30.000000Z"],
])("canonicalMicroTime() converts %s to UTC", ([text = "", canonical]) => {
  assert.equal(canonicalMicroTime(text), canonical);
});

test.for(["", "xx", "2026-11-20 21:26:30Z", "2026-11-20T21:26:30"])(
  "canonicalTime() rejects %j with the element that does not match",
  (text) => {
    assert.throws(() => canonicalTime(text), { name: "DecodeError", message: /^parsing time .* as "2006-01-02T/ });
  },
);

test.for([
  ["2026-13-01T00:00:00Z", "month"],
  ["2026-02-30T00:00:00Z", "day"],
  ["2026-11-20T25:00:00Z", "hour"],
  ["2026-11-20T21:26:30+99:00", "time zone offset hour"],
])("canonicalTime() rejects %j because the %s is out of range", ([text = "", element]) => {
  const message = `parsing time "${text}": ${element} out of range`;
  assert.throws(() => canonicalTime(text), { name: "DecodeError", message });
});

test.for([
  ["", ""],
  ["YQ==", "YQ=="],
  ["YWJj\r\nZGVm", "YWJjZGVm"],
])("canonicalBytes() reads %j", ([text = "", canonical]) => {
  assert.equal(canonicalBytes(text), canonical);
});

test.for(["a", "YQ=", "YQ", "a$==", "====", "YQ==YQ=="])("canonicalBytes() rejects %j", (text) => {
  assert.throws(() => canonicalBytes(text), {
    name: "DecodeError",
    message: /^illegal base64 data at input byte \d+$/,
  });
});

test.for([
  [0.5, "500m"],
  ["1000m", "1"],
  [3n, "3"],
  ["1.5Gi", "1536Mi"],
  ["Gi", "0"],
] as const)("decodeQuantity() reads %s", ([value, canonical]) => {
  assert.equal(decodeQuantity(value), canonical);
});

test.for([
  ["1500u", "2m"],
  ["-1500u", "-2m"],
  ["1n", "1m"],
  ["1.5e-4", "1e-3"],
  ["0.00001Ki", "11m"],
  ["0.1Ki", "102400m"],
  ["+1", "+1"],
  [0.0015, "2m"],
  ["1e3", "1e3"],
] as const)("decodeQuantity() rounds %s up to thousandths", ([value, rounded]) => {
  assert.equal(decodeQuantity(value, -3), rounded);
});

test.for([null, {}, [], true, "", "1 Gi", "Pi"])("decodeQuantity() rejects %j", (value) => {
  assert.throws(() => decodeQuantity(value), { name: "DecodeError", message: /^quantities must match/ });
});
