// Links of built pages that lead to no page, file or anchor of the website.
import { posix } from "node:path";
import type { SourceFile } from "../source/workspace.ts";

/** @param exists Whether the website has a file at this path. */
export function deadLinksOf(pages: readonly SourceFile[], exists: (path: string) => boolean): readonly string[] {
  const anchors = new Map(
    pages.map(({ path, text }) => [path, new Set(Array.from(text.matchAll(/\sid="([^"]+)"/gu), ([, id]) => id))]),
  );
  return pages.flatMap((page) => {
    const targets = new Set(
      Array.from(page.text.matchAll(/(?<=<[a-z][^<>]*)\s(?:href|src)="([^"]*)"/gu), ([, target = ""]) => target),
    );
    return [...targets]
      .filter((target) => isDead(page.path, target, anchors, exists))
      .map((target) => `${page.path}: ${target}`);
  });
}

function isDead(
  from: string,
  target: string,
  anchors: ReadonlyMap<string, ReadonlySet<string | undefined>>,
  exists: (path: string) => boolean,
): boolean {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(target)) return false;
  if (target.startsWith("/")) return true; // It would not work below another path.
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(file));
  if (!exists(path)) return true;
  return (
    anchor !== undefined &&
    anchor !== "" &&
    anchor !== "_top" &&
    anchors.get(path)?.has(decodeURIComponent(anchor)) === false
  );
}
