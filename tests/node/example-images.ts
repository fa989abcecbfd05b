/** The images of the examples, as their Dockerfiles make them: the repository, compiled, with the packages that they load and no others. */
import { cp, lstat, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { repository } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** The image of an example. */
export function imageOf(example: string): string {
  return `example.com/${example}:node`;
}

/** Builds the images and loads them into the node. What is in them is the same, so that it is stored once; they differ in what they start. */
export async function loadExampleImages(terminal: Terminal, examples: readonly string[]): Promise<void> {
  const app = path.join(terminal.folder, "app");
  for (const example of examples) {
    await terminal.run("tsc", "-p", path.join(repository, "examples", example, "tsconfig.build.json"));
    for (const part of ["package.json", "dist", "proto"]) await copy(app, `examples/${example}/${part}`);
  }
  for (const installed of await installedFor(terminal, examples)) await copyPackage(app, installed);
  const dockerfiles = examples.flatMap((example) => [
    imageOf(example),
    path.join(repository, "examples", example, "Dockerfile"),
  ]);
  await terminal.run("operator-image.sh", app, "images.tar", ...dockerfiles);
  await terminal.run("ctr", "--namespace=k8s.io", "images", "import", "images.tar");
}

/** The folders in node_modules of what the examples need when they run. */
async function installedFor(terminal: Terminal, examples: readonly string[]): Promise<readonly string[]> {
  const workspaces = examples.map((example) => `--workspace=examples/${example}`);
  const flags = ["--prefix", repository, "--omit=dev", "--omit=optional", "--all", "--parseable", ...workspaces];
  const folders = (await terminal.run("npm", "ls", ...flags)).split("\n");
  return folders
    .map((folder) => path.relative(repository, folder))
    .filter((folder) => folder.startsWith("node_modules/"));
}

/** A package of ours is a link to what was built of it. */
async function copyPackage(app: string, installed: string): Promise<void> {
  if (!(await lstat(path.join(repository, installed))).isSymbolicLink()) return copy(app, installed);
  if (!installed.startsWith("node_modules/@kubewright/")) return;
  const folder = `packages/${path.basename(installed)}`;
  for (const part of ["package.json", "dist"]) await copy(app, `${folder}/${part}`);
  await mkdir(path.join(app, path.dirname(installed)), { recursive: true });
  await symlink(path.join("../..", folder), path.join(app, installed));
}

/** Copies what is there at this place of the repository to the same place of the folder. */
async function copy(app: string, file: string): Promise<void> {
  await cp(path.join(repository, file), path.join(app, file), { recursive: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
}
