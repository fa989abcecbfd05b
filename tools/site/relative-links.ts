// Addresses relative to the page they are on, so that the website works below any path of a server. Generators write addresses from the root of a server.
import { posix } from "node:path";

/** Replaces addresses from the root in the attributes of a page. `page` is its path: "guides/testing.html". */
export function withRelativeLinks(page: string, html: string): string {
  return html.replaceAll(
    /(?<=<[a-z][^<>]*)(\s(?:href|src|content|component-url|renderer-url)=")\/(?!\/)([^"]*)/gu,
    (_match, attribute: string, target: string) => attribute + relativeTo(page, target),
  );
}

function relativeTo(page: string, target: string): string {
  const [path = "", anchor] = target.split("#");
  const relative = posix.relative(posix.dirname(page), path === "" ? "index.html" : path);
  return (relative === "" ? posix.basename(page) : relative) + (anchor === undefined ? "" : `#${anchor}`);
}
