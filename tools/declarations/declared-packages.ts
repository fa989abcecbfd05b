/**
 * The packages of this checkout as in an installation: with declarations for the compiler. A program that imports them is
 * type-checked in half a second; with the sources instead, the compiler checks all packages each time.
 *
 * The declarations are cached in `node_modules/.cache` under the hash of the checkout and its sources, for later runs and other workers.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { filesMatching, packages, root } from "../source/workspace.ts";
import { cachedFolder } from "./cache-folders.ts";

const cache = join(root, "node_modules", ".cache", "declarations");

let installation: Promise<string> | undefined;

/**
 * The absolute path of a `node_modules` folder with everything that the checkout has installed. Its `@kubewright` packages have
 * declarations, and their sources for a Node that runs with `--conditions=source`.
 */
export function declaredPackages(): Promise<string> {
  installation ??= cachedFolder(cache, cacheKey(), writeInstallation).then((folder) => join(folder, "node_modules"));
  return installation;
}

/** The checkout is part of the key, because the installation has links to its sources. */
function cacheKey(): string {
  const files = [
    "package-lock.json",
    "tsconfig.base.json",
    ...filesMatching("packages/*/package.json", "packages/*/src/**/*.ts"),
  ];
  const hash = createHash("sha256").update(root);
  for (const file of files) {
    if (!file.endsWith(".test.ts")) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function writeInstallation(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  const declared = join(folder, "declared");
  await emitDeclarations(folder, declared);
  mkdirSync(join(modules, "@kubewright"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@kubewright" || (name.startsWith(".") && name !== ".bin")) continue;
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const { folder: source } of packages()) {
    const target = join(modules, "@kubewright", basename(source));
    mkdirSync(target);
    copyFileSync(join(root, source, "package.json"), join(target, "package.json"));
    symlinkSync(join(root, source, "src"), join(target, "src"));
    renameSync(join(declared, basename(source), "src"), join(target, "dist"));
  }
}

/** Writes the declarations of `packages/NAME/src` to `declared/NAME/src`. `npm run check:types` checks the types. */
async function emitDeclarations(folder: string, declared: string): Promise<void> {
  const compilerOptions = {
    composite: false,
    declarationMap: false,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: join(root, "packages"),
    outDir: declared,
    typeRoots: [join(root, "node_modules", "@types")],
  };
  const sources = join(root, "packages", "*", "src", "**");
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions,
    include: [join(sources, "*.ts")],
    exclude: [join(sources, "*.test.ts"), join(sources, "testdata")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  await promisify(execFile)(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", folder]);
}
