// The semantic versions of Kubernetes. https://semver.org

import { quoteGoString } from "@kubewright/apimachinery";
import type { FunctionDeclaration } from "../checking/declarations.ts";
import { declare, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import { boolType, intType, stringType, structType } from "../types/type.ts";
import { compareStrings } from "../values/compare.ts";
import { parseDigits, toInt } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload, OpaqueValue } from "../values/value.ts";
import type { Library } from "./library.ts";

const semverType = structType("kubernetes.Semver");

/** A version. Metadata of the build does not count in comparisons. */
interface Version {
  readonly text: string;
  /** Major, minor and patch. */
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];
}

class SemverValue extends OpaqueValue {
  override readonly goType = "cel.Semver";
  override readonly type: CelType = semverType;
  readonly version: Version;

  constructor(version: Version) {
    super();
    this.version = version;
  }

  override equals(other: Value): boolean | CelError {
    return other instanceof SemverValue ? compareVersions(this.version, other.version) === 0 : noSuchOverload();
  }

  override get goForm(): string {
    return `(semver.Version)${this.version.text}`;
  }
}

/** Functions such as `semver("1.2.3").isLessThan(semver("2.0.0"))`. */
export const semverLibrary: Library = {
  name: "kubernetes semver",
  functions: [
    declare(
      "semver",
      overload("string_to_semver", [stringType], semverType, (text: Value) => parse(text, false)),
      overload("string_bool_to_semver", [stringType, boolType], semverType, parse),
    ),
    declare(
      "isSemver",
      overload("is_semver_string", [stringType], boolType, (text: Value) => !(parse(text, false) instanceof CelError)),
      overload(
        "is_semver_string_bool",
        [stringType, boolType],
        boolType,
        (text: Value, isNormalized: Value) => !(parse(text, isNormalized) instanceof CelError),
      ),
    ),
    comparison("isGreaterThan", "semver_is_greater_than", boolType, (order) => order > 0),
    comparison("isLessThan", "semver_is_less_than", boolType, (order) => order < 0),
    comparison("compareTo", "semver_compare_to", intType, (order) => order),
    ...["major", "minor", "patch"].map((name, index) =>
      declare(
        name,
        member(`semver_${name}`, [semverType], intType, (value: Value) =>
          value instanceof SemverValue
            ? toInt(BigInt.asIntN(64, value.version.numbers[index] ?? 0n))
            : noSuchOverload(),
        ),
      ),
    ),
  ],
};

function comparison(name: string, id: string, result: CelType, use: (order: number) => Value): FunctionDeclaration {
  const call = (left: Value, right: Value): Value =>
    left instanceof SemverValue && right instanceof SemverValue
      ? use(compareVersions(left.version, right.version))
      : noSuchOverload();
  return declare(name, member(id, [semverType, semverType], result, call));
}

function parse(text: Value, isNormalized: Value): Value {
  if (typeof text !== "string" || typeof isNormalized !== "boolean") return noSuchOverload();
  const normal = isNormalized ? normalize(text) : text;
  if (normal instanceof CelError) return normal;
  const version = parseVersion(normal);
  return typeof version === "string" ? new CelError(version) : new SemverValue(version);
}

// Drops a leading "v" and zeros, and adds missing numbers.
function normalize(text: string): string | CelError {
  const parts = splitParts(text.replace(/^v/, "")).map((part) => {
    if (part.length < 2) return part;
    const trimmed = part.replace(/^0+/, "");
    return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
  });
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    return new CelError("short version cannot contain PreRelease/Build meta data");
  }
  while (parts.length < 3) parts.push("0");
  return parts.join(".");
}

/** Major, minor, and the rest. */
function splitParts(text: string): string[] {
  const [major = "", minor, ...rest] = text.split(".");
  if (minor === undefined) return [major];
  return rest.length === 0 ? [major, minor] : [major, minor, rest.join(".")];
}

/** The version, or the problem. */
function parseVersion(text: string): Version | string {
  if (text === "") return "Version string empty";
  const [major = "", minor = "", last] = splitParts(text);
  if (last === undefined) return "No Major.Minor.Patch elements found";
  const [beforeBuild = "", ...build] = last.split("+");
  const [patch = "", ...prerelease] = beforeBuild.split("-");
  const problem =
    numberProblem("Major", major) ??
    numberProblem("Minor", minor) ??
    numberProblem("Patch", patch) ??
    (prerelease.length === 0 ? undefined : firstProblem(prerelease.join("-"), prereleaseProblem)) ??
    (build.length === 0 ? undefined : firstProblem(build.join("+"), buildProblem));
  if (problem !== undefined) return problem;
  return {
    text,
    numbers: [major, minor, patch].map(BigInt),
    prerelease: prerelease.length === 0 ? [] : prerelease.join("-").split("."),
  };
}

function firstProblem(text: string, check: (part: string) => string | undefined): string | undefined {
  for (const part of text.split(".")) {
    const problem = check(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function numberProblem(name: string, text: string): string | undefined {
  if (!/^\d*$/.test(text)) return `Invalid character(s) found in ${name.toLowerCase()} number ${quoteGoString(text)}`;
  if (/^0\d/.test(text)) return `${name} number must not contain leading zeroes ${quoteGoString(text)}`;
  if (text === "") return `strconv.ParseUint: parsing "": invalid syntax`;
  return tooLarge(text);
}

function tooLarge(digits: string): string | undefined {
  if (parseDigits(digits) !== undefined) return undefined;
  return `strconv.ParseUint: parsing ${quoteGoString(digits)}: value out of range`;
}

function prereleaseProblem(part: string): string | undefined {
  if (part === "") return "Prerelease is empty";
  if (/^0\d+$/.test(part)) return `Numeric PreRelease version must not contain leading zeroes ${quoteGoString(part)}`;
  if (/^\d+$/.test(part)) return tooLarge(part);
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in prerelease ${quoteGoString(part)}`;
}

function buildProblem(part: string): string | undefined {
  if (part === "") return "Build meta data is empty";
  return /^[0-9A-Za-z-]+$/.test(part)
    ? undefined
    : `Invalid character(s) found in build meta data ${quoteGoString(part)}`;
}

function compareVersions(left: Version, right: Version): number {
  for (const [index, number] of left.numbers.entries()) {
    const other = right.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return Math.sign(right.prerelease.length - left.prerelease.length);
  }
  for (const [index, part] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    if (other === undefined) return 1;
    const order = compareParts(part, other);
    if (order !== 0) return order;
  }
  return left.prerelease.length === right.prerelease.length ? 0 : -1;
}

// Numbers come before words.
function compareParts(left: string, right: string): number {
  const [isLeftNumber, isRightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  if (!isLeftNumber) return Math.sign(compareStrings(left, right));
  return BigInt(left) === BigInt(right) ? 0 : BigInt(left) < BigInt(right) ? -1 : 1;
}
