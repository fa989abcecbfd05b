/**
 * Runs the generators on one source file in memory, for tests. The path of the file is in this package, so that the
 * compiler resolves its imports as for any other file.
 */

import { createDiskFileHost } from "../files/disk-file-host.ts";
import { createMemoryFileHost } from "../files/file-host.ts";
import type { FileHost } from "../files/file-host.ts";
import { directoryOf } from "../files/join-path.ts";
import { generate } from "../generate.ts";
import type { GeneratedArtifact } from "../generate.ts";
import type { Generator } from "../generators.ts";
import { formatProblem, isGenerateError } from "../problem.ts";
import type { Problem } from "../problem.ts";

/** The folder of the files of a test. */
export const memoryRoot: string = `${directoryOf(directoryOf(import.meta.dirname))}/testdata/in-memory`;

/** Generates from `source` as `api/v1/types.ts`, and from other files by their path below the root. */
export function generateInMemory(
  source: string,
  options: {
    readonly others?: Readonly<Record<string, string>>;
    readonly generators?: readonly Generator[];
    readonly warn?: (warning: Problem) => void;
  } = {},
): readonly GeneratedArtifact[] {
  const files = { "api/v1/types.ts": source, ...options.others };
  const memory = createMemoryFileHost(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${memoryRoot}/${path}`, text])),
  );
  return generate({
    host: overDisk(memory),
    root: memoryRoot,
    generators: options.generators ?? [{ name: "crd" }, { name: "object" }],
    ...(options.warn !== undefined && { warn: options.warn }),
  });
}

/** The problems of `source`, in the format of editors. */
export function problemsOf(source: string, others?: Readonly<Record<string, string>>): readonly string[] {
  try {
    generateInMemory(source, others === undefined ? {} : { others });
    return [];
  } catch (error) {
    if (!isGenerateError(error)) throw error;
    return error.problems.map((problem) => formatProblem(problem, memoryRoot));
  }
}

/** The problems of each of several sources, read in one run, without the path of the file: `10:3: message`. */
export function problemsOfEach(sources: readonly string[]): readonly (readonly string[])[] {
  const pathOf = (index: number): string => `api/case${index}/v1/types.ts`;
  // Each source has its own group, because their kinds have the same name.
  const files = sources.map((source, index): [string, string] => [
    pathOf(index),
    source.replace("@groupName=", `@groupName=case${index}.`),
  ]);
  const problems = problemsOf("", Object.fromEntries(files));
  return sources.map((_, index) => {
    const prefix = `${pathOf(index)}:`;
    return problems.filter((problem) => problem.startsWith(prefix)).map((problem) => problem.slice(prefix.length));
  });
}

function overDisk(memory: FileHost): FileHost {
  const disk = createDiskFileHost();
  return {
    readFile: (path) => memory.readFile(path) ?? disk.readFile(path),
    readDirectory: (path) => memory.readDirectory(path),
    writeFile: (path, content) => memory.writeFile(path, content),
  };
}
