import assert from "node:assert/strict";
import { test } from "vitest";
import { ipAddressBytes } from "./hosts.ts";

test.for([
  ["127.0.0.1", "7f000001"],
  ["255.255.255.255", "ffffffff"],
  ["::", "00000000000000000000000000000000"],
  ["::1", "00000000000000000000000000000001"],
  ["2001:db8::", "20010db8000000000000000000000000"],
  ["2001:db8:0:1:2:3:4:5", "20010db8000000010002000300040005"],
  ["fe80::a:b", "fe8000000000000000000000000a000b"],
  ["::ffff:127.0.0.1", "00000000000000000000ffff7f000001"],
  ["1::8.8.4.4", "00010000000000000000000008080404"],
  ["localhost", undefined],
  ["fe80::1%eth0", undefined],
  ["[::1]", undefined],
] as const)("ipAddressBytes(%j) is %j", ([host, expected]) => {
  const bytes = ipAddressBytes(host);

  assert.equal(bytes === undefined ? undefined : Buffer.from(bytes).toString("hex"), expected);
});
