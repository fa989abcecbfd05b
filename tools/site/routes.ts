// Which file of the repository becomes which page of the website. A route is the address of a page without its ending: "guides/testing".

/** Pages whose file is not below docs, packages or examples. */
const others: Readonly<Record<string, string>> = {
  "site/index.md": "index",
  "site/404.md": "404",
  "README.md": "overview",
  "CHANGELOG.md": "changelog",
  "SECURITY.md": "security",
  "CONTRIBUTING.md": "internals/contributing",
  "AGENTS.md": "internals/agents",
  "tests/README.md": "internals/tests",
  "bench/README.md": "internals/bench",
};

/** The patterns of all files that are pages, except those of the API reference. */
export const pagePatterns: readonly string[] = [
  ...Object.keys(others),
  "docs/**/*.md",
  "{packages,examples}/*/README.md",
];

/** The folder where the API reference is generated, as Markdown. */
export const referenceFolder = "site/.generated/reference";

/** The route of a file, or undefined if it is not a page. */
export function routeOf(path: string): string | undefined {
  const known = others[path];
  if (known !== undefined) return known;
  const parts: readonly (readonly [RegExp, string])[] = [
    [/^docs\/README\.md$/u, "docs"],
    [/^docs\/(.+)\/README\.md$/u, "$1"],
    [/^docs\/(.+)\.md$/u, "$1"],
    [/^(packages|examples)\/([^/]+)\/README\.md$/u, "$1/$2"],
    [/^packages\/([^/]+)\/api\.md$/u, "reference/$1"],
    [/^site\/\.generated\/reference\/README\.md$/u, "reference"],
    [/^site\/\.generated\/reference\/([^/]+)\/src\/README\.md$/u, "reference/$1"],
    [/^site\/\.generated\/reference\/([^/]+)\/src\/(.+)\/README\.md$/u, "reference/$1/$2"],
    [/^site\/\.generated\/reference\/([^/]+)\/src\/(.+)\.md$/u, "reference/$1/$2"],
  ];
  const found = parts.find(([pattern]) => pattern.test(path));
  return found === undefined ? undefined : path.replace(...found);
}

/** The address of a page, from the root of the website. */
export function addressOf(route: string): string {
  return route === "index" ? "/" : `/${route}.html`;
}
