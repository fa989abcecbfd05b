/** The project's generated files while its sources change: a compiler that stays, and what it wrote last. */
import { createDiskFileHost, formatProblem, openGenerateSession, writeArtifacts } from "@kubewright/gen";

import { parseGenerateWords } from "../generate/parse-words.ts";
import type { DevOutput } from "./dev-output.ts";
import type { DevProject } from "./dev-project.ts";

export interface Generation extends Disposable {
  /**
   * Writes what has changed, and gives its paths.
   *
   * @throws {GenerateError} when the sources are wrong; `InputError` when something that the project's script names is not there.
   */
  run(): readonly string[];
  /** Everything that is generated, by its path below the root. */
  files(): ReadonlySet<string>;
}

export function openGeneration({ root, generateWords }: DevProject, output: DevOutput): Generation {
  const host = createDiskFileHost();
  const warn = (problem: Parameters<typeof formatProblem>[0]): void =>
    output.warn("generate", `warning: ${formatProblem(problem, root)}`);
  const session = openGenerateSession({ ...parseGenerateWords(generateWords), host, root, warn });
  let files: ReadonlySet<string> = new Set();
  return {
    run() {
      const artifacts = session.generate();
      files = new Set(artifacts.map((artifact) => artifact.path)); // Before they are written, so that their saves are not taken for the user's.
      return writeArtifacts(host, root, artifacts);
    },
    files: () => files,
    [Symbol.dispose]: () => session[Symbol.dispose](),
  };
}
