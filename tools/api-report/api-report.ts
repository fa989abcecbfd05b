// Writes api.md for each package (`npm run api`), or lists the outdated ones (`npm run check:api`).
// The compiler prints the declarations; this program prints those that each entry exports, without comments.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { filesMatching, isGenerated, packages, root } from "../source/workspace.ts";
import type { Workspace } from "../source/workspace.ts";
import { readEntry } from "./entry.ts";
import { namesReportOf, reportOf } from "./report.ts";

const declarations = `${root}/node_modules/.cache/api-report`;

function main(): void {
  const check = process.argv.includes("--check");
  emitDeclarations();
  const stale = packages().filter((workspace) => {
    const path = `${root}/${workspace.folder}/api.md`;
    const wanted = reportFor(workspace);
    if (existsSync(path) && readFileSync(path, "utf8") === wanted) return false;
    if (!check) writeFileSync(path, wanted);
    return true;
  });

  if (stale.length === 0) {
    console.log("api.md of every package is up to date");
    return;
  }
  for (const { folder } of stale) console.log(`${folder}/api.md ${check ? "is stale" : "written"}`);
  if (check) {
    console.error(
      "The public API has changed. Run `npm run api`, look at the difference, and commit it with the change",
    );
    process.exitCode = 1;
  }
}

// The types are checked elsewhere; declarations are written even if there are errors.
function emitDeclarations(): void {
  const { error } = spawnSync(`${root}/node_modules/.bin/tsc`, ["-p", "tools/api-report/tsconfig.json"], {
    cwd: root,
    encoding: "utf8",
  });
  if (error !== undefined)
    throw new Error("Cannot print declarations: the compiler did not start; run npm ci", { cause: error });
}

function reportFor({ folder, manifest }: Workspace): string {
  // An entry without a default is for this repository only, and one without a source is a program.
  const exported = Object.entries(manifest.exports ?? {}).flatMap(([name, { source, default: compiled }]) =>
    source === undefined || compiled === undefined ? [] : [{ name, source }],
  );
  const entries = exported
    .flatMap(({ name, source }) => modulesOf(folder, name, source))
    .map(({ subpath, path }) => ({
      specifier: `${manifest.name}${subpath}`,
      ...readEntry(path.replace(/\.ts$/u, ".d.ts"), readDeclarations),
    }));
  const isGeneratedPackage = exported.some(({ name }) => name.includes("*"));
  return isGeneratedPackage ? namesReportOf(manifest.name, entries) : reportOf(manifest.name, entries);
}

/** A module that is an entry: "" or "/core/v1", and its source. */
interface EntryModule {
  readonly subpath: string;
  readonly path: string;
}

// An entry of package.json is one module, or, with a star, every generated module that fits.
function modulesOf(folder: string, name: string, source: string): readonly EntryModule[] {
  const path = posix.join(folder, source);
  if (!name.includes("*")) return [{ subpath: name.slice(1), path }];
  const [before = "", after = ""] = path.split("*");
  return filesMatching(`${before}**/*${after}`)
    .filter((candidate) => isGenerated(candidate))
    .map((candidate) => ({
      subpath: name.slice(1).replace("*", candidate.slice(before.length, candidate.length - after.length)),
      path: candidate,
    }));
}

function readDeclarations(path: string): string | undefined {
  const file = `${declarations}/${path.replace(/^packages\//u, "")}`;
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

main();
