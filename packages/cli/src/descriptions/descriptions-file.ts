/**
 * The descriptions of all built-in types by Kubernetes, which clusters of `kubewright cluster` and `kubewright dev` publish for `kubectl explain` in place
 * of those of this project. The file on this machine is an OpenAPI v2 document that has nothing but descriptions.
 */
import { existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { collectTypeDescriptions } from "@kubewright/apiserver";
import type { TypeDescriptions } from "@kubewright/apiserver";
import { createSystemRandom } from "@kubewright/async";
import { createFolder } from "@kubewright/gen";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

/** The command that writes the file. */
const descriptionsCommand = "kubewright envtest descriptions";

/** The file in the user's cache folder. `undefined` if the environment does not define it. */
export function descriptionsFile(env: Io["env"], platform: NodeJS.Platform = process.platform): string | undefined {
  const cache = cacheFolder(env, platform);
  return cache === undefined ? undefined : path.join(cache, "kubewright", "type-descriptions.json");
}

function cacheFolder(env: Io["env"], platform: NodeJS.Platform): string | undefined {
  const home = env["HOME"] || undefined; // An empty variable counts as absent.
  switch (platform) {
    case "win32":
      return env["LocalAppData"] || undefined;
    case "darwin":
      return home && path.join(home, "Library", "Caches");
    default:
      return env["XDG_CACHE_HOME"] || (home && path.join(home, ".cache"));
  }
}

/** Reads the file. `undefined` if it does not exist, and with a warning if it cannot be read. */
export function loadDescriptions({ env, err }: Pick<Io, "env" | "err">): TypeDescriptions | undefined {
  const file = descriptionsFile(env);
  if (file === undefined || !existsSync(file)) return undefined;
  try {
    return collectTypeDescriptions(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const [reason = ""] = String(error).split("\n");
    err(`warning: Cannot read descriptions from "${file}": ${reason}: renew it with \`${descriptionsCommand}\`\n`);
    return undefined;
  }
}

/**
 * Writes the file and returns its path. Other programs never read a part of it.
 *
 * @throws {CommandError} if the environment names no cache folder.
 */
export async function saveDescriptions(version: string, types: TypeDescriptions, env: Io["env"]): Promise<string> {
  const file = descriptionsFile(env);
  if (file === undefined) {
    throw new CommandError("Cannot save descriptions: the environment names no folder for them: set HOME");
  }
  createFolder(path.dirname(file));
  const part = `${file}.${Buffer.from(createSystemRandom().bytes(6)).toString("hex")}`;
  try {
    await writeFile(part, JSON.stringify(documentOf(version, types)));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return file;
}

function documentOf(version: string, types: TypeDescriptions): object {
  const definitions = Object.entries(types).map(([name, { fields = {}, ...described }]) => {
    const properties = Object.entries(fields).map(([field, description]) => [field, { description }] as const);
    return [name, { ...described, properties: Object.fromEntries(properties) }] as const;
  });
  return { swagger: "2.0", info: { title: "Kubernetes", version }, definitions: Object.fromEntries(definitions) };
}
