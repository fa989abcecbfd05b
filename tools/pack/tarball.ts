// The files of a packed package, read with the parser of the library that checks its types.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createPackageFromTarballData } from "@arethetypeswrong/core";
import type { Package } from "@arethetypeswrong/core";

/** A package that was read from a `.tgz` file. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly bytes: Uint8Array;
  /** The SHA-256 digest of the file, in hexadecimal digits. */
  readonly digest: string;
  /** Paths in the package, such as `dist/index.js`, sorted. */
  readonly files: readonly string[];
  readonly manifest: PackageManifest;
  /** The package as the check of types reads it. */
  readonly content: Package;
}

/** The fields of package.json that are checked. */
export interface PackageManifest {
  readonly license?: string;
  readonly description?: string;
  readonly engines?: { readonly node?: string };
  readonly repository?: unknown;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export async function readPacked(file: string): Promise<PackedPackage> {
  const bytes = await readFile(file);
  const content = createPackageFromTarballData(bytes);
  const prefix = `/node_modules/${content.packageName}/`;
  const files = content.listFiles().map((each) => each.replace(prefix, ""));
  return {
    name: content.packageName,
    version: content.packageVersion,
    bytes,
    digest: createHash("sha256").update(bytes).digest("hex"),
    files: files.toSorted(),
    manifest: JSON.parse(content.readFile(`${prefix}package.json`)) as PackageManifest,
    content,
  };
}
