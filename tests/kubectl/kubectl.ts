/** An unmodified kubectl as a child process with an empty home: no configuration of the user, no plugins, no discovery cache. */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface KubectlOutput {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningKubectl {
  /** Resolves when the process has ended, by itself or by `end`. */
  readonly output: Promise<KubectlOutput>;
  /** Resolves once the process has printed this number of lines, or has ended. */
  lines(count: number): Promise<void>;
  end(): void;
}

export interface Kubectl extends AsyncDisposable {
  /** Starts kubectl with these arguments; `-f -` reads `stdin`. */
  start(args: readonly string[], stdin?: string): RunningKubectl;
}

export interface KubectlOptions {
  /** The path of the program. */
  readonly program: string;
  /** The content of the kubeconfig. */
  readonly kubeconfig: string;
  /** The edit of `kubectl edit`, as a sed expression. */
  readonly edit: string;
}

/** Creates the home. Disposing ends running processes and removes it. */
export async function createKubectl({ program, kubeconfig, edit }: KubectlOptions): Promise<Kubectl> {
  const home = await mkdtemp(path.join(tmpdir(), "kubewright-kubectl-"));
  const config = path.join(home, "kubeconfig");
  const editor = path.join(home, "editor.sh");
  await writeFile(config, kubeconfig, { mode: 0o600 });
  await writeFile(editor, `#!/bin/sh\nsed '${edit}' "$1" >"$1.new" && mv "$1.new" "$1"\n`);
  await chmod(editor, 0o700);
  const env = { PATH: "/usr/bin:/bin", HOME: home, KUBECONFIG: config, KUBE_EDITOR: editor };
  const running = new Set<RunningKubectl>();

  return {
    start(args, stdin = "") {
      const one = start(program, args, { env, stdin });
      running.add(one);
      return one;
    },
    async [Symbol.asyncDispose]() {
      for (const one of running) one.end();
      await Promise.all(Array.from(running, ({ output }) => output));
      await rm(home, { recursive: true, force: true });
    },
  };
}

function start(
  program: string,
  args: readonly string[],
  { env, stdin }: { readonly env: NodeJS.ProcessEnv; readonly stdin: string },
): RunningKubectl {
  const child = spawn(program, args, { env, stdio: "pipe" });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const { promise: output, resolve, reject } = Promise.withResolvers<KubectlOutput>();
  const waiting = new Set<() => void>();
  const notifyWaiting = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout.push(text);
    notifyWaiting();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.push(text));
  child.once("error", reject);
  child.once("close", (exitCode) => {
    resolve({ exitCode, stdout: stdout.join(""), stderr: stderr.join("") });
    notifyWaiting();
  });
  child.stdin.end(stdin);

  return {
    output,
    end: () => child.kill("SIGTERM"),
    lines(count) {
      const { promise, resolve: found } = Promise.withResolvers<undefined>();
      const look = (): void => {
        if (child.exitCode === null && stdout.join("").split("\n").length - 1 < count) return;
        waiting.delete(look);
        found(undefined);
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}
