/** Generates the CRDs of a project in memory. It does not read or write files of earlier runs. */
import { createDiskFileHost, generate } from "@kubewright/gen";
import type { Definition } from "@kubewright/gen/definitions";

import { definitionsIn } from "../definitions/read-definitions.ts";
import { parseGenerateArguments } from "../generate/parse-arguments.ts";
import { CommandError } from "../io.ts";

/**
 * `words` are arguments of `kubewright generate`; only the generator of CRDs runs.
 *
 * @throws `GenerateError` for invalid sources, {@link CommandError} if they declare no kinds.
 */
export function generatedDefinitions(root: string, words: readonly string[]): readonly Definition[] {
  const { generators, paths } = parseGenerateArguments(
    words.some((word) => word.startsWith("crd")) ? words : ["crd", ...words],
  );
  const ofCrds = generators.filter(({ name }) => name === "crd");
  const artifacts = generate({ host: createDiskFileHost(), root, paths, generators: ofCrds });
  if (artifacts.length === 0) {
    throw new CommandError(
      "Cannot compare: no source declares a kind: run the command in a project, or name a file or folder with CRDs",
    );
  }
  return definitionsIn(
    artifacts.map(({ path, content }) => ({ origin: `"${path}"`, text: content })),
    "compare",
  );
}
