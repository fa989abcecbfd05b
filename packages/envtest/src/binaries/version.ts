/**
 * Versions of the programs of the control plane, and version ranges: a small part of semantic versioning, as in setup-envtest. Pre-releases have no binaries, so a version is three numbers.
 */
import { EnvironmentError } from "../errors.ts";

/** A release of Kubernetes. */
export interface BinariesVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** A set of releases. `patch` absent means any. */
export type VersionSelector =
  | { readonly kind: "any" }
  | { readonly kind: "series"; readonly major: number; readonly minor: number; readonly patch?: number }
  /** From this version to the end of its minor version. */
  | { readonly kind: "from"; readonly version: BinariesVersion }
  | {
      readonly kind: "before";
      readonly major: number;
      readonly minor: number;
      readonly patch?: number;
      /** Whether the set contains the bound itself. */
      readonly inclusive: boolean;
    };

/** The requested version. */
export interface VersionSpec {
  readonly selector: VersionSelector;
  /** Use the newest version that can be downloaded, even if another version is installed. */
  readonly checkLatest: boolean;
  /** Use installed versions only, without network access. */
  readonly installedOnly: boolean;
}

const specPattern = /^(<=|<|~)?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}|x|\*))?(!)?$/;

/**
 * Reads `1.30.2`, `1.30`, `1.30.x`, `~1.30.2`, `<1.32`, `<=1.32`, each with an optional `!` (`checkLatest`), `latest` (the default) or
 * `latest-on-disk`.
 *
 * @throws {EnvironmentError} with the text, if it has another form.
 */
export function parseVersionSpec(text: string): VersionSpec {
  if (text === "" || text === "latest") return { selector: { kind: "any" }, checkLatest: true, installedOnly: false };
  if (text === "latest-on-disk") return { selector: { kind: "any" }, checkLatest: false, installedOnly: true };
  const found = specPattern.exec(text);
  if (!found) {
    throw new EnvironmentError(
      `Cannot choose a version: "${text}" is not a version: expected X.Y.Z or X.Y (X.Y.x), with ~, < or <= before it or ! after it, latest, or latest-on-disk`,
    );
  }
  const [, relation, major, minor, patch, latest] = found;
  const series = {
    major: Number(major),
    minor: Number(minor),
    ...(patch === undefined || patch === "x" || patch === "*" ? {} : { patch: Number(patch) }),
  };
  return { selector: selectorOf(relation, series), checkLatest: latest === "!", installedOnly: false };
}

function selectorOf(
  relation: string | undefined,
  series: { readonly major: number; readonly minor: number; readonly patch?: number },
): VersionSelector {
  switch (relation) {
    case "~":
      return { kind: "from", version: { patch: 0, ...series } };
    case "<":
    case "<=":
      return { kind: "before", ...series, inclusive: relation === "<=" };
    default:
      return { kind: "series", ...series };
  }
}

export function matchesVersion(selector: VersionSelector, version: BinariesVersion): boolean {
  switch (selector.kind) {
    case "any":
      return true;
    case "series":
      return isInSeries(selector, version);
    case "from":
      return (
        isInSeries({ ...selector.version, patch: version.patch }, version) && version.patch >= selector.version.patch
      );
    case "before":
      if (isInSeries(selector, version)) return selector.inclusive;
      return compareVersions(version, { patch: 0, ...selector }) < 0;
  }
}

function isInSeries(
  series: { readonly major: number; readonly minor: number; readonly patch?: number },
  { major, minor, patch }: BinariesVersion,
): boolean {
  return series.major === major && series.minor === minor && (series.patch === undefined || series.patch === patch);
}

/** The one version that the selector can choose, if there is only one. */
export function exactVersion(selector: VersionSelector): BinariesVersion | undefined {
  if (selector.kind !== "series" || selector.patch === undefined) return undefined;
  return { major: selector.major, minor: selector.minor, patch: selector.patch };
}

/** Negative when `a` is older. */
export function compareVersions(a: BinariesVersion, b: BinariesVersion): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

export function formatVersion({ major, minor, patch }: BinariesVersion): string {
  return `${major}.${minor}.${patch}`;
}
