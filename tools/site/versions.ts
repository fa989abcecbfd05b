// The versions of the documentation, in the order of the menu: releases from new to old, then branches.

/** Adds a version, unless it is there. */
export function withVersion(versions: readonly string[], added: string): readonly string[] {
  return [...new Set([...versions, added])].toSorted(compareVersions);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [isRelease(a), isRelease(b)];
  if (left !== right) return left ? -1 : 1;
  return left ? b.localeCompare(a, "en", { numeric: true }) : a.localeCompare(b, "en");
}

function isRelease(version: string): boolean {
  return /^v?\d+(?:\.\d+)*$/u.test(version);
}
