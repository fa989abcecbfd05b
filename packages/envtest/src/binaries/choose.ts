/** Which binaries to take: a pure decision from the wish, what is installed, and (if it has to be known) what can be downloaded. */
import { matchesItem } from "./item.ts";
import type { BinariesItem, BinariesPlatform } from "./item.ts";
import type { BinariesRelease } from "./release-index.ts";
import { compareVersions, exactVersion } from "./version.ts";
import type { VersionWish } from "./version.ts";

export interface BinariesWish extends VersionWish {
  readonly platform: BinariesPlatform;
  /** Download even what is installed. */
  readonly force: boolean;
}

export type BinariesChoice =
  | { readonly kind: "installed"; readonly item: BinariesItem }
  | { readonly kind: "download"; readonly release: BinariesRelease }
  /** Only the index can tell: read it and decide again. */
  | { readonly kind: "ask" }
  | { readonly kind: "missing" };

/** Both lists are sorted with the newest first. */
export function chooseBinaries(
  wish: BinariesWish,
  installed: readonly BinariesItem[],
  available?: readonly BinariesRelease[],
): BinariesChoice {
  const isWanted = (item: BinariesItem): boolean => matchesItem(wish.selector, wish.platform, item);
  const here = wish.force ? undefined : installed.find(isWanted);
  const mayBeOlder = wish.checkLatest && !exactVersion(wish.selector);
  if (here && (wish.installedOnly || !mayBeOlder)) return { kind: "installed", item: here };
  if (wish.installedOnly) return { kind: "missing" };
  if (!available) return { kind: "ask" };
  const there = available.find(isWanted);
  if (here && (!there || compareVersions(here.version, there.version) >= 0)) return { kind: "installed", item: here };
  return there ? { kind: "download", release: there } : { kind: "missing" };
}
