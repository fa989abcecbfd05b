// A Markdown file as a page of the website: its title, its description, and its text with the addresses of pages instead of files.
import { posix } from "node:path";
import { linksIn } from "../source/markdown.ts";
import type { SourceFile } from "../source/workspace.ts";
import { addressOf, referenceFolder, routeOf } from "./routes.ts";

/** A page as the generator reads it. */
export interface SitePage {
  readonly route: string;
  readonly title: string;
  /** Markdown with its frontmatter. */
  readonly text: string;
}

/** What a page can link to or show. */
export interface Repository {
  /** Whether there is a file or a folder at this path. */
  readonly exists: (path: string) => boolean;
  /** The text of a file. */
  readonly read: (path: string) => string;
  /** The address of a file or folder on the code host. Without it, links to files that are not pages become plain text. */
  readonly addressOfFile?: (path: string) => string;
}

/** Generated tables for maintainers: they would fill the results of every search. */
const unsearched: ReadonlySet<string> = new Set(
  ["checklist", "validation", "differential"].map((name) => `internals/${name}`),
);

/** Tables with many columns: these pages have no second column. */
const wide: ReadonlySet<string> = new Set(["features", "generators", "commands"]);

/** How much a match on a page counts in the search: what explains comes before signatures, decisions and changes. */
const searchWeights: readonly (readonly [RegExp, number])[] = [
  [/^(?:reference|decisions|internals|changelog)\b/u, 0.2],
  [/^(?:cli|markers|metrics|commands|generators|features|packages|examples)\b/u, 1],
];

/** The weight of a page in the search, between 0 and 10 (https://pagefind.app/docs/weighting/). */
export function searchWeightOf(route: string): number {
  return searchWeights.find(([pattern]) => pattern.test(route))?.[1] ?? 5;
}

/** Where readers edit the page. Generated pages have no such address. */
function editUrlOf(path: string, { addressOfFile }: Repository): readonly string[] {
  if (addressOfFile === undefined || path.startsWith(referenceFolder)) return [];
  return [`editUrl: ${JSON.stringify(addressOfFile(path))}`];
}

/** Converts a file. A file that has frontmatter keeps it. */
export function pageOf({ path, text }: SourceFile, repository: Repository): SitePage {
  const route = routeOf(path);
  if (route === undefined) throw new Error(`Cannot make a page of "${path}": it has no route`);
  const linked = withAsides(withCodeTitles(withAddresses({ path, text }, repository)));
  if (linked.startsWith("---\n"))
    return { route, title: route, text: linked.replace("---\n", `---\nslug: ${route}\n`) };
  const { title, body: content } = withoutTitle(linked);
  const body = withPackage(route, content);
  const description = descriptionOf(body);
  const fields = [
    `title: ${JSON.stringify(title)}`,
    `slug: ${JSON.stringify(route)}`,
    ...(description === "" ? [] : [`description: ${JSON.stringify(description)}`]),
    ...(unsearched.has(route) ? ["pagefind: false"] : []),
    `searchWeight: ${searchWeightOf(route)}`,
    ...(wide.has(route) ? ["tableOfContents: false"] : []),
    ...editUrlOf(path, repository),
  ];
  return { route, title, text: `---\n${fields.join("\n")}\n---\n\n${body}` };
}

/** Kinds that the API reference names in its titles. */
const symbolKinds = /^(?:Function|Interface|Class|Type Alias|Variable|Namespace): /u;

