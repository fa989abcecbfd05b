// The API reference: TypeDoc reads the docstrings of the packages and writes one Markdown page per symbol. TypeDoc needs TypeScript 6, which only site/ has.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packages, root } from "../source/workspace.ts";
import type { Workspace } from "../source/workspace.ts";
import { referenceFolder } from "./routes.ts";

/** Packages without a page: data for servers and generators, and the command, whose reference is docs/cli.md. */
const omitted: ReadonlySet<string> = new Set(["api", "api-facts", "cli"]);

/** Writes the reference of all packages. Exits with the messages of TypeDoc if it fails. */
export function generateReference(): void {
  const folder = path.join(root, referenceFolder);
  mkdirSync(folder, { recursive: true });
  const documented = packages().filter(({ folder: name }) => !omitted.has(path.basename(name)));
  const entries = documented.flatMap(({ folder: name, manifest }) =>
    Object.values(manifest.exports ?? {}).flatMap(({ source }) =>
      source?.endsWith("/index.ts") === true ? [path.join(root, name, source)] : [],
    ),
  );
  const options = path.join(folder, "typedoc.json");
  const tsconfig = path.join(folder, "tsconfig.json");
  writeFileSync(tsconfig, JSON.stringify(compilerOptionsFor(entries)));
  writeFileSync(options, JSON.stringify({ ...typedocOptions, entryPoints: entries, tsconfig, out: folder }));
  runTypedoc(options);
  writeFileSync(path.join(folder, "README.md"), indexOf(documented));
}

const typedocOptions = {
  plugin: ["typedoc-plugin-markdown"],
  readme: "none",
  cleanOutputDir: false,
  skipErrorChecking: true, // The compiler of the repository checks the types.
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeDeclarationFormat: "table",
  useCodeBlocks: true,
  logLevel: "Error",
};

/** The compiler options of the packages, without what only an emitting build needs. */
function compilerOptionsFor(files: readonly string[]): object {
  const compilerOptions = {
    composite: false,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    noEmit: true,
    typeRoots: [path.join(root, "node_modules/@types")],
  };
  return { extends: path.join(root, "tsconfig.base.json"), compilerOptions, files };
}

function runTypedoc(options: string): void {
  const program = path.join(root, "site/node_modules/typedoc/bin/typedoc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--options", options], { encoding: "utf8" });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}Cannot generate the API reference: typedoc ended with ${status}\n`);
  process.exit(1);
}

function indexOf(documented: readonly Workspace[]): string {
  const rows = documented.map(({ folder, manifest }) => {
    const name = path.basename(folder);
    return `| [${manifest.name}](${name}/src/README.md) | ${manifest.description ?? ""} | [README](../../../packages/${name}/README.md) |`;
  });
  return `# API reference

Every public function, class and type, generated from the docstrings of the packages.

| package | purpose | guide |
| --- | --- | --- |
${rows.join("\n")}

The types and descriptors of the built-in kinds are in \`@kubewright/api\`; the [Kubernetes API reference](https://kubernetes.io/docs/reference/kubernetes-api/) describes them.
[Commands and flags](../../../docs/cli.md) describes the command \`kubewright\`.
`;
}
