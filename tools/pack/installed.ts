// The packages that are installed with ours or bundled in them, as package-lock.json lists them.
import { closureOf } from "../checks/lock-file.ts";
import type { LockedPackage, LockFile } from "../checks/lock-file.ts";

/** A package that is installed with ours, or a part of it bundled. */
export interface InstalledPackage extends LockedPackage {
  readonly name: string;
}

/** All direct and indirect dependencies of the packages in `folders`, without packages of the repository. */
export function installedWith(folders: readonly string[], lock: LockFile): readonly InstalledPackage[] {
  return closureOf(lock, folders).all.map((path) => ({
    ...lock.packages[path],
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
  }));
}