/** The first heading becomes the title of the page. */
function withoutTitle(text: string): { readonly title: string; readonly body: string } {
  const [, heading = "", body = ""] = /^(?:<!--[^]*?-->\s*)?# ([^\n]+)\n+([^]*)$/u.exec(text) ?? [];
  if (heading === "")
    throw new Error(`Cannot find the title of a page: it starts with ${JSON.stringify(text.slice(0, 40))}`);
  const title = heading
    .replaceAll(/[`*]|\\(?=[<>_[\]])/gu, "")
    .replace(symbolKinds, "")
    .replace(/^([\w-]+)\/src\b/u, "@kubewright/$1");
  return { title, body };
}

/** The page of a symbol begins with the package to import it from. */
function withPackage(route: string, body: string): string {
  const [, name = "", below = "", folder = ""] =
    /^reference\/([\w-]+)((?:\/testing)?)\/([\w-]+)\/[\w-]+$/u.exec(route) ?? [];
  const kind = symbolFolders[folder];
  if (kind === undefined) return body;
  return `${kind} of [\`@kubewright/${name}${below}\`](${addressOf(`reference/${name}`)}).\n\n${body}`;
}

/** The folders of TypeDoc, by the kind of their symbols. */
const symbolFolders: Readonly<Record<string, string>> = {
  classes: "A class",
  functions: "A function",
  interfaces: "An interface",
  "type-aliases": "A type",
  variables: "A constant",
};

/** The first paragraph as plain text, for search engines and previews. */
function descriptionOf(body: string): string {
  const paragraph =
    body.split(/\n{2,}/u).find((block) => /^[A-Z`]/u.test(block) && !/^An? \w+ of \[/u.test(block)) ?? "";
  const plain = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/[`*\\]/gu, "")
    .replaceAll(/\s+/gu, " ");
  return plain.length <= 160 ? plain.trim() : `${plain.slice(0, plain.lastIndexOf(" ", 157))} …`;
}

/** Alerts of GitHub (`> [!TIP]`) become asides of Starlight. */
function withAsides(text: string): string {
  return text.replaceAll(/^> \[!(NOTE|TIP|CAUTION)\]\n((?:>[^\n]*\n)+)/gmu, (_match, kind: string, quoted: string) => {
    return `:::${kind.toLowerCase()}\n${quoted.replaceAll(/^> ?/gmu, "")}:::\n`;
  });
}

/** `ts file=api/v1/a.ts` names the file of a block, which the website shows as its title. */
function withCodeTitles(text: string): string {
  return text.replaceAll(/^(`{3,}\w+[^\n`]*?) file=(\S+)/gmu, '$1 title="$2"');
}

function withAddresses({ path, text }: SourceFile, repository: Repository): string {
  let changed = "";
  let from = 0;
  for (const link of linksIn(text)) {
    changed += text.slice(from, link.start);
    const source = { path, text: link.text };
    changed += link.isImage ? picture(link.target, source, repository) : linkTo(link.target, source, repository);
    from = link.end;
  }
  return changed + text.slice(from);
}

function linkTo(target: string, { path, text }: SourceFile, repository: Repository): string {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(target) || target.startsWith("#") || target.startsWith("/"))
    return `[${text}](${target})`;
  const [file = "", anchor] = target.split("#");
  const linked = posix.join(posix.dirname(path), decodeURIComponent(file)).replace(/\/$/u, "");
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  const page = [linked, `${linked}/README.md`].find((each) => routeOf(each) !== undefined && isPage(each, repository));
  if (page !== undefined)
    return `[${text}](${addressOf(routeOf(page) ?? "")}${page.endsWith("/api.md") ? "" : suffix})`;
  const address = repository.addressOfFile?.(linked);
  return address === undefined ? text : `[${text}](${address}${suffix})`;
}

/** Packages without an API reference have no page for their `api.md`. */
function isPage(path: string, { exists }: Repository): boolean {
  const [, name] = /^packages\/([^/]+)\/api\.md$/u.exec(path) ?? [];
  return exists(name === undefined ? path : `${referenceFolder}/${name}/src/README.md`);
}

/** Pictures are part of the page, so that they follow its light or dark theme. */
function picture(target: string, { path, text }: SourceFile, { read }: Repository): string {
  const svg = read(posix.join(posix.dirname(path), target))
    .replaceAll(/\s*\n\s*/gu, " ")
    .trim();
  return `<figure class="picture" role="img" aria-label=${JSON.stringify(text)}>${svg}</figure>`;
}
