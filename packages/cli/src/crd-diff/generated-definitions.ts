/** The CRDs that the sources of a project give, made in memory: nothing is written, and nothing that was written is trusted. */
import { createDiskFileHost, generate } from "@kubewright/gen";
import type { Definition } from "@kubewright/gen/definitions";

import { definitionsIn } from "../definitions/read-definitions.ts";
import { parseGenerateWords } from "../generate/parse-words.ts";
import { CommandError } from "../io.ts";

/**
 * `words` are those of `kubewright generate` that concern CRDs, where a project does not generate them as others do.
 *
 * @throws `GenerateError` when the sources are wrong, {@link CommandError} when they declare no kinds.
 */
export function generatedDefinitions(root: string, words: readonly string[]): readonly Definition[] {
  const { generators, paths } = parseGenerateWords(
    words.some((word) => word.startsWith("crd")) ? words : ["crd", ...words],
  );
  const ofCrds = generators.filter(({ name }) => name === "crd");
  const artifacts = generate({ host: createDiskFileHost(), root, paths, generators: ofCrds });
  if (artifacts.length === 0) {
    throw new CommandError(
      "Cannot compare: no source here declares a kind: stand in a project, or name a file or folder with CRDs",
    );
  }
  return definitionsIn(
    artifacts.map(({ path, content }) => ({ origin: `"${path}"`, text: content })),
    "compare",
  );
}
