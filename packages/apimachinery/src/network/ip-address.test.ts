import { expect, test } from "vitest";
import { formatIpAddress, parseIpAddress } from "./ip-address.ts";

test.for([
  ["10.0.0.1", "10.0.0.1", ""],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1", ""],
  ["::ffff:10.0.0.1", "::ffff:a00:1", ""],
  ["fe80::1%eth0", "fe80::1", "eth0"],
] as const)("parseIpAddress() reads %s", ([text, canonical, zone]) => {
  const address = parseIpAddress(text);

  expect(address).toMatchObject({ zone });
  expect(typeof address === "string" ? address : formatIpAddress(address)).toBe(canonical);
});

test.for([
  ["", 'ParseAddr(""): unable to parse IP'],
  ["10.0.0", 'ParseAddr("10.0.0"): IPv4 address too short'],
  ["10.0.0.256", 'ParseAddr("10.0.0.256"): IPv4 field has value >255'],
  ["010.0.0.1", 'ParseAddr("010.0.0.1"): IPv4 field has octet with leading zero'],
  ["1::2::3", 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ["a.b.c.d", 'ParseAddr("a.b.c.d"): unexpected character (at "a.b.c.d")'],
] as const)("parseIpAddress() rejects %j as netip.ParseAddr does", ([text, problem]) => {
  expect(parseIpAddress(text)).toBe(problem);
});

test("parseIpAddress() accepts leading zeros on request, of any number", () => {
  const zeros = "0".repeat(1_000_000);

  for (const text of ["010.000.0.1", `${zeros}10.0.0.1`]) {
    const address = parseIpAddress(text, { allowsLeadingZeros: true });
    expect(typeof address === "string" ? address : formatIpAddress(address)).toBe("10.0.0.1");
  }
});
