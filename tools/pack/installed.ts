// The packages that are installed with ours, as package-lock.json lists them.

export interface LockFile {
  /** By path, such as `node_modules/yaml`. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** An algorithm and a digest in base64, such as `sha512-…`. */
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  /** Whether it is a link to a package of the repository. */
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that is installed with ours. */
export interface InstalledPackage extends LockedPackage {
  readonly name: string;
}

/** All direct and indirect dependencies of packages of the repository, without these packages. */
export function installedWith(
  dependents: readonly { readonly dependencies?: Readonly<Record<string, string>> }[],
  { packages }: LockFile,
): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const add = (name: string, dependent: string): void => {
    // Another version of a dependency is in the folder of its dependent.
    const nested = `${dependent}/node_modules/${name}`;
    const key = nested in packages ? nested : `node_modules/${name}`;
    const locked = packages[key];
    if (locked === undefined || locked.link === true || found.has(key)) return;
    found.set(key, { ...locked, name });
    for (const each of Object.keys(locked.dependencies ?? {})) add(each, key);
  };
  for (const { dependencies = {} } of dependents) for (const name of Object.keys(dependencies)) add(name, "");
  return Array.from(found.values()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
