// The software bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). `npm sbom --omit=dev` would leave out packages that are also
// a development dependency of another workspace.
import type { InstalledPackage } from "./installed.ts";
import type { PackedPackage } from "./tarball.ts";

/** The document for our packages and everything that is installed with them. Equal input gives equal text. */
export function sbomOf(packed: readonly PackedPackage[], installed: readonly InstalledPackage[]): string {
  const version = packed[0]?.version ?? "";
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "library", name: "kubewright", version, "bom-ref": "kubewright" } },
    components: [
      ...packed.map((each) => ({
        ...componentOf({ ...each, license: each.manifest.license }),
        hashes: [{ alg: "SHA-256", content: each.digest }],
      })),
      ...installed.map(({ name, version: installedVersion = "", license, integrity = "" }) => ({
        ...componentOf({ name, version: installedVersion, license }),
        hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
      })),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function componentOf(each: { readonly name: string; readonly version: string; readonly license: string | undefined }) {
  const purl = `pkg:npm/${each.name.replace("@", "%40")}@${each.version}`;
  const licenses = each.license === undefined ? [] : [{ license: { id: each.license } }];
  return { type: "library", name: each.name, version: each.version, purl, "bom-ref": purl, licenses };
}
