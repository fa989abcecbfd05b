/** The images of the examples, as their Dockerfiles describe them: bundles, and for cloud-ide the compiled program with its packages. */
import { cp, lstat, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { repository } from "./terminal.ts";
import type { Terminal } from "./terminal.ts";

/** The image of an example. */
export function imageOf(example: string): string {
  return `example.com/${example}:node`;
}

/** Builds the images and loads them into the node. */
export async function loadExampleImages(terminal: Terminal, examples: readonly string[]): Promise<void> {
  for (const example of examples) {
    const folder = path.join(repository, "examples", example);
    const app = path.join(terminal.folder, "app");
    await (example === "cloud-ide" ? compile(terminal, folder, app) : bundle(terminal, folder, app));
    await terminal.run("operator-image.sh", app, "image.tar", imageOf(example), path.join(folder, "Dockerfile"));
    await load(terminal);
    await rm(app, { recursive: true });
  }
}

/** Loads an image of Debian's nginx, under the name that the Deployments of Balancers have. */
export async function loadNginxImage(terminal: Terminal): Promise<void> {
  await terminal.run("nginx-image.sh", "image.tar", "docker.io/library/nginx:1.15.9");
  await load(terminal);
}

async function load(terminal: Terminal): Promise<void> {
  await terminal.run("ctr", "--namespace=k8s.io", "images", "import", "image.tar");
}

async function bundle(terminal: Terminal, folder: string, app: string): Promise<void> {
  await terminal.run("sh", "-c", `cd ${folder} && rolldown -c --dir ${app}`);
}

async function compile(terminal: Terminal, folder: string, app: string): Promise<void> {
  await terminal.run("tsc", "-p", path.join(folder, "tsconfig.build.json"), "--outDir", path.join(app, "dist"));
  for (const part of ["package.json", "proto"]) await copy(path.join(folder, part), path.join(app, part));
  for (const installed of await installedFor(terminal, `examples/${path.basename(folder)}`)) {
    await copyPackage(path.join(repository, installed), path.join(app, installed));
  }
}

/** The folders in node_modules that a workspace needs at run time. */
async function installedFor(terminal: Terminal, workspace: string): Promise<readonly string[]> {
  const flags = ["--prefix", repository, "--omit=dev", "--omit=optional", "--all", "--parseable"];
  const folders = (await terminal.run("npm", "ls", ...flags, `--workspace=${workspace}`)).split("\n");
  return folders
    .map((folder) => path.relative(repository, folder))
    .filter((folder) => folder.startsWith("node_modules/") && !folder.startsWith("node_modules/@kubewright-examples/"));
}

/** A package of this repository is a link to its folder, whose `dist` is published. */
async function copyPackage(from: string, to: string): Promise<void> {
  if (!(await lstat(from)).isSymbolicLink()) return copy(from, to);
  for (const part of ["package.json", "dist"]) await copy(path.join(from, part), path.join(to, part));
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, dereference: true });
}
