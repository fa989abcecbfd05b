/** Formats of strings: the values that each format accepts. */
import { cases } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { served, tried } from "./custom-resource.ts";

const formats = {
  "date-time": [
    "2026-01-02T03:04:05Z",
    "2026-01-02t03:04:05.123+01:00",
    "2026-01-02 03:04:05Z",
    "2026-02-30T00:00:00Z",
    "x",
    "2026-01-02T25:00:00Z",
    "2026-01-02T03:04:60Z",
  ],
  date: ["2026-01-02", "2026-1-2", "2026-02-30", "x", ""],
  duration: ["1h30m", "5 days", "2w", "-1s", "1", "", "x", "1.5h", "3 fortnights", "1d"],
  ipv4: ["10.0.0.1", "256.0.0.1", "::1", "010.0.0.1", "1.2.3", "::ffff:1.2.3.4"],
  ipv6: ["::1", "fe80::1%eth0", "10.0.0.1", "1::2::3", "::ffff:1.2.3.4", ""],
  cidr: ["10.0.0.0/8", "10.0.0.0/33", "::/0", "10.0.0.0", "10.0.0.1/08", "1::/129"],
  uri: [
    "https://a.b/c?d#e",
    "/a/b",
    "a/b",
    "urn:x:y",
    "http://[::1",
    "http://a b",
    "",
    "%zz",
    "http://a:b",
    "//a",
    "http://a%41",
  ],
  email: ["a@b.c", "Some Body <a@b.c>", "a", "a@", "@b", "a@b", "a b@c.d", '"a b"@c.d', "a@b.c,d@e.f"],
  hostname: ["example.com", "a", "-a.com", "a_b.com", "1", "a.1", "x".repeat(64), "exämple.com", ""],
  mac: ["00:11:22:33:44:55", "0011.2233.4455", "00-11-22-33-44-55", "001122334455", "0:1:2:3:4:5", "x"],
  uuid: ["0e37df36-f698-11e6-8dd4-cb9ced3df976", "0E37DF36F69811E68DD4CB9CED3DF976", "0e37df36", "x"],
  uuid3: ["bcd02e22-68f0-3046-a512-327cca9def8f", "0e37df36-f698-11e6-8dd4-cb9ced3df976"],
  uuid4: ["a2d0e4f1-4f5a-4c3b-9d1e-2f3a4b5c6d7e", "a2d0e4f1-4f5a-4c3b-1d1e-2f3a4b5c6d7e"],
  uuid5: ["a2d0e4f1-4f5a-5c3b-9d1e-2f3a4b5c6d7e", "a2d0e4f1-4f5a-4c3b-9d1e-2f3a4b5c6d7e"],
  byte: ["aGVsbG8=", "aGVsbG8", "x", "", "a-_=", "YQ==", "YR=="],
  password: ["", "anything"],
  bsonobjectid: ["507f1f77bcf86cd799439011", "507f1f77"],
  isbn: ["0321751043", "978-0321751041", "0321751044", "x"],
  isbn10: ["0321751043", "080442957X", "978-0321751041"],
  isbn13: ["978-0321751041", "9780321751042"],
  creditcard: ["4012888888881881", "4012-8888-8888-1881", "4012888888881882", "1"],
  ssn: ["111-11-1111", "111111111", "111 11 1111", "11-111-1111"],
  hexcolor: ["#FFFFFF", "fff", "#ff", "x"],
  rgbcolor: ["rgb(255,0,1)", "rgb(256,0,1)", "rgb(1, 2, 3)", "x"],
  "k8s-short-name": ["a-b", "A", "-a", "a".repeat(64), "a.b", ""],
  "k8s-long-name": ["a-b.c", "A.b", "a..b", "a".repeat(254), ""],
  "bson-object-id": ["507f1f77bcf86cd799439011", "x"],
  other: ["anything", ""],
} as const;

function formatCases(names: readonly (keyof typeof formats)[]): readonly DifferentialRequest[] {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string", format: name }]));
  return [...served(properties), ...names.flatMap((name) => tried(...formats[name].map((text) => ({ [name]: text }))))];
}

export const formatCasesOfResources: readonly DifferentialCase[] = cases("cr-format", {
  times: formatCases(["date-time", "date", "duration"]),
  addresses: formatCases(["ipv4", "ipv6", "cidr", "uri", "email", "hostname", "mac"]),
  names: formatCases(["uuid", "uuid3", "uuid4", "uuid5", "k8s-short-name", "k8s-long-name", "bson-object-id"]),
  codes: formatCases([
    "byte",
    "password",
    "bsonobjectid",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "other",
  ]),
});
