/** package.json with the scripts that the Makefile calls. */
import { parsePackageJson } from "../../project/package-json.ts";
import type { Project } from "../../project/project.ts";
import type { ScaffoldFile } from "../../scaffold/scaffold-file.ts";
import { nodeVersionMin, versions } from "../versions.ts";
import { printPackageJson } from "../json.ts";

export interface PackageOptions {
  /** The version of the Kubewright packages. */
  readonly version: string;
  /** The SPDX expression. Default: UNLICENSED. */
  readonly license: string | undefined;
  /** The content of an existing package.json. Its other fields are kept. */
  readonly packageJsonBefore?: string;
  /** Replaces the versions of existing packages of the scaffold. Default: false. */
  readonly renewed?: boolean;
}

/** The tests without those of test/e2e, which need a cluster. */
const tests = '"{api,cmd,internal}/**/*.test.ts"';

/** Prints which lines of the project the tests run, without those of tests and of generated code. */
const coverage =
  '--experimental-test-coverage --test-coverage-include="{api,cmd,internal}/**/*.ts" --test-coverage-exclude="**/{*.test,zz_generated.*}.ts"';

/** An older Node does not have the flags of the tests, and does not run TypeScript: it would print "bad option". */
const checkNode = `node -e "if (parseInt(process.versions.node) < ${nodeVersionMin}) { console.error('The tests need Node ${nodeVersionMin} or newer, and this is Node ' + process.versions.node); process.exit(1) }"`;

/** The name `install` is reserved: npm runs such a script when it installs packages. */
const scripts = {
  manifests: "kubewright generate --manifests",
  generate: "kubewright generate",
  fmt: "oxfmt",
  lint: "oxlint --type-aware --deny-warnings && oxfmt --check",
  "lint-fix": "oxlint --type-aware --fix && oxfmt",
  typecheck: "tsc",
  pretest: checkNode,
  test: `node --test ${coverage} ${tests}`,
  "test-e2e": 'node --test "test/e2e/*.test.ts"',
  build: "rolldown -c",
  run: "node cmd/main.ts",
  "install-crds": "kubewright apply -f config/crd/bases",
  "uninstall-crds": "kubewright delete -f config/crd/bases",
} as const;

const generators = ["crd", "rbac:roleName=manager-role", "webhook", "object"];

const dependencies = ["api", "apimachinery", "async", "client", "runtime", "telemetry"];
const devDependencies = ["envtest"];

/**
 * The package.json of a new project. An existing file, which npm writes when it installs the command, keeps its fields; scripts, missing packages and the
 * module system are added.
 *
 * @throws {CommandError} if the existing file is not a JSON object.
 */
export function packageJson(project: Project, options: PackageOptions): ScaffoldFile {
  const { version, license = "UNLICENSED", packageJsonBefore, renewed = false } = options;
  const before = packageJsonBefore === undefined ? {} : parsePackageJson(packageJsonBefore, "package.json");
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`@kubewright/${name}`, version]));
  const given = fieldsIn(before, "dependencies");
  const givenForDevelopment = fieldsIn(before, "devDependencies");
  const isGiven = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(given, name);
  const runtime = named(dependencies);
  const development = { ...named(devDependencies), ...versions, kubewright: version };
  const ours: Readonly<Record<string, string>> = renewed ? { ...runtime, ...development } : {};
  // All packages of this repository have the same version, also those that the user has added.
  const renewedVersion = (name: string): string | undefined =>
    renewed && name.startsWith("@kubewright/") ? version : ours[name];
  const renew = (packages: object): object =>
    Object.fromEntries(
      Object.entries(packages).map(([name, found]: [string, unknown]) => [name, renewedVersion(name) ?? found]),
    );
  const manifest = {
    name: project.repo ?? project.projectName,
    version: "0.1.0",
    private: true,
    description: `The ${project.projectName} operator for Kubernetes`,
    license,
    ...before,
    type: "module",
    engines: { node: `>=${nodeVersionMin}` },
    scripts: { ...fieldsIn(before, "scripts"), ...scripts },
    // The project adds its own generators.
    kubewright: { generate: generators, ...fieldsIn(before, "kubewright") },
    dependencies: sorted({ ...runtime, ...renew(given) }),
    devDependencies: sorted({
      ...Object.fromEntries(Object.entries(development).filter((each) => !isGiven(each))),
      ...renew(givenForDevelopment),
    }),
  };
  return { path: "package.json", content: printPackageJson(manifest), ifExists: "replace" };
}

function fieldsIn(manifest: object, name: string): object {
  const value: unknown = Object.entries(manifest).find(([key]) => key === name)?.[1];
  return typeof value === "object" && value !== null ? value : {};
}

function sorted(fields: object): object {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
