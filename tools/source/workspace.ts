// The packages and the source files of the repository, for its tools.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout, absolute. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/u, "");

/** The fields of a package.json that tools read. */
export interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly source?: string; readonly default?: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A folder with a package.json. */
export interface Workspace {
  /** Relative to the checkout, with "/". */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A text file of the repository. */
export interface SourceFile {
  /** Relative to the checkout, with "/". */
  readonly path: string;
  readonly text: string;
}

/** The published packages, by folder. */
export function publishedPackages(): readonly Workspace[] {
  return workspacesIn("packages/*/package.json");
}

/** The published packages with an API: all but `create-kubewright`, which is a program in plain JavaScript. */
export function packages(): readonly Workspace[] {
  return publishedPackages().filter(({ manifest }) => manifest.exports !== undefined);
}

/** All workspaces: packages, examples, tests, bench and tools. */
export function workspaces(): readonly Workspace[] {
  return workspacesIn("{packages,examples}/*/package.json", "{tests,bench,tools}/package.json");
}

function workspacesIn(...patterns: readonly string[]): readonly Workspace[] {
  return filesMatching(...patterns).map((path) => ({
    folder: dirname(path).split(sep).join("/"),
    manifest: JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest,
  }));
}

/** Every hand-written TypeScript file: no declarations, no generated files, no test data. */
export function writtenSources(): readonly SourceFile[] {
  return filesMatching("{packages,examples,tests,bench,tools}/**/*.ts", "*.ts")
    .filter((path) => !isGenerated(path))
    .map(readSource);
}

/** The generated files of the examples, which have imports, too. */
export function generatedSources(): readonly SourceFile[] {
  return filesMatching("examples/**/*.ts")
    .filter((path) => /(?:^|\/)(?:generated\/|zz_generated)/u.test(path))
    .map(readSource);
}

/** Every hand-written text file: sources, documents, scripts and configuration. */
export function writtenTexts(): readonly SourceFile[] {
  return filesMatching(
    "{packages,examples,tests,bench,tools,docs,site,.ci,.github}/**/*.{ts,js,mjs,md,json,yaml,yml,sh,go,txt}",
    "*.{ts,md,json}",
    ".*.json",
    ".ci/run",
    "Makefile",
  )
    .filter((path) => !isGenerated(path) && path !== "package-lock.json")
    .map(readSource);
}

/** Reads one file of the repository. */
export function readSource(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** Paths that match, relative to the checkout, sorted. Installed and built files are never among them. */
export function filesMatching(...patterns: readonly string[]): readonly string[] {
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: (path) => /(?:^|[/\\])(?:node_modules|dist|coverage)$/u.test(path) }),
  );
  return Array.from(new Set(found.map((path) => relative(root, join(root, path)).split(sep).join("/")))).sort();
}

/** Whether a file is written by a generator, or is data that a test compares with. */
export function isGenerated(path: string): boolean {
  return (
    /(?:^|\/)(?:testdata|data|generated)\/|zz_generated|\.generated\.ts$|\.d\.ts$/u.test(path) ||
    /^packages\/api\/src\/[a-z.]+\.?[^/]*\//u.test(path)
  );
}
