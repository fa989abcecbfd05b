/** A scaffolded project for tests: made by the command itself, checked by the tools that it brings. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { run } from "../program.ts";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** A project in a folder of its own, with the packages of this repository. */
export async function startProject(name: string, flags: readonly string[]) {
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
  const folder = path.join(base, name);
  await mkdir(folder);
  let output = "";
  let errors = "";
  const io = {
    cwd: folder,
    env: {},
    isTty: false,
    out: (text: string) => void (output += text),
    err: (text: string) => void (errors += text),
  };
  const signals = { on: () => {}, off: () => {}, exit: (code: number) => expect.unreachable(`ended with ${code}`) };
  const kubewright = async (...args: readonly string[]): Promise<void> => {
    errors = "";
    if ((await run({ args, version: "0.1.0", io, signals })) !== 0) throw new Error(errors);
  };
  /** What a tool says when it finds fault. */
  const complaints = async (args: readonly string[]): Promise<string> => {
    try {
      await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: path.dirname(process.execPath) } });
      return "";
    } catch (error) {
      return outputOf(error);
    }
  };
  const tool = (file: string, ...args: readonly string[]): Promise<string> =>
    complaints([path.join(modules, file), ...args]);

  await kubewright("init", "--fetch-deps=false", ...flags);
  await symlink(modules, path.join(folder, "node_modules"));
  // The packages are read from their sources, for a checkout in which nothing is built; the linter has no flag for that.
  const tsconfig = path.join(folder, "tsconfig.json");
  const opening = '"compilerOptions": {';
  await writeFile(
    tsconfig,
    (await readFile(tsconfig, "utf8")).replace(opening, `${opening}\n    "customConditions": ["source"],`),
  );
  return {
    folder,
    kubewright,
    api: (words: string) => kubewright("create", "api", ...words.split(" "), "--make=false"),
    text: (file: string) => readFile(path.join(folder, file), "utf8"),
    output: () => output,
    async check() {
      const [types, lint, format, tests] = await Promise.all([
        tool("typescript/bin/tsc"),
        tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings"),
        tool("oxfmt/bin/oxfmt", "--check"),
        promisify(execFile)(process.execPath, ["--conditions=source", "--test", "{api,cmd,internal}/**/*.test.ts"], {
          cwd: folder,
          env: {},
        }).then(({ stdout }) => stdout, outputOf),
      ]);
      const counts = /pass (\d+)[\s\S]*fail (\d+)/u.exec(tests);
      return { types, lint, format, tests: counts ? `pass ${counts[1]}, fail ${counts[2]}` : tests };
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

function outputOf(error: unknown): string {
  return String(Object.entries(error ?? {}).find(([key]) => key === "stdout")?.[1] ?? error);
}
