/** Finds the versions to convert: every version of a kind to the storage version, the hub. */
import { directoryOf } from "../files/join-path.ts";
import type { KindDeclaration } from "../kinds/find-kinds.ts";
import type { Marker } from "../markers/definition.ts";
import { has, last } from "../markers/read-markers.ts";
import type { ProblemLog } from "../problem.ts";
import type { SpokeDeclaration } from "./conversions.ts";

/** The spokes of all kinds that have several versions. A kind without a single storage version is reported in the log. */
export function findSpokes(
  kinds: readonly KindDeclaration[],
  packageMarkers: ReadonlyMap<string, readonly Marker[]>,
  log: ProblemLog,
): readonly SpokeDeclaration[] {
  const versions = kinds.filter(({ markers }) => !has(markers, "kubebuilder:skipversion"));
  const isWanted = ({ markers, file }: KindDeclaration): boolean => {
    const all = [...(packageMarkers.get(directoryOf(file)) ?? []), ...markers];
    return last(all, "k8s:conversion-gen")?.value !== false;
  };
  return [...Map.groupBy(versions, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((own) => {
    const [first] = own;
    if (own.length < 2 || first === undefined) return [];
    const [hub, ...others] = own.filter(({ markers }) => has(markers, "kubebuilder:storageversion"));
    if (hub === undefined || others.length > 0) {
      log.report(
        first.declaration.position,
        `"${first.kind}" has ${own.length} versions: write "@kubebuilder:storageversion" on exactly one, to which the others are converted`,
      );
      return [];
    }
    return own.filter((kind) => kind !== hub && isWanted(kind)).map((spoke) => ({ spoke, hub }));
  });
}
