/** A program of these tests as a process, with a kubeconfig in a separate folder. The process ends with the test. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export interface OperatorProcess {
  readonly process: ChildProcess;
  /** Resolves with the exit code, or null after a signal. */
  readonly exited: Promise<unknown>;
  /** The stderr of the process. */
  output(): string;
}

export interface OperatorProcessOptions {
  /** The content of the kubeconfig. */
  readonly kubeconfig: string;
  readonly flags: readonly string[];
  readonly nodeFlags?: readonly string[];
}

export async function startOperatorProcess(
  program: string,
  { kubeconfig, flags, nodeFlags = [] }: OperatorProcessOptions,
): Promise<OperatorProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-operator-"));
  const file = path.join(folder, "kubeconfig");
  await writeFile(file, kubeconfig, { mode: 0o600 });
  const args = ["--conditions=source", ...nodeFlags, program, ...flags];
  const child = spawn(process.execPath, args, { env: { KUBECONFIG: file } });
  const exited = once(child, "exit").then(([code]: unknown[]) => code);
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
    await rm(folder, { recursive: true, force: true });
  });
  return { process: child, exited, output: () => output };
}
