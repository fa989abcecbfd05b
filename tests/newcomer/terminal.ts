/** A terminal for a sequence of commands, which share exported variables and the working directory. */
import { spawn } from "node:child_process";

export interface Terminal extends AsyncDisposable {
  /** Runs a command and resolves with its output. Rejects with the output if the exit code is not `exit` (default 0). */
  type(command: string, exit?: number): Promise<string>;
  /** Starts a command that keeps running, and waits until it has printed this. */
  typeUntil(command: string, text: string): Promise<string>;
  /** Presses Ctrl-C, which ends the running command and the terminal. Resolves with the whole output. */
  interrupt(): Promise<string>;
}

/** Opens a shell. Disposing it ends all its processes. */
export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  // A separate process group, so that Ctrl-C reaches only the shell and its children, such as those of make.
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, stdio: "pipe", detached: true });
  let printed = "";
  let isEnded = false;
  let wake = Promise.withResolvers<void>();
  const notice = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      notice();
    });
  }
  const ended = new Promise<void>((resolve, reject) => {
    shell.on("error", reject).on("close", () => {
      isEnded = true;
      notice();
      resolve();
    });
  });
  let commands = 0;

  /** Waits until `find` returns a result for the output from `start` on. */
  async function wait<T>(command: string, start: number, find: (text: string) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(printed.slice(start));
      if (found !== undefined) return found;
      if (isEnded) throw new Error(`The terminal ended at "${command}":\n${printed.slice(start)}`);
      await wake.promise;
    }
  }

  function write(command: string): { readonly start: number; readonly end: string } {
    const start = printed.length;
    const end = `@@ended ${(commands += 1)}:`;
    // The commands have no standard input, because it belongs to the shell.
    shell.stdin.write(`eval ${quoted(command)} </dev/null 2>&1; echo "${end}$?"\n`);
    return { start, end };
  }

  return {
    async type(command, exit = 0) {
      const { start, end } = write(command);
      const pattern = new RegExp(`^([^]*)${end}(\\d+)\\n`);
      const [, output = "", code] = await wait(command, start, (text) => pattern.exec(text) ?? undefined);
      if (Number(code) !== exit) throw new Error(`"${command}" ended with ${code}, expected ${exit}:\n${output}`);
      return output;
    },
    async typeUntil(command, wanted) {
      const { start, end } = write(command);
      return wait(command, start, (text) => {
        if (text.includes(wanted)) return text;
        if (text.includes(end)) throw new Error(`"${command}" ended and did not print "${wanted}":\n${text}`);
        return undefined;
      });
    },
    async interrupt() {
      if (shell.pid !== undefined && !isEnded) process.kill(-shell.pid, "SIGINT");
      await ended;
      return printed;
    },
    async [Symbol.asyncDispose]() {
      shell.stdin.end();
      if (shell.pid !== undefined && !isEnded) process.kill(-shell.pid, "SIGINT");
      await ended;
    },
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
