// What must hold for a packed package before it is published: its contents, its metadata, the licences of its dependencies, and its types.
import { checkPackage } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Problem } from "../checks/problems.ts";
import type { InstalledPackage } from "./installed.ts";
import type { PackedPackage } from "./tarball.ts";

/** Licences of dependencies that can be combined with Apache-2.0 without further conditions. */
const compatible = new Set(["Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC"]);

/** The files that a package may have. Sources are published: source maps and the condition `source` refer to them. */
const published = /^(?:package\.json|README\.md|LICENSE|(?:bin|dist|src)\/.+)$/u;
const unpublished = /\.test\.[a-z.]+$|(?:^|\/)testdata\/|\.tsbuildinfo$|(?:^|\/)\.[^/]+/u;

/** Problems of the contents and of package.json. */
export function contentProblems({ name, files, manifest }: PackedPackage): readonly Problem[] {
  const problem = (message: string): Problem => ({ at: name, message });
  const missing = ["package.json", "README.md", "LICENSE"].filter((file) => !files.includes(file));
  return [
    ...missing.map((file) => problem(`has no ${file}`)),
    ...files
      .filter((file) => !published.test(file) || unpublished.test(file))
      .map((file) => problem(`contains ${file}, which is not published: exclude it in "files" of package.json`)),
    ...(manifest.license === "Apache-2.0"
      ? []
      : [problem(`license is ${String(manifest.license)}, must be Apache-2.0`)]),
    ...(manifest.description === undefined ? [problem("description is missing")] : []),
    ...(manifest.engines?.node === undefined ? [problem("engines.node is missing")] : []),
    ...Object.keys(manifest.scripts ?? {})
      .filter((script) => /^(?:pre|post)?install$|^prepare$/u.test(script))
      .map((script) => problem(`scripts.${script} runs at installation`)),
    ...Object.entries(manifest.dependencies ?? {})
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version))
      .map(([dependency, version]) => problem(`dependencies["${dependency}"] is ${version}, must be an exact version`)),
  ];
}

/** Problems of the licences of dependencies, and scripts that their installation runs. */
export function dependencyProblems(dependencies: readonly InstalledPackage[]): readonly Problem[] {
  return dependencies.flatMap(({ name, version, license, hasInstallScript }) => {
    const at = `${name}@${String(version)}`;
    return [
      ...(compatible.has(license ?? "")
        ? []
        : [{ at, message: `license is ${String(license)}, must be one of ${[...compatible].join(", ")}` }]),
      ...(hasInstallScript === true ? [{ at, message: "has an install script" }] : []),
    ];
  });
}

/** Problems that publint finds, and those of types: each entry point must have types, and types of ES modules. A package that is only a program needs no types. */
export async function typeProblems({ name, bytes, content, manifest }: PackedPackage): Promise<readonly Problem[]> {
  const tarball = new Uint8Array(bytes).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, level: "warning" });
  const linted = messages.map((message) => ({
    at: name,
    message: formatMessage(message, pkg, { color: false }) ?? message.code,
  }));
  const checked = await checkPackage(content);
  if (checked.types === false) {
    const isProgram = Object.keys(manifest.bin ?? {}).length > 0;
    return isProgram ? linted : [...linted, { at: name, message: "has no types" }];
  }
  // Packages are ES modules only: how CommonJS and the resolution of Node 10 see them does not matter.
  const wrong = checked.problems.filter(
    (each) => !("resolutionKind" in each && (each.resolutionKind === "node10" || each.resolutionKind === "node16-cjs")),
  );
  return [
    ...linted,
    ...wrong.map((each) => ({
      at: name,
      message: `types: ${each.kind}${"entrypoint" in each ? ` at ${each.entrypoint}` : ""}`,
    })),
  ];
}

/** The files of two builds that differ. */
export function buildProblems(first: readonly PackedPackage[], second: readonly PackedPackage[]): readonly Problem[] {
  return first.flatMap((each) => {
    const other = second.find(({ name }) => name === each.name);
    if (other?.digest === each.digest) return [];
    const prefix = `/node_modules/${each.name}/`;
    const different = each.files.filter(
      (file) => !other?.files.includes(file) || read(each, prefix + file) !== read(other, prefix + file),
    );
    return [{ at: each.name, message: `differs between two builds: ${different.join(", ") || "the archive"}` }];
  });
}

function read({ content }: PackedPackage, file: string): string {
  return content.readFile(file);
}
