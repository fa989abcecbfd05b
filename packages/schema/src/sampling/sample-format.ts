// Samples strings of the formats that kube-apiserver checks.

import type { Chance } from "./chance.ts";
import { integerBetween, pick } from "./chance.ts";

/** A string of a format, whose name may have dashes; `undefined` for a format that is not checked. */
export function sampleFormat(format: string, chance: Chance): string | undefined {
  const name = format.replaceAll("-", "");
  return Object.hasOwn(samples, name) ? samples[name]?.(chance) : undefined;
}

/** Characters of an alphabet. */
export function charactersOf(chance: Chance, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(chance.int(alphabet.length))).join("");
}

const digits = "0123456789";
const hex = "0123456789abcdef";
const letters = "abcdefghijklmnopqrstuvwxyz";

const digit = (chance: Chance): string => charactersOf(chance, digits, 1);
const hexDigits = (chance: Chance, length: number): string => charactersOf(chance, hex, length);
const twoDigits = (chance: Chance, low: number, high: number): string =>
  String(integerBetween(chance, low, high)).padStart(2, "0");
const label = (chance: Chance): string => charactersOf(chance, letters, integerBetween(chance, 1, 8));
const list = (length: number, make: (index: number) => string, separator: string): string =>
  Array.from({ length }, (_, index) => make(index)).join(separator);

const date = (chance: Chance): string =>
  `${integerBetween(chance, 1970, 2099)}-${twoDigits(chance, 1, 12)}-${twoDigits(chance, 1, 28)}`;

/** Whole seconds in UTC, as the API server writes times. */
const time = (chance: Chance): string =>
  `${twoDigits(chance, 0, 23)}:${twoDigits(chance, 0, 59)}:${twoDigits(chance, 0, 59)}Z`;

const ipv4 = (chance: Chance): string => list(4, () => String(chance.int(256)), ".");
const ipv6 = (chance: Chance): string =>
  pick(chance, ["::1", "fe80::1", list(8, () => hexDigits(chance, integerBetween(chance, 1, 4)), ":")]);

const uuid =
  (version: string, variants: string) =>
  (chance: Chance): string => {
    const third = version === "" ? hexDigits(chance, 4) : `${version}${hexDigits(chance, 3)}`;
    const fourth = `${charactersOf(chance, variants, 1)}${hexDigits(chance, 3)}`;
    return [hexDigits(chance, 8), hexDigits(chance, 4), third, fourth, hexDigits(chance, 12)].join("-");
  };

const isbn10 = (chance: Chance): string => {
  const body = charactersOf(chance, digits, 9);
  const sum = [...body].reduce((total, value, index) => total + (index + 1) * Number(value), 0);
  // The last digit has the weight ten, which is -1 modulo eleven.
  return `${body}${sum % 11 === 10 ? "X" : sum % 11}`;
};

const isbn13 = (chance: Chance): string => {
  const body = `978${charactersOf(chance, digits, 9)}`;
  const sum = [...body].reduce((total, value, index) => total + (index % 2 === 0 ? 1 : 3) * Number(value), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};

const samples: { readonly [name: string]: (chance: Chance) => string } = {
  bsonobjectid: (chance) => hexDigits(chance, 24),
  byte: (chance) => Buffer.from(charactersOf(chance, letters, integerBetween(chance, 1, 9))).toString("base64"),
  cidr: (chance) => pick(chance, [`${ipv4(chance)}/${chance.int(33)}`, `${ipv6(chance)}/${chance.int(129)}`]),
  creditcard: (chance) => pick(chance, ["4111111111111111", "5555555555554444", "378282246310005"]),
  date,
  datetime: (chance) => `${date(chance)}T${time(chance)}`,
  duration: (chance) =>
    pick(chance, ["0s", `${chance.int(1000)}ms`, `${chance.int(60)}m${chance.int(60)}s`, `${chance.int(48)}h`]),
  email: (chance) => `${label(chance)}@${label(chance)}.example`,
  hexcolor: (chance) => `#${hexDigits(chance, pick(chance, [3, 6]))}`,
  hostname: (chance) => `${label(chance)}.${label(chance)}.example`,
  ipv4,
  ipv6,
  isbn: (chance) => pick(chance, [isbn10, isbn13])(chance),
  isbn10,
  isbn13,
  k8slongname: (chance) => `${label(chance)}.${label(chance)}`,
  k8sshortname: (chance) => `${label(chance)}-${digit(chance)}`,
  mac: (chance) => list(6, () => hexDigits(chance, 2), ":"),
  password: (chance) => charactersOf(chance, `${letters}${digits}!"§$%&/`, chance.int(12)),
  rgbcolor: (chance) => `rgb(${list(3, () => String(chance.int(256)), ",")})`,
  ssn: (chance) =>
    `${charactersOf(chance, digits, 3)}-${charactersOf(chance, digits, 2)}-${charactersOf(chance, digits, 4)}`,
  uri: (chance) => `https://${label(chance)}.example/${label(chance)}?${label(chance)}=${digit(chance)}`,
  uuid: uuid("", hex),
  uuid3: uuid("3", hex),
  uuid4: uuid("4", "89ab"),
  uuid5: uuid("5", "89ab"),
};
