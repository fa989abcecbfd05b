/** Chooses binaries: a pure function of the spec, the installed versions and, if needed, the versions that can be downloaded. */
import { matchesItem } from "./item.ts";
import type { BinariesItem, BinariesPlatform } from "./item.ts";
import type { BinariesRelease } from "./release-index.ts";
import { compareVersions, exactVersion } from "./version.ts";
import type { VersionSpec } from "./version.ts";

export interface BinariesSpec extends VersionSpec {
  readonly platform: BinariesPlatform;
  /** Downloads even an installed version. */
  readonly force: boolean;
}

export type BinariesChoice =
  | { readonly kind: "installed"; readonly item: BinariesItem }
  | { readonly kind: "download"; readonly release: BinariesRelease }
  /** The choice depends on the index: read it and choose again. */
  | { readonly kind: "ask" }
  | { readonly kind: "missing" };

/** Both lists are sorted with the newest first. */
export function chooseBinaries(
  spec: BinariesSpec,
  installed: readonly BinariesItem[],
  available?: readonly BinariesRelease[],
): BinariesChoice {
  const isWanted = (item: BinariesItem): boolean => matchesItem(spec.selector, spec.platform, item);
  const here = spec.force ? undefined : installed.find(isWanted);
  const mayBeOlder = spec.checkLatest && !exactVersion(spec.selector);
  if (here && (spec.installedOnly || !mayBeOlder)) return { kind: "installed", item: here };
  if (spec.installedOnly) return { kind: "missing" };
  if (!available) return { kind: "ask" };
  const there = available.find(isWanted);
  if (here && (!there || compareVersions(here.version, there.version) >= 0)) return { kind: "installed", item: here };
  return there ? { kind: "download", release: there } : { kind: "missing" };
}
