// Random literals, and the strings that functions parse.

import type { Random } from "@kubewright/async";
import { randomPattern } from "../sequences/random-pattern.ts";
import { chance, oneOf } from "../sequences/structural-schema.ts";
import { doubles, integers, strings } from "./random-schema.ts";

type Pool = readonly [string, ...string[]];

const zones: Pool = ["UTC", "America/New_York", "+05:30", "-02:00", "Europe/Berlin", "Mars/Base", ""];
const times: Pool = [
  "2024-02-29T12:30:00Z",
  "1969-07-20T20:17:40.123456789-04:00",
  "0001-01-01T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "x",
];
const durations: Pool = ["1h30m", "-90s", "0", "1.5ms", "100us", "1d", "2562047h47m16s", "5", ""];
const integersInText: Pool = ["12", "-7", "9223372036854775807", "9223372036854775808", "1.5", "0x1f", "", " 1"];
const quantities: Pool = [
  "100m",
  "1Gi",
  "1.5",
  "-2k",
  "12e3",
  "1E",
  "0",
  "999999999999999999999",
  "1ki",
  "x",
  "9223372036854775807",
];
const versions: Pool = ["1.2.3", "1.2.3-alpha.1+build", "v1.2", "1", "01.2.3", "18446744073709551615.0.0", "x"];
const addresses: Pool = [
  "10.0.0.1",
  "::1",
  "192.168.1.255",
  "fe80::1",
  "224.0.0.1",
  "2001:DB8::1",
  "::ffff:1.2.3.4",
  "0.0.0.0",
  "256.1.1.1",
  "x",
];
const networks: Pool = [
  "10.0.0.0/8",
  "10.1.2.3/24",
  "::/0",
  "2001:db8::/32",
  "fe80::1/128",
  "10.0.0.0/33",
  "10.0.0.0",
  "x",
];
const urls: Pool = [
  "https://u@example.com:80/p%20q?a=1&a=2&b#f",
  "/path?x",
  "http://[::1]:8080/",
  "mailto:a@b",
  "http://exa mple",
  "",
  "://x",
];
const formats: Pool = ["dns1123Label", "uuid", "labelValue", "qualifiedName", "date", "uri", "byte", "nothing"];

const parsed: Readonly<Record<string, Pool>> = {
  timestamp: times,
  duration: durations,
  int: integersInText,
  uint: integersInText,
  double: ["1.5", "-0", "1e400", "NaN", "Infinity", "1e-5", "x", "0x1p4", "1_000"],
  bool: ["true", "False", "1", "f", "TRUE", "yes", "tRue"],
  quantity: quantities,
  isQuantity: quantities,
  semver: versions,
  isSemver: versions,
  ip: addresses,
  isIP: addresses,
  "ip.isCanonical": addresses,
  containsIP: addresses,
  cidr: networks,
  isCIDR: networks,
  containsCIDR: networks,
  url: urls,
  isURL: urls,
  "format.named": formats,
};
const readsPattern: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** A string that a function parses: `quantity("100m")`. `undefined` if the function takes any string. */
export function parsedString(random: Random, name: string): string | undefined {
  if (readsPattern.has(name)) return chance(random, 0.9) ? randomPattern(random, 2) : oneOf(random, strings);
  if (name.startsWith("get")) return oneOf(random, zones);
  const pool = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
  return pool && oneOf(random, pool);
}

/** The source of a string. */
export function stringLiteral(value: string): string {
  return JSON.stringify(value);
}

/** A literal of a scalar type. `undefined` for other types. */
export function literalOf(random: Random, name: string): string | undefined {
  const call = (functionName: string): string =>
    `${functionName}(${stringLiteral(parsedString(random, functionName) ?? "")})`;
  switch (name) {
    case "bool":
      return oneOf(random, ["true", "false"]);
    case "bytes":
      return oneOf(random, ['b""', 'b"a"', "b'äb'", String.raw`b"\xff\x00"`, String.raw`b'\377'`]);
    case "double":
      return doubleLiteral(oneOf(random, doubles));
    case "int":
      return oneOf(random, [String(oneOf(random, integers)), "0x10", String(random.int(5))]);
    case "null":
      return "null";
    case "string":
      return chance(random, 0.1) ? "r'\\d'" : stringLiteral(oneOf(random, strings));
    case "uint":
      return oneOf(random, ["0u", "1u", "3u", "18446744073709551615u", "0xffu"]);
    case "duration":
    case "timestamp":
      return call(name);
    case "net.IP":
      return call("ip");
    case "net.CIDR":
      return call("cidr");
    case "kubernetes.Quantity":
      return call("quantity");
    case "kubernetes.Semver":
      return call("semver");
    case "kubernetes.URL":
      return call("url");
    case "kubernetes.NamedFormat":
      return `format.${oneOf(random, ["uuid", "date", "labelValue", "dns1123Subdomain"])}()`;
    default:
      return undefined;
  }
}

function doubleLiteral(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** The clauses of `format`, with the names of the types that they take. */
export const formatClauses: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ["%s", ["string", "int", "bool", "double", "bytes", "duration", "timestamp", "uint", "list", "map", "null"]],
  ["%d", ["int", "uint", "string"]],
  ["%f", ["double", "int"]],
  ["%.2f", ["double"]],
  ["%.3e", ["double"]],
  ["%e", ["double"]],
  ["%b", ["int", "bool", "uint"]],
  ["%x", ["int", "string", "bytes"]],
  ["%X", ["int", "uint", "string"]],
  ["%o", ["int", "uint"]],
  ["%%", ["string"]],
];
