/** Warnings about conflicting files of a volume: two with the same path, or one that is a folder of another. */
import { quoteGoString } from "@kubewright/apimachinery";
import type { Volume, VolumeProjection } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

export function overlapWarnings(volumes: readonly View<Volume>[]): readonly string[] {
  return volumes.flatMap(({ name = "", configMap, secret, downwardAPI, projected }) => {
    const warning = (what: string, overlap: string): string =>
      `volume ${quoteGoString(name)} (${what}): overlapping paths: ${overlap}`;
    const ofItems = (what: string, items: Items): readonly string[] =>
      overlaps(filesOf(items, "")).map((overlap) => warning(what, overlap));
    const sources = projected?.sources ?? [];
    return [
      ...ofItems(`ConfigMap ${quoteGoString(configMap?.name ?? "")}`, configMap?.items),
      ...ofItems(`Secret ${quoteGoString(secret?.secretName ?? "")}`, secret?.items),
      ...ofItems("DownwardAPI", downwardAPI?.items),
      ...sources
        .filter((source) => Object.keys(source).length === 0)
        .map(() => `volume ${quoteGoString(name)} (Projected) has no sources provided`),
      ...overlaps(sources.flatMap(filesOfSource)).map((overlap) => warning("Projected", overlap)),
    ];
  });
}

type Items = readonly { readonly path?: string }[] | undefined;

interface File {
  readonly path: string;
  readonly source: string;
}

function filesOf(items: Items = [], source: string): readonly File[] {
  return items.map(({ path = "" }) => ({ path, source }));
}

function filesOfSource(source: View<VolumeProjection>): readonly File[] {
  const { configMap, secret, downwardAPI, serviceAccountToken: token } = source;
  if (configMap?.items) return filesOf(configMap.items, `ConfigMap ${quoteGoString(configMap.name ?? "")}`);
  if (secret?.items) return filesOf(secret.items, `Secret ${quoteGoString(secret.name ?? "")}`);
  if (downwardAPI?.items) return filesOf(downwardAPI.items, "DownwardAPI");
  return token === undefined ? [] : [{ path: token.path ?? "", source: "ServiceAccountToken" }];
}

/** The maximum number of files that are compared, which bounds the work. */
const comparedMax = 1000;

function overlaps(files: readonly File[]): readonly string[] {
  const plain = files.slice(0, comparedMax).map(({ path, source }) => ({ path: path.replace(/\/+$/u, ""), source }));
  return plain.flatMap((file, index) =>
    plain
      .slice(0, index)
      .filter((other) => overlap(file.path, other.path))
      .map((other) => `${shown(file)} with ${shown(other)}`),
  );
}

function overlap(a: string, b: string): boolean {
  return a !== "" && b !== "" && (`${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`));
}

function shown({ path, source }: File): string {
  return source === "" ? quoteGoString(path) : `${quoteGoString(path)} (${source})`;
}
