/** Reads the settings of a project for `kubewright dev` from its files. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

import { projectArguments } from "../generate/project-arguments.ts";
import { CommandError } from "../io.ts";
import { isRecord } from "../project/fields.ts";

export interface DevProject {
  /** The absolute path of the project. */
  readonly root: string;
  /** The absolute path of the operator's program. */
  readonly main: string;
  /** The arguments of `kubewright generate` in package.json. Empty: the default generators. */
  readonly generateArguments: readonly string[];
  /** The prefix that kustomize adds to the names of deployed objects. Default: "". */
  readonly namePrefix: string;
}

/** The folders of the manifests, relative to the root. */
export const manifestFolders = {
  crds: "config/crd/bases",
  webhooks: "config/webhook",
  samples: "config/samples",
} as const;

/** @throws {CommandError} if the folder has no program. */
export async function readDevProject(root: string, main = "cmd/main.ts"): Promise<DevProject> {
  const program = path.resolve(root, main);
  if (!(await isFile(program))) {
    throw new CommandError(
      `Cannot develop in "${root}": ${main} does not exist: run the command in a project, or set its program with --main`,
    );
  }
  return {
    root,
    main: program,
    generateArguments: (await projectArguments(root)) ?? [],
    namePrefix: stringOf((await fieldsOf(path.join(root, "config/default/kustomization.yaml")))["namePrefix"]),
  };
}

/** Whether a file is part of the operator: a source that is not a test, or a manifest for the cluster. */
export function isPartOfOperator(file: string): boolean {
  if (file.startsWith("config/")) return /^config\/(?:crd|crd\/bases|crd\/patches|webhook)\/[^/]+\.ya?ml$/.test(file);
  if (/\.test\.m?[jt]s$/.test(file)) return false;
  return /\.m?[jt]s$/.test(file) || /^(?:package|tsconfig)\.json$/.test(file);
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a file; empty if it is absent or invalid, because the command that needs the file reports the error. */
async function fieldsOf(file: string): Promise<Fields> {
  try {
    const content: unknown = parse(await readFile(file, "utf8"), { maxAliasCount: 0 });
    return isRecord(content) ? content : {};
  } catch {
    return {};
  }
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
