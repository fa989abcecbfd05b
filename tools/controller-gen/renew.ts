/**
 * Writes the golden files of the corpus in `packages/gen/testdata/corpus`: the output of controller-gen for the Go types of each
 * case. A test of the generator compares them byte by byte with its output for the TypeScript types of the case.
 *
 *   npm run corpus                   renews all cases
 *   npm run corpus -- lists unions   renews these
 *
 * It also records which markers controller-gen has, with their arguments: `testdata/controller-gen-markers.json`.
 *
 * A case is a folder with `api/VERSION/*.go` and equivalent `*.ts`, and `generators.json` with the generators for
 * them. It needs Go; the first run builds controller-gen from its module (`build.sh`).
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const corpus = fileURLToPath(new URL("../../packages/gen/testdata/corpus/", import.meta.url));

const { stdout } = await run(path.join(here, "build.sh"));
const cache = stdout.trim();
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : await readdir(corpus)) await renew(name);

await recordMarkers();

async function recordMarkers(): Promise<void> {
  const generators = [
    "crd",
    "rbac:roleName=role",
    "object",
    "webhook",
    "applyconfiguration",
    "schemapatch:manifests=crds",
  ];
  const help = await run(path.join(cache, "controller-gen"), [...generators, "-wwww"], { maxBuffer: 2 ** 24 });
  const categories = JSON.parse(help.stdout) as readonly MarkerCategory[];
  const markers = categories.flatMap((category) => category.markers);
  const named = markers.map(
    ({ name, fields }) => [name, (fields ?? []).map((field) => field.name).filter(Boolean)] as const,
  );
  const sorted = Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(path.join(corpus, "../controller-gen-markers.json"), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

interface MarkerCategory {
  readonly markers: readonly { readonly name: string; readonly fields?: readonly { readonly name: string }[] }[];
}

async function renew(name: string): Promise<void> {
  const folder = path.join(corpus, name);
  const work = await mkdtemp(path.join(tmpdir(), "kubewright-corpus-"));
  try {
    for (const file of ["go.mod", "go.sum"]) await cp(path.join(cache, "types", file), path.join(work, file));
    await symlink(path.join(cache, "types", "vendor"), path.join(work, "vendor"));
    const isGo = (source: string): boolean => !path.basename(source).includes(".") || source.endsWith(".go");
    await cp(path.join(folder, "api"), path.join(work, "api"), { recursive: true, filter: isGo });

    const expected = path.join(folder, "expected");
    await rm(expected, { recursive: true, force: true });
    await mkdir(expected);
    const generators = await readGenerators(folder);
    await run(
      path.join(cache, "controller-gen"),
      ["paths=./api/...", ...generators.flatMap((generator) => wordsOf(generator, expected))],
      { cwd: work, env: { ...process.env, GOFLAGS: "-mod=vendor" } },
    );
    console.log(`wrote ${path.relative(process.cwd(), expected)}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

interface GeneratorOptions {
  readonly name: string;
  readonly [option: string]: unknown;
}

async function readGenerators(folder: string): Promise<readonly GeneratorOptions[]> {
  const file = path.join(folder, "generators.json");
  // The default generator is that of CRDs.
  return existsSync(file)
    ? (JSON.parse(await readFile(file, "utf8")) as readonly GeneratorOptions[])
    : [{ name: "crd" }];
}

/** The arguments of one generator. The annotation with the name of the program is omitted, because it differs. */
function wordsOf({ name, ...given }: GeneratorOptions, expected: string): readonly string[] {
  const all = name === "crd" ? { omitToolVersion: true, ...given } : given;
  const options = Object.entries(all).map(([option, value]) => `${option}=${String(value)}`);
  const folder = name === "crd" ? "config/crd/bases" : `config/${name}`;
  return [
    options.length > 0 ? `${name}:${options.join(",")}` : name,
    `output:${name}:dir=${path.join(expected, folder)}`,
  ];
}
