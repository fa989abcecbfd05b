/**
 * The list of releases that can be downloaded, in the format of controller-tools:
 *
 *     releases:
 *       v1.30.0:
 *         envtest-v1.30.0-linux-amd64.tar.gz: { hash: SHA512, selfLink: URL }
 */
import { parse } from "yaml";
import { EnvironmentError } from "../errors.ts";
import { compareItems, parseItemName } from "./item.ts";
import type { BinariesItem } from "./item.ts";

/** An archive that can be downloaded. */
export interface BinariesRelease extends BinariesItem {
  readonly url: string;
  /** Hexadecimal. */
  readonly sha512: string;
}

/** Where controller-tools publishes its list. */
export const defaultIndexUrl =
  "https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml";

/**
 * Reads the index: newest first. Archives with unknown names are skipped, because newer releases may use other names.
 *
 * @throws {EnvironmentError} if this is not such a list, or an archive has no checksum or no URL.
 */
export function parseReleaseIndex(text: string, source: string): readonly BinariesRelease[] {
  const { releases } = fieldsOf(parsed(text, source));
  if (typeof releases !== "object" || releases === null) throw wrong(source, "it has no releases");
  return Object.values(releases)
    .flatMap((archives: unknown) => Object.entries(fieldsOf(archives)))
    .flatMap(([name, archive]) => releaseOf(name, fieldsOf(archive), source))
    .toSorted(compareItems);
}

function parsed(text: string, source: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0, uniqueKeys: true });
  } catch (cause) {
    const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw wrong(source, firstLine.replace(/:$/, ""), cause);
  }
}

function releaseOf(name: string, archive: Fields, source: string): readonly BinariesRelease[] {
  const item = parseItemName(/^envtest-v(.+)\.tar\.gz$/.exec(name)?.[1] ?? "");
  if (!item) return [];
  const { hash, selfLink } = archive;
  if (typeof hash !== "string" || !/^[\da-f]{128}$/i.test(hash)) {
    throw wrong(source, `the hash of "${name}" is not a SHA-512 in hexadecimal`);
  }
  if (typeof selfLink !== "string" || !URL.canParse(selfLink) || !/^https?:/.test(selfLink)) {
    throw wrong(source, `the selfLink of "${name}" is not an http or https address`);
  }
  return [{ ...item, url: selfLink, sha512: hash.toLowerCase() }];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function wrong(source: string, found: string, cause?: unknown): EnvironmentError {
  return new EnvironmentError(
    `Cannot read the index of binaries "${source}": ${found}: expected a list of releases in the format of controller-tools`,
    { cause },
  );
}
