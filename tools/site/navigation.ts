// The navigation of the website: the index page of the documentation, whose sections are groups and whose tables are their pages.
import { posix } from "node:path";
import { linksIn } from "../source/markdown.ts";
import type { SourceFile } from "../source/workspace.ts";
import { routeOf } from "./routes.ts";

/** A group of the navigation, in the form of Starlight. */
export interface NavigationGroup {
  readonly label: string;
  readonly collapsed: boolean;
  readonly items: readonly NavigationItem[];
}

export interface NavigationItem {
  readonly label: string;
  readonly slug: string;
}

/**
 * Reads the groups of an index page. A section whose only link is the index of a folder, such as a book, has the pages of that index.
 *
 * @param read Returns the text of a file.
 */
export function navigationOf(index: SourceFile, read: (path: string) => string): readonly NavigationGroup[] {
  const sections = index.text.split(/^## /mu).slice(1);
  return sections.map((section, position) => {
    const label = section.slice(0, section.indexOf("\n"));
    const [first, ...others] = pagesOf({ path: index.path, text: section });
    const isFolder = others.length === 0 && first?.path.endsWith("/README.md") === true;
    const below = isFolder ? pagesOf({ path: first.path, text: read(first.path) }) : others;
    const items = [...(first === undefined ? [] : [first]), ...below];
    return { label, collapsed: position > 2, items: items.map(({ label: name, slug }) => ({ label: name, slug })) };
  });
}

/** Adds the generated reference of the packages, which the index page of the repository cannot link to. */
export function withReference(groups: readonly NavigationGroup[]): readonly NavigationGroup[] {
  const api: NavigationItem = { label: "API of the packages", slug: "reference" };
  return groups.map((group) => (group.label === "Reference" ? { ...group, items: [api, ...group.items] } : group));
}

/** The pages that the first cells of tables and the items of lists link to. */
function pagesOf({ path, text }: SourceFile): readonly (NavigationItem & { readonly path: string })[] {
  const lines = text.split("\n").filter((line) => /^\s*(?:\| *\[|[-*] \[|\d+\. \[)/u.test(line));
  const links = lines.flatMap((line) =>
    linksIn(line.startsWith("|") ? (line.split(" | ")[0] ?? "") : line).slice(0, line.startsWith("|") ? undefined : 1),
  );
  const items = links.flatMap(({ target, text: name }) => {
    const [file = ""] = target.split("#");
    const linked = posix.join(posix.dirname(path), file);
    const slug = routeOf(linked);
    return slug === undefined ? [] : [{ label: capitalized(name), slug, path: linked }];
  });
  return items.filter(({ slug }, index) => items.findIndex((each) => each.slug === slug) === index);
}

function capitalized(text: string): string {
  const plain = text.replaceAll("`", "");
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
