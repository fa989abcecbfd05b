/** Generates the files of a project again and again, with one compiler session. */
import { createDiskFileHost, formatProblem, openGenerateSession, writeArtifacts } from "@kubewright/gen";

import { parseGenerateArguments } from "../generate/parse-arguments.ts";
import type { DevOutput } from "./dev-output.ts";
import type { DevProject } from "./dev-project.ts";

export interface Generation extends Disposable {
  /**
   * Writes the files that have changed, and returns their paths.
   *
   * @throws {GenerateError} for invalid sources; `InputError` if a path in the arguments of the project does not exist.
   */
  run(): readonly string[];
  /** The paths of all generated files, relative to the root. */
  files(): ReadonlySet<string>;
}

export function openGeneration({ root, generateArguments }: DevProject, output: DevOutput): Generation {
  const host = createDiskFileHost();
  const warn = (problem: Parameters<typeof formatProblem>[0]): void =>
    output.warn("generate", `warning: ${formatProblem(problem, root)}`);
  const session = openGenerateSession({ ...parseGenerateArguments(generateArguments), host, root, warn });
  let files: ReadonlySet<string> = new Set();
  return {
    run() {
      const artifacts = session.generate();
      files = new Set(artifacts.map((artifact) => artifact.path)); // Set before the files are written, so that these saves are ignored.
      return writeArtifacts(host, root, artifacts);
    },
    files: () => files,
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
}
