/** What `kubewright dev` has to know of a project, from its files. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

import { projectWords } from "../generate/project-words.ts";
import { CommandError } from "../io.ts";
import { isRecord } from "../project/fields.ts";

export interface DevProject {
  /** Absolute. */
  readonly root: string;
  /** The operator's program, absolute. */
  readonly main: string;
  /** The words of `kubewright generate` in package.json. Empty: the default generators. */
  readonly generateWords: readonly string[];
  /** What kustomize puts before the names of deployed objects; "" when the project does not say. */
  readonly namePrefix: string;
}

/** Where a project has its manifests, below its root. */
export const manifestFolders = {
  crds: "config/crd/bases",
  webhooks: "config/webhook",
  samples: "config/samples",
} as const;

/** @throws {CommandError} when there is no program in the folder. */
export async function readDevProject(root: string, main = "cmd/main.ts"): Promise<DevProject> {
  const program = path.resolve(root, main);
  if (!(await isFile(program))) {
    throw new CommandError(
      `Cannot develop in "${root}": there is no ${main}: go to the folder of a project, or name its program with --main`,
    );
  }
  return {
    root,
    main: program,
    generateWords: (await projectWords(root)) ?? [],
    namePrefix: stringOf((await fieldsOf(path.join(root, "config/default/kustomization.yaml")))["namePrefix"]),
  };
}

/** What an operator is made of: its sources without their tests, and the manifests that it needs on the cluster. */
export function isPartOfOperator(file: string): boolean {
  if (file.startsWith("config/")) return /^config\/(?:crd|crd\/bases|crd\/patches|webhook)\/[^/]+\.ya?ml$/.test(file);
  if (/\.test\.m?[jt]s$/.test(file)) return false;
  return /\.m?[jt]s$/.test(file) || /^(?:package|tsconfig)\.json$/.test(file);
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a file; empty if it is absent or invalid, because the command that needs the file reports that. */
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
