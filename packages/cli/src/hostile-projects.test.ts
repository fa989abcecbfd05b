// For any flags and PROJECT, a command fails with one line or writes within the project, runs no program, and changes no other file (rule
// S19).
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { expect, test } from "vitest";
import { run } from "./program.ts";

const seed = "hostile projects";

test("500 malicious names: init, create api and edit reject them with one line, and change no other files", async () => {
  const random = createSeededRandom(seed);
  await using fixture = await startFixture();
  const before = await fixture.outside();
  const refused: string[] = [];

  for (let index = 0; index < 500; index += 1) {
    const { words, files } = pick(random, cases)(hostileName(random));
    for (const [name, text] of Object.entries(files ?? {})) await writeFile(path.join(fixture.folder, name), text);
    const problem = await fixture.run(words);
    if (problem !== undefined) refused.push(problem);
  }

  expect(await fixture.outside()).toEqual(before);
  expect(refused).toHaveLength(500);
  expect(refused.filter((problem) => !/^(?:Cannot|error:)/u.test(problem) || /\n {4}at /u.test(problem))).toEqual([]);
  expect((await readdir(fixture.folder)).toSorted()).toEqual(["PROJECT", "license.txt"]);
}, 120_000);

const project = 'layout: [kubewright.dev/v1]\nprojectName: shop\ndomain: example.com\nversion: "3"\n';
const api = ["create", "api", "--group", "shop", "--version", "v1", "--kind", "Widget", "--resource", "--make=false"];

/** A project with a kind that runs the image. */
function imageProject(image: string): string {
  const kind = "group: shop, domain: example.com, version: v1, kind: Widget";
  const options = `options: { image: ${JSON.stringify(image)} }`;
  return `${project}plugins: { deploy-image.kubewright.dev/v1: { resources: [{ ${kind}, ${options} }] } }\nresources: [{ ${kind}, api: { crdVersion: v1, namespaced: true }, controller: true }]\n`;
}

/** The sources of a name. Later flags replace earlier ones. */
const cases: readonly ((name: string) => { words: readonly string[]; files?: Readonly<Record<string, string>> })[] = [
  (name) => ({ words: ["init", "--force", "--fetch-deps=false", `--project-name=${name}`] }),
  (name) => ({ words: ["init", "--force", "--fetch-deps=false", `--domain=${name}`] }),
  (name) => ({ words: ["init", "--force", "--fetch-deps=false", "--project-name=shop", `--repo=${name}`] }),
  (name) => ({ words: ["init", "--force", "--fetch-deps=false", "--project-name=shop", `--owner=${name}\n*/ evil()`] }),
  (name) => ({ words: ["init", "--force", "--fetch-deps=false", "--project-name=shop", `--plugins=${name}`] }),
  (name) => ({
    words: ["edit", "--license-file", "license.txt"],
    files: { "license.txt": `/* ${name} */ evil(); /* */`, PROJECT: project },
  }),
  (name) => ({ words: [...api, `--group=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, `--version=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, `--kind=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, `--plural=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, "--controller", `--controller-name=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, "--resource=false", `--external-api-path=${name}`], files: { PROJECT: project } }),
  (name) => ({
    words: [...api, "--resource=false", "--external-api-path=@a/b", `--external-api-domain=${name}`],
    files: { PROJECT: project },
  }),
  (name) => ({
    words: [...api, "--resource=false", "--external-api-path=@a/b", `--external-api-module=${name}`],
    files: { PROJECT: project },
  }),
  (name) => ({ words: [...api, `--image=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, "--image=a", `--image-container-port=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: [...api, "--image=a", `--run-as-user=${name}`], files: { PROJECT: project } }),
  (name) => ({
    words: [...api, "--image=a", `--image-container-command=${name}\u202e`],
    files: { PROJECT: project },
  }),
  (name) => ({ words: [...api, `--plugins=${name}`], files: { PROJECT: project } }),
  (name) => ({ words: ["alpha", "generate", "--output-dir=fresh"], files: { PROJECT: imageProject(name) } }),
  (name) => ({ words: api, files: { PROJECT: project.replace("shop", JSON.stringify(name)) } }),
  (name) => ({ words: api, files: { PROJECT: project.replace("example.com", JSON.stringify(name)) } }),
  (name) => ({
    words: api,
    files: { PROJECT: `${project}resources: [{ kind: ${JSON.stringify(name)}, version: v1 }]\n` },
  }),
  (name) => ({
    words: api,
    files: { PROJECT: `${project}resources: [{ kind: A, version: v1, path: ${JSON.stringify(name)} }]\n` },
  }),
];

/** Parts of names with a meaning for a shell, a path, a compiler or a terminal. They are invalid in every kind of name. */
const evil = [
  "../",
  "/etc/",
  "..\\",
  "a/../b",
  "`id`",
  "$(id)",
  "${process.exit()}",
  '"; evil(); "',
  "'",
  "*/",
  "\n",
  "\r",
  "\u0000",
  "\u001b[2J",
  "\u2028",
  "\u202e",
  " ",
  "é",
  "<script>",
  "{{ .Values }}",
  "%2e%2e%2f",
  "~/",
  "x".repeat(5000),
];

function hostileName(random: Random): string {
  return Array.from({ length: 1 + random.int(3) }, () => pick(random, evil)).join(random.next() < 0.5 ? "" : "a");
}

/** An empty project folder beside files that must not change. */
async function startFixture() {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-hostile-"));
  const folder = path.join(base, "shop");
  await mkdir(folder);
  await writeFile(path.join(base, "secret"), "secret\n", { mode: 0o600 });
  const signals = { on: () => {}, off: () => {}, exit: () => expect.unreachable("the process would have ended") };
  return {
    folder,
    /** The printed error, or undefined when the command succeeded. */
    async run(args: readonly string[]): Promise<string | undefined> {
      let errors = "";
      const io = {
        cwd: folder,
        env: {},
        isTty: false,
        out: () => {},
        err: (text: string) => void (errors += text),
        run: () => expect.unreachable("nothing may be run"),
      };
      const code = await run({ args, version: "1.2.3", io, signals });
      return code === 0 ? undefined : errors;
    },
    async outside(): Promise<readonly string[]> {
      const entries = await readdir(base, { withFileTypes: true, recursive: true });
      const paths = entries.map((entry) => path.join(entry.parentPath, entry.name));
      const reports = paths
        .filter((each) => each !== folder && !each.startsWith(`${folder}/`))
        .map(async (each) => {
          const found = await lstat(each);
          const link = found.isSymbolicLink() ? await readlink(each) : "";
          return `${each} ${found.mode} ${link}${found.isFile() ? await readFile(each, "utf8") : ""}`;
        });
      return (await Promise.all(reports)).toSorted();
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[random.int(list.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}
