/** One set of programs: a version for a platform, with the names of setup-envtest on the disk and in the index. */
import type { BinariesVersion } from "./version.ts";
import { compareVersions, matchesVersion, formatVersion } from "./version.ts";
import type { VersionSelector } from "./version.ts";

/** Names of Go: `linux`, `amd64`. In a query either may be `*`, which matches any. */
export interface BinariesPlatform {
  readonly os: string;
  readonly arch: string;
}

export interface BinariesItem {
  readonly version: BinariesVersion;
  readonly platform: BinariesPlatform;
}

const goOs: Readonly<Partial<Record<string, string>>> = { win32: "windows" };
const goArch: Readonly<Partial<Record<string, string>>> = { x64: "amd64", ia32: "386", ppc64: "ppc64le" };

/** Converts Node's names of the machine. */
export function binariesPlatform(machine: Pick<NodeJS.Process, "platform" | "arch">): BinariesPlatform {
  return { os: goOs[machine.platform] ?? machine.platform, arch: goArch[machine.arch] ?? machine.arch };
}

export function matchesItem(selector: VersionSelector, platform: BinariesPlatform, item: BinariesItem): boolean {
  return (
    matchesVersion(selector, item.version) &&
    (platform.os === "*" || platform.os === item.platform.os) &&
    (platform.arch === "*" || platform.arch === item.platform.arch)
  );
}

/** Newest first, then by platform. */
export function compareItems(a: BinariesItem, b: BinariesItem): number {
  return compareVersions(b.version, a.version) || compareText(formatPlatform(a.platform), formatPlatform(b.platform));
}

export function formatPlatform({ os, arch }: BinariesPlatform): string {
  return `${os}/${arch}`;
}

/** The name of the folder in the store: `1.30.0-linux-amd64`. */
export function itemName({ version, platform }: BinariesItem): string {
  return `${formatVersion(version)}-${platform.os}-${platform.arch}`;
}

const namePattern = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})-(\w+)-(\w+)$/;

/** `undefined` when this is not the name of an item. */
export function parseItemName(name: string): BinariesItem | undefined {
  const found = namePattern.exec(name);
  if (!found) return undefined;
  const [, major, minor, patch, os = "", arch = ""] = found;
  return { version: { major: Number(major), minor: Number(minor), patch: Number(patch) }, platform: { os, arch } };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
