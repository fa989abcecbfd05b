// The versions of the documentation, in the order of the menu: releases from new to old, then branches.

/** Adds a version, unless it is there. */
export function withVersion(versions: readonly string[], added: string): readonly string[] {
  return [...new Set([...versions, added])].toSorted(compareVersions);
}

/**
 * The page that a host serves for every missing address. It shows the page of a version, with the folder of that version as the base of its links: the
 * one in the address, or the one at the root of the host.
 */
export function missingPage(version: string): string {
  const script = `const folder = ${JSON.stringify(`/${version}/`)}, at = location.pathname.indexOf(folder);
const base = at < 0 ? folder : location.pathname.slice(0, at + folder.length);
fetch(base + "404.html").then((response) => response.text()).then((html) => {
  document.open();
  document.write(html.replace("<head>", '<head><base href="' + base + '">'));
  document.close();
});`;
  return `<!doctype html><meta charset="utf-8"><title>Page not found</title><link rel="icon" href="data:,"><p>Page not found</p><script>${script}</script>\n`;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [isRelease(a), isRelease(b)];
  if (left !== right) return left ? -1 : 1;
  return left ? b.localeCompare(a, "en", { numeric: true }) : a.localeCompare(b, "en");
}

function isRelease(version: string): boolean {
  return /^v?\d+(?:\.\d+)*$/u.test(version);
}
