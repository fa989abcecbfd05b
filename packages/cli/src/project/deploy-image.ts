/**
 * What a kind is that runs an image: what `create api --image` was told, checked word by word, and kept in PROJECT in kubebuilder's form, from which
 * the kind can be laid out again.
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

/** By which PROJECT knows it. */
export const deployImagePlugin = "deploy-image.kubewright.dev/v1";

/** The image that the objects of a kind run, and how. */
export interface DeployImage {
  /** `memcached:1.6` */
  readonly image: string;
  /** The program and its arguments, at least one word. Absent: the image's own. */
  readonly command?: readonly string[];
  /** 1 to 65535. Absent: nothing listens. */
  readonly port?: number;
  /** The number of a user who is not root. Absent: the image's own, which must not be root either. */
  readonly user?: number;
}

/** The same as flags and PROJECT write it. */
export interface DeployImageTexts {
  readonly image: string;
  /** With commas between the words. */
  readonly containerCommand?: string | undefined;
  readonly containerPort?: string | undefined;
  readonly runAsUser?: string | undefined;
}

/**
 * What the texts say.
 *
 * @param where Names the flag, or the field, that a text is from.
 * @throws {CommandError} that quotes the text and says what was expected.
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

/** The API server takes no user above it. */
const userMax = 2_147_483_647;

const commandLengthMax = 4096;

function wordsIn(text: string, where: string): readonly string[] {
  const expected = "expected words with commas between them, such as memcached,-m=64";
  if (text.length > commandLengthMax) {
    throw new CommandError(
      `Cannot use ${where}: it has ${text.length} characters: expected at most ${commandLengthMax}`,
    );
  }
  const words = text.split(",").map((word) => word.trim());
  // What cannot be seen in the code that is written from it could be something else than it looks.
  const isWord = (word: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(word);
  if (words.every(isWord)) return words;
  throw new CommandError(`Cannot use ${where}: ${JSON.stringify(text)}: ${expected}`);
}

function numberIn(text: string, max: number, where: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new CommandError(`Cannot use ${where}: ${JSON.stringify(text)}: expected a number from 1 to ${max}`);
}

/**
 * What PROJECT says that the kind runs; undefined when it runs no image.
 *
 * @throws {CommandError} when PROJECT says it in another form.
 */
export function deployImageOf(project: Project, resource: Resource): DeployImage | undefined {
  const entry = entriesOf(project).find((each) => isOf(each, resource));
  if (!entry) return undefined;
  const options = entry.object("options");
  const text = (name: keyof DeployImageTexts): string | undefined => {
    // Whoever writes PROJECT by hand may leave out the quotes.
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
 * The project that says of the kind what it runs: in the place of what it said before, or after all others.
 *
 * @param texts Absent: the kind runs no image, or no longer.
 */
export function withDeployImage(project: Project, resource: Resource, texts?: DeployImageTexts): Project {
  const { group, domain, version, kind } = resource;
  const entries = entriesOf(project);
  const at = entries.findIndex((each) => isOf(each, resource));
  if (at === -1 && !texts) return project;
  const record = project.plugins?.[deployImagePlugin] as { readonly resources?: readonly unknown[] } | undefined; // Read above.
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

/** The fields that are there, for what is written. */
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
