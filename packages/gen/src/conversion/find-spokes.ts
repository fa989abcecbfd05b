/** Finds the versions to convert: every version of a kind to the storage version, the hub. */
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { ProblemLog } from "../problem.ts";
import type { SpokeDeclaration } from "./conversions.ts";

/** The spokes of all kinds that have several versions. A kind without a single storage version is reported in the log. */
export function findSpokes(kinds: readonly KindDeclaration[], log: ProblemLog): readonly SpokeDeclaration[] {
  const versions = kinds.filter(({ facts }) => !facts.isSkipped);
  return [...Map.groupBy(versions, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((own) => {
    const [first] = own;
    if (own.length < 2 || first === undefined) return [];
    const [hub, ...others] = own.filter(({ facts }) => facts.storage);
    if (hub === undefined || others.length > 0) {
      log.report(
        first.declaration.position,
        `"${first.kind}" has ${own.length} versions: write "@kubebuilder:storageversion" on exactly one, to which the others are converted`,
      );
      return [];
    }
    return own.filter((kind) => kind !== hub && kind.code.conversion).map((spoke) => ({ spoke, hub }));
  });
}
