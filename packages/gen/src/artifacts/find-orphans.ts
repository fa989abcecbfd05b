/**
 * Orphaned outputs: files that a generator wrote earlier and no longer writes, because a kind, a source or a generator was removed. They
 * would still be applied, compiled and published.
 */
import type { FileHost } from "../files/file-host.ts";
import { filesOfPattern } from "../files/find-sources.ts";
import { joinPath } from "../files/join-path.ts";
import { defaultOutputs } from "../generators.ts";
import type { Generator } from "../generators.ts";
import type { Artifact } from "./artifact.ts";
import { generatedHeader, generatedMark } from "./code.ts";

/** A run of generators and its artifacts. */
export interface FindOrphansOptions {
  readonly host: FileHost;
  readonly root: string;
  /** The sources that the run read. Default: `["./..."]`. */
  readonly paths?: readonly string[];
  readonly generators: readonly Generator[];
  readonly artifacts: readonly Artifact[];
}

/**
 * The orphaned outputs of a run, as sorted paths relative to the root. The search covers the sources of the run, and the folders of all
 * generators, including those that do not run. Only files with the mark of generated files are orphans.
 */
export function findOrphans({
  host,
  root,
  paths = ["./..."],
  generators,
  artifacts,
}: FindOrphansOptions): readonly string[] {
  const base = joinPath(root, ".");
  const current = new Set(artifacts.map(({ path }) => joinPath(base, path)));
  const besideSources = paths
    .flatMap((pattern) => filesOfPattern(host, base, pattern))
    .filter((file) => /\.m?ts$/.test(file));
  const inFolders = outputFolders(generators)
    .flatMap((folder) => filesOfPattern(host, base, folder))
    .filter((file) => /\.(?:ts|yaml|json)$/.test(file));
  return [...new Set([...besideSources, ...inFolders])]
    .filter((file) => !current.has(file) && isGenerated(host.readFile(file) ?? ""))
    .map((file) => file.slice(base.length + 1))
    .toSorted();
}

/** The default folder of each generator, and the folders of the run. A moved output leaves files in its old folder. */
function outputFolders(generators: readonly Generator[]): readonly string[] {
  return [...Object.values(defaultOutputs), ...generators.flatMap((each) => ("output" in each && each.output) || [])];
}

function isGenerated(text: string): boolean {
  return text.split("\n", headerLinesMax).some((line) => markedLines.has(line.trim()));
}

/** The mark in code, in YAML, and in an OpenAPI document. */
const markedLines: ReadonlySet<string> = new Set([
  generatedHeader,
  `# ${generatedMark}`,
  `"description": ${JSON.stringify(generatedMark)},`,
]);

/** A license may precede the mark. */
const headerLinesMax = 60;
