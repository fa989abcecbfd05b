// Facts of the lock file about the packages that a user installs.
import { isDeepStrictEqual } from "node:util";
import type { Workspace } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

/** The parts of package-lock.json (lockfileVersion 3) that we look at. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** An algorithm and a digest in base64, such as `sha512-…`. */
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** An address in the lock file would tie the checkout to one registry. */
export function addressProblems(lock: LockFile): readonly Problem[] {
  return Object.entries(lock.packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path]) => ({
      at: `package-lock.json (${path})`,
      message: "has a resolved address: install with omit-lockfile-registry-resolved=true, which .npmrc sets",
    }));
}

/**
 * `npm ci` refuses a lock file that lacks an optional package, those for other platforms included. npm leaves them out when
 * the registry it asked did not offer them; then they are written in by hand, with version, os and cpu.
 */
export function missingOptionalProblems(lock: LockFile): readonly Problem[] {
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          lock.packages[`node_modules/${name}`] === undefined &&
          lock.packages[`${path}/node_modules/${name}`] === undefined,
      )
      .map((name) => ({
        at: `package-lock.json (${path})`,
        message: `lacks the optional "${name}", so npm ci would refuse the lock file: add its entry`,
      })),
  );
}

/** `npm ci` refuses a lock file that says something else about a workspace than its package.json. */
export function outOfStepProblems(lock: LockFile, workspaces: readonly Workspace[]): readonly Problem[] {
  return workspaces
    .filter(({ folder, manifest }) => {
      const locked = lock.packages[folder];
      return (
        locked === undefined ||
        !isDeepStrictEqual(locked.dependencies ?? {}, manifest.dependencies ?? {}) ||
        !isDeepStrictEqual(locked.devDependencies ?? {}, manifest.devDependencies ?? {})
      );
    })
    .map(({ folder }) => ({
      at: `${folder}/package.json`,
      message: "differs from package-lock.json: npm install --package-lock-only --ignore-scripts",
    }));
}

/** What is reached from some workspaces. */
export interface Closure {
  /** Foreign packages that the workspaces list themselves. */
  readonly direct: readonly string[];
  /** All foreign packages, by their path in the lock file. */
  readonly all: readonly string[];
}

/** Follows dependencies from the workspaces in `folders`, through other workspaces, to all foreign packages. */
export function closureOf(lock: LockFile, folders: readonly string[]): Closure {
  const direct = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...folders];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { dependencies, devDependencies } = lock.packages[path] ?? {};
    // A package of the repository lists in devDependencies what it bundles.
    const bundled = path.startsWith("packages/") ? devDependencies : {};
    for (const name of Object.keys({ ...dependencies, ...bundled })) {
      const found = locate(lock, path, name);
      if (isForeign(found) && !isForeign(path)) direct.add(name);
      waiting.push(found);
    }
  }
  return { direct: Array.from(direct).sort(), all: Array.from(seen).filter(isForeign).sort() };
}

/** Packages among `paths` that run a script when they are installed. */
export function installScriptProblems(lock: LockFile, paths: readonly string[]): readonly Problem[] {
  return paths
    .filter((path) => lock.packages[path]?.hasInstallScript === true)
    .map((path) => ({
      at: `package-lock.json (${path})`,
      message: "runs a script when it is installed: take another package",
    }));
}

function isForeign(path: string): boolean {
  return path.startsWith("node_modules/") || path.includes("/node_modules/");
}

// As Node resolves: in the package's own node_modules first, then outwards. A workspace is a link to its folder.
function locate(lock: LockFile, from: string, name: string): string {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf("/node_modules/"), 0))) {
    const path = base === "" ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    const found = lock.packages[path];
    if (found !== undefined) return found.link === true ? (found.resolved ?? path) : path;
    if (base === "")
      throw new Error(`Cannot follow "${name}" from "${from}": package-lock.json does not hold it; run npm install`);
  }
}
