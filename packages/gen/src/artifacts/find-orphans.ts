/**
 * Orphaned outputs: files that a generator wrote once and writes no more, because a kind, a source or a generator is gone. They would still be
 * applied, compiled and shipped.
 */
import type { FileHost } from "../files/file-host.ts";
import { filesOfPattern } from "../files/find-sources.ts";
import { joinPath } from "../files/join-path.ts";
import { defaultOutputs } from "../generators.ts";
import type { Generator } from "../generators.ts";
import type { Artifact } from "./artifact.ts";
import { generatedHeader } from "./code.ts";

/** A run of generators, and what it made. */
export interface FindOrphansOptions {
  readonly host: FileHost;
  readonly root: string;
  /** The sources that the run read. Default: `["./..."]`. */
  readonly paths?: readonly string[];
  readonly generators: readonly Generator[];
  readonly artifacts: readonly Artifact[];
}

/**
 * The orphaned outputs in the folders of a run, as sorted paths relative to the root. All generators of code are searched for, also those that do
 * not run; a file without the mark of our generators is never an orphan.
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
  const isOrphan = (file: string, isOurs: (text: string) => boolean): boolean =>
    !current.has(file) && isOurs(host.readFile(file) ?? "");
  const code = [...paths, ...codeFolders(generators)].flatMap((pattern) => filesOfPattern(host, base, pattern));
  const crds = crdFolders(generators).flatMap((folder) => filesOfPattern(host, base, folder));
  const orphans = [
    ...code.filter((file) => /\.m?ts$/.test(file) && isOrphan(file, isGeneratedCode)),
    ...crds.filter((file) => file.endsWith(".yaml") && isOrphan(file, isGeneratedCrd)),
  ];
  return [...new Set(orphans)].map((file) => file.slice(base.length + 1)).toSorted();
}

/** The folders of clients, listers and informers, each where it is or would be. */
function codeFolders(generators: readonly Generator[]): readonly string[] {
  return (["client", "lister", "informer"] as const).map((name) => {
    const generator = generators.find((each) => each.name === name);
    return (generator !== undefined && "output" in generator ? generator.output : undefined) ?? defaultOutputs[name];
  });
}

function crdFolders(generators: readonly Generator[]): readonly string[] {
  return generators.flatMap((each) => (each.name === "crd" ? [each.output ?? defaultOutputs.crd] : []));
}

function isGeneratedCode(text: string): boolean {
  return text.split("\n", headerLinesMax).includes(generatedHeader);
}

/** A license may precede the mark. */
const headerLinesMax = 60;

function isGeneratedCrd(text: string): boolean {
  return /^kind: CustomResourceDefinition$/m.test(text) && /^ {4}kubewright\.dev\/generator-version: /m.test(text);
}
