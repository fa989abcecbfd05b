/**
 * The image that a kind runs: the checked flags of `create api --image`, recorded in PROJECT in kubebuilder's format, so that the scaffold
 * can be repeated.
 *
 * https://book.kubebuilder.io/plugins/available/deploy-image-plugin-v1-alpha
 */
import { CommandError } from "../io.ts";
import { fieldsOf } from "./fields.ts";
import type { Fields } from "./fields.ts";
import { checkName } from "./names.ts";
import { isSameKind } from "./project.ts";
import type { Project, Resource } from "./project.ts";
import { projectFile } from "./read-project.ts";

/** The name of the plugin in PROJECT. */
export const deployImagePlugin = "deploy-image.kubewright.dev/v1";

/** The image that the objects of a kind run, and its settings. */
export interface DeployImage {
  /** `memcached:1.6` */
  readonly image: string;
  /** The program and its arguments, at least one element. Absent: the command of the image. */
  readonly command?: readonly string[];
  /** 1 to 65535. Absent: no port. */
  readonly port?: number;
  /** The numeric id of a user other than root. Absent: the user of the image, which must not be root either. */
  readonly user?: number;
}

/** The settings as strings, as in flags and PROJECT. */
export interface DeployImageTexts {
  readonly image: string;
  /** Comma-separated. */
  readonly containerCommand?: string | undefined;
  readonly containerPort?: string | undefined;
  readonly runAsUser?: string | undefined;
}

/**
 * Parses the settings.
 *
 * @param where The flag or field of a string.
 * @throws {CommandError} that quotes the string and names the expected form.
 */
export function readDeployImage(
  { image, containerCommand, containerPort, runAsUser }: DeployImageTexts,
  where: (text: keyof DeployImageTexts) => string,
): DeployImage {
  return {
    image: checkName("image", image, where("image")),
    ...(containerCommand !== undefined && { command: wordsIn(containerCommand, where("containerCommand")) }),
    ...(containerPort !== undefined && { port: numberIn(containerPort, portMax, where("containerPort")) }),
    ...(runAsUser !== undefined && { user: numberIn(runAsUser, userMax, where("runAsUser")) }),
  };
}

const portMax = 65_535;

/** The maximum user ID that the API server accepts. */
const userMax = 2_147_483_647;

const commandLengthMax = 4096;

function wordsIn(text: string, where: string): readonly string[] {
  const expected = "expected comma-separated words, such as memcached,-m=64";
  if (text.length > commandLengthMax) {
    throw new CommandError(
      `Cannot use ${where}: it has ${text.length} characters: expected at most ${commandLengthMax}`,
    );
  }
  const words = text.split(",").map((word) => word.trim());
  // Invisible characters could make generated code misleading.
  const isWord = (word: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(word);
  if (words.every(isWord)) return words;
  throw new CommandError(`Cannot use ${where}: ${JSON.stringify(text)}: ${expected}`);
}

function numberIn(text: string, max: number, where: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new CommandError(`Cannot use ${where}: ${JSON.stringify(text)}: expected a number from 1 to ${max}`);
}

/**
 * The image of a kind in PROJECT; undefined if it runs no image.
 *
 * @throws {CommandError} when the record in PROJECT is invalid.
 */
export function deployImageOf(project: Project, resource: Resource): DeployImage | undefined {
  const entry = entriesOf(project).find((each) => isOf(each, resource));
  if (!entry) return undefined;
  const options = entry.object("options");
  const text = (name: keyof DeployImageTexts): string | undefined => {
    // A hand-written PROJECT may lack the quotes.
    const value = options?.value(name);
    return typeof value === "number" ? String(value) : options?.text(name);
  };
  return readDeployImage(
    {
      image: text("image") ?? "",
      containerCommand: text("containerCommand"),
      containerPort: text("containerPort"),
      runAsUser: text("runAsUser"),
    },
    (name) => `${name} in ${options?.where ?? entry.where}`,
  );
}

/**
 * The project with the image of a kind, in place of its previous entry or as the last one.
 *
 * @param texts Absent: the entry is removed.
 */
export function withDeployImage(project: Project, resource: Resource, texts?: DeployImageTexts): Project {
  const { group, domain, version, kind } = resource;
  const entries = entriesOf(project);
  const at = entries.findIndex((each) => isOf(each, resource));
  if (at === -1 && !texts) return project;
  const record = project.plugins?.[deployImagePlugin] as { readonly resources?: readonly unknown[] } | undefined; // Checked above.
  const added = texts ? [{ ...present({ group, domain, version, kind }), options: present(texts) }] : [];
  const resources = (record?.resources ?? []).toSpliced(at === -1 ? entries.length : at, at === -1 ? 0 : 1, ...added);
  return { ...project, plugins: { ...project.plugins, [deployImagePlugin]: { resources } } };
}

function entriesOf(project: Project): readonly Fields[] {
  return recordOf(project)?.objects("resources") ?? [];
}

function recordOf({ plugins }: Project): Fields | undefined {
  const record = plugins?.[deployImagePlugin];
  return record === undefined || record === null
    ? undefined
    : fieldsOf(record, `plugins.${deployImagePlugin}`, projectFile);
}

function isOf(entry: Fields, resource: Resource): boolean {
  const [group = "", domain = "", version = "", kind = ""] = ["group", "domain", "version", "kind"].map((name) =>
    entry.text(name),
  );
  return isSameKind({ group, domain, version, kind }, resource);
}

/** The fields that are not undefined. */
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
