import assert from "node:assert/strict";
import { test } from "vitest";
import { readIp, readPrefix } from "./ip-text.ts";

test.for([
  ["10.9.8.7", "10.9.8.7"],
  ["010.009.8.7", "10.9.8.7"],
  ["::ffff:10.9.8.7", "10.9.8.7"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["2001:db8:0:1:0:0:0:0", "2001:db8:0:1::"],
  ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
  ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
  ["::", "::"],
  ["::1", "::1"],
  ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
] as const)("readIp() reads %s as %s", ([text, canonical]) => {
  assert.equal(readIp(text)?.canonical, canonical);
});

test.for(["", "10.0.0", "10.0.0.256", "10.0.0.1/8", "1::2::3", "fe80::1%eth0", "a.b.c.d"])(
  "readIp() finds no address in %j",
  (text) => {
    assert.equal(readIp(text), undefined);
  },
);

test.for([
  ["10.0.0.0/8", "10.0.0.0/8", true],
  ["10.1.2.3/8", "10.0.0.0/8", false],
  ["0.0.0.0/0", "0.0.0.0/0", true],
  ["2001:DB8::1/64", "2001:db8::/64", false],
  ["::ffff:1.2.3.0/120", "1.2.3.0/24", true],
] as const)("readPrefix() reads %s as %s", ([text, canonical, isNetwork]) => {
  const prefix = readPrefix(text);

  assert.equal(prefix?.canonical, canonical);
  assert.equal(prefix?.isNetwork, isNetwork);
});

test.for(["10.0.0.0", "10.0.0.0/33", "2001:db8::/129", "a/8", "10.0.0.0/", "10.0.0.0/-1"])(
  "readPrefix() finds no network in %j",
  (text) => {
    assert.equal(readPrefix(text), undefined);
  },
);
