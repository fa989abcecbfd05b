/** Pastes a block of a document into a terminal, as a reader does with the copy button of a page: all lines at once, while the first command runs. */
import { spawn } from "node:child_process";

export interface PasteOptions {
  /** Where the shell starts. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The last command keeps running: Ctrl-C is pressed when it has printed this. */
  readonly until?: string;
  /** Called while the last command keeps running, before Ctrl-C. */
  readonly meanwhile?: () => Promise<void>;
}

export interface Pasted {
  /** The exit codes of the commands, in their order. */
  readonly codes: readonly number[];
  /** What the terminal showed. */
  readonly shown: string;
}

const promptPattern = /@@(\d+)> /gu;

/**
 * Runs the commands in an interactive shell on a pseudo-terminal (`script` of util-linux). A command that reads from the terminal therefore
 * receives the commands after it, as it would on a reader's machine.
 *
 * @throws an Error with the output, if the shell ends before the last command.
 */
export async function pasteBlock(block: string, { folder, env, until, meanwhile }: PasteOptions): Promise<Pasted> {
  const script = spawn("script", ["-qefc", "bash --noprofile --norc -i", "/dev/null"], {
    cwd: folder,
    env: { ...env, TERM: "dumb", PS1: "@@$?> ", HISTFILE: "" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const commands = block.trimEnd().replaceAll("\\\n", "").split("\n").length; // A command may continue on the next line.
  const { promise, resolve, reject } = Promise.withResolvers<Pasted>();
  let shown = "";
  let isPasted = false;
  let isInterrupted = false;
  const failed = (reason: unknown): void => {
    reject(reason);
    script.kill("SIGHUP");
  };
  script.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const codes = Array.from(shown.matchAll(promptPattern), ([, code]) => Number(code)).slice(1);
    if (!isPasted && shown.includes("@@0> ")) {
      isPasted = true;
      script.stdin.write(`${block.trimEnd()}\n`);
    }
    if (until !== undefined && !isInterrupted && shown.includes(until)) {
      isInterrupted = true;
      void Promise.resolve(meanwhile?.()).then(() => script.stdin.write("\u0003"), failed);
    }
    if (codes.length < commands) return;
    resolve({ codes: until === undefined ? codes : codes.slice(0, -1), shown });
    script.stdin.end("exit\n");
  });
  script
    .on("error", reject)
    .on("close", () => reject(new Error(`The terminal ended before the last command:\n${shown}`)));
  return await promise;
}
