/** Checks the types of the project beside the running operator: Node ignores types, and type errors do not stop the operator. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";

export interface TypeCheck extends AsyncDisposable {
  /** Starts a new check and aborts a running one, whose report is then omitted. */
  start(): void;
}

export interface TypeCheckOptions {
  /** The folder with tsconfig.json and the compiler of the project. If one of them is missing, nothing is checked. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Receives the lines of the compiler, `api/v1/job.ts(3,7): error …`; empty if there are no errors. */
  readonly report: (lines: readonly string[]) => void;
}

export function createTypeCheck({ root, env, report }: TypeCheckOptions): TypeCheck {
  const compiler = existsSync(path.join(root, "tsconfig.json")) ? compilerOf(root) : undefined;
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  async function check(program: string, signal: AbortSignal): Promise<void> {
    const flags = [program, "-p", "tsconfig.json", "--noEmit", "--pretty", "false"];
    const child = spawn(process.execPath, flags, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
    const kill = (): void => void child.kill();
    signal.addEventListener("abort", kill, { once: true });
    const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
    if (!signal.aborted) report(output.split("\n").filter((line) => line.trim() !== ""));
  }

  return {
    start() {
      if (compiler === undefined) return;
      running?.abort.abort();
      const abort = new AbortController();
      // A compiler that does not start is ignored; the scripts of the project report it.
      running = { abort, done: check(compiler, abort.signal).catch(() => {}) };
    },
    async [Symbol.asyncDispose]() {
      running?.abort.abort();
      await running?.done;
    },
  };
}

function compilerOf(root: string): string | undefined {
  try {
    const manifest = createRequire(path.join(root, "package.json")).resolve("typescript/package.json");
    return path.join(path.dirname(manifest), "bin", "tsc");
  } catch {
    return undefined; // The project has no compiler.
  }
}
