/** A scaffolded project for tests: the commands write it, and its own tools check it. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { declaredPackages } from "../../../../tools/declarations/declared-packages.ts";
import { run } from "../program.ts";

/** Runs `kubewright init` in a new folder, with the packages of this repository installed. */
export async function startProject(name: string, flags: readonly string[]) {
  const modules = await declaredPackages();
  const base = await mkdtemp(path.join(tmpdir(), "kubewright-project-"));
  const folder = path.join(base, name);
  await mkdir(folder);
  let output = "";
  let errors = "";
  let testOutput = "";
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
  /** The output of a tool that fails, otherwise "". */
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
  return {
    folder,
    kubewright,
    api: (words: string) => kubewright("create", "api", ...words.split(" "), "--make=false"),
    text: (file: string) => readFile(path.join(folder, file), "utf8"),
    output: () => output,
    /** What the tests of the last check have printed. */
    testOutput: () => testOutput,
    /** The output of a script of package.json, which needs no more than Node. */
    async script(name: string): Promise<string> {
      const { scripts } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
        readonly scripts: Readonly<Record<string, string>>; // The scaffold writes it.
      };
      const env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, NODE_OPTIONS: "--conditions=source" };
      return await promisify(execFile)("sh", ["-c", scripts[name] ?? ""], { cwd: folder, env }).then(
        ({ stdout }) => stdout,
        outputOf,
      );
    },
    async check() {
      const [types, lint, format, tests] = await Promise.all([
        tool("typescript/bin/tsc"),
        tool("oxlint/bin/oxlint", "--type-aware", "--deny-warnings"),
        tool("oxfmt/bin/oxfmt", "--check"),
        promisify(execFile)(process.execPath, ["--conditions=source", "--test", "--test-isolation=none", "{api,cmd,internal}/**/*.test.ts"], {
          cwd: folder,
          env: { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
        }).then(({ stdout }) => stdout, outputOf),
      ]);
      testOutput = tests;
      const counts = /pass (\d+)[\s\S]*fail (\d+)/u.exec(tests);
      return { types, lint, format, tests: counts ? `pass ${counts[1]}, fail ${counts[2]}` : tests };
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

function outputOf(error: unknown): string {
  return String(Object.entries(error ?? {}).find(([key]) => key === "stdout")?.[1] ?? error);
}
