// `make project DIR=../shop`: a project with the packages of this checkout, as `npm create kubewright` will make it once they are published. Its
// package.json links to the packages, so the project works without a registry, also after this program has ended.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createFolder } from "@kubewright/gen";
import { startPackageRegistry } from "../registry/package-registry.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const usage = `Usage: make project DIR=../shop [ARGS="--domain example.com"]
   or: npm run project -- ../shop --domain example.com

Creates a project in a new folder with the packages of this checkout. Further arguments are those of kubewright init.
`;

/** Packages of programs and of this repository alone; an operator does not import them. */
const notForProjects: ReadonlySet<string> = new Set(["kubewright", "create-kubewright"]);

async function main([folder, ...flags]: readonly string[]): Promise<number> {
  if (folder === undefined || folder.startsWith("-")) {
    process.stderr.write(usage);
    return 2;
  }
  const target = path.resolve(folder.replace(/^~(?=\/)/u, homedir())); // make quotes the folder, so no shell expands ~.
  const isOurs = !existsSync(target);
  if (!isOurs && (await readdir(target)).length > 0) {
    process.stderr.write(`Cannot create a project: "${target}" is not empty: choose another folder\n`);
    return 1;
  }
  process.stdout.write("Building the packages of this checkout (10 to 20 seconds, less the next time)\n");
  const built = await run("npm", ["run", "--silent", "build"], { cwd: repository, quiet: true });
  if (built !== 0) return built;
  const code = await create(target, flags).catch(printError);
  if (code !== 0 && isOurs) {
    await rm(target, { recursive: true, force: true });
    process.stderr.write(
      `Cannot create a project: "${target}" was removed again: run the command again after a correction\n`,
    );
  }
  if (code === 0) process.stdout.write(nextSteps(folder));
  return code;
}

/** Links the packages, then runs `kubewright init`. */
async function create(target: string, flags: readonly string[]): Promise<number> {
  // For the third-party packages, which are installed here. Other hosts are not needed.
  await using registry = await startPackageRegistry({ packed: [], repository });
  createFolder(target);
  await writeFile(path.join(target, "package.json"), await linkedPackages(target));
  const command = path.join(repository, "packages/cli/dist/bundle/main.js");
  const has = (name: string): boolean => flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
  const domain = has("--domain") ? [] : ["--domain", "example.com"];
  const name = has("--project-name") ? [] : ["--project-name", projectNameOf(target)];
  return await run(process.execPath, [command, "init", ...domain, ...name, ...flags], {
    cwd: target,
    env: {
      npm_config_registry: registry.url,
      // The lock file must not name the registry, which ends with this program.
      npm_config_omit_lockfile_registry_resolved: "true",
      npm_config_loglevel: "error", // npm run --silent sets it to silent, which hides why an installation fails.
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
    },
  });
}

/** The name of the folder as a DNS label. */
function projectNameOf(folder: string): string {
  const label = path
    .basename(folder)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 40)
    .replaceAll(/^-+|-+$/gu, "");
  return label === "" ? "project" : label;
}

function printError(error: unknown): number {
  process.stderr.write(`Cannot create a project: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

/** A package.json that links to all packages, so that later commands, such as `create webhook`, find what they add. */
async function linkedPackages(target: string): Promise<string> {
  const dependencies: Record<string, string> = {};
  const devDependencies: Record<string, string> = {};
  for (const name of await readdir(path.join(repository, "packages"))) {
    const at = path.join(repository, "packages", name);
    const manifest = JSON.parse(await readFile(path.join(at, "package.json"), "utf8")) as { readonly name: string };
    const isForTests = ["@kubewright/envtest", "kubewright"].includes(manifest.name);
    if (notForProjects.has(manifest.name) && !isForTests) continue;
    (isForTests ? devDependencies : dependencies)[manifest.name] =
      `file:${path.relative(target, at).replaceAll("\\", "/")}`;
  }
  return `${JSON.stringify({ dependencies, devDependencies }, undefined, 2)}\n`;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Prints the output only if the program fails. */
  readonly quiet?: boolean;
}

async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {}, quiet = false }: RunOptions,
): Promise<number> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data: Buffer) => (printed += data.toString()));
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject).on("close", (exit) => resolve(exit ?? 1));
  });
  if (code !== 0) process.stderr.write(printed);
  return code;
}

/** The oldest Node that runs the command. The Node that runs this repository is newer. */
const nodeVersionMin = 24;

/** The first commands in the project. */
function nextSteps(folder: string): string {
  const shown = /^[\w./@-]+$/u.test(folder) ? folder : JSON.stringify(folder);
  const steps = [
    `cd ${shown}`,
    ...(hasNode() ? [] : [`export PATH=${path.dirname(process.execPath)}:$PATH`]),
    "npx kubewright create api --group shop --version v1 --kind Widget --resource --controller",
    "npm test",
    "npx kubewright dev",
  ];
  return `\nThe project uses the packages of this checkout; after a change of them, run npm run build here.\n\n${steps.map((step) => `  ${step}\n`).join("")}`;
}

/** Whether the shell of the user, whose PATH does not have the programs of this repository, has a Node that runs the command. */
function hasNode(): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((each) => !each.includes("node_modules"));
  const { stdout } = spawnSync("node", ["--version"], {
    env: { ...process.env, PATH: folders.join(path.delimiter) },
    encoding: "utf8",
  });
  return Number(/^v(\d+)/u.exec(stdout ?? "")?.[1] ?? 0) >= nodeVersionMin;
}

process.exitCode = await main(process.argv.slice(2));
