/** The command line: which commands there are, their flags and help. The work is done by the packages below. */
import type { SignalSource } from "@kubewright/runtime";
import { Command, CommanderError } from "commander";
import type { ClusterFlags } from "./cluster/cluster-command.ts";
import type { GenerateFlags } from "./generate/generate-command.ts";
import { CommandError } from "./io.ts";
import type { Io } from "./io.ts";

export interface RunOptions {
  /** The words behind the program's name. */
  readonly args: readonly string[];
  readonly version: string;
  readonly io: Io;
  /** Where the signals come from that end a command which runs until it is stopped: `process`. */
  readonly signals: SignalSource;
}

/**
 * Runs one command and gives the process's exit code: 0, 1 when the command failed, 2 when its words were wrong. A failure the
 * user can mend is one line; anything else keeps its stack, because it is our mistake.
 */
export async function run(options: RunOptions): Promise<number> {
  try {
    await programFor(options).parseAsync([...options.args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // Commander has printed what was wrong.
    options.io.err(`${textOf(error)}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function programFor({ version, io, signals }: RunOptions): Command {
  const program = new Command("kubewright")
    .description("The Kubernetes operator toolkit for TypeScript")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) });

  program
    .command("generate")
    .alias("gen")
    .description("generate CRDs, roles, webhook configurations, descriptors and clients from the project's types")
    .argument("[words...]", "generators and rules, as controller-gen has them (default: crd, rbac, object and webhook)")
    .option("--root <folder>", "the project's folder (default: the current one)")
    .option("--verify", "write nothing, and fail with a diff when something is stale")
    .addHelpText("after", generateHelp)
    .action(async (words: string[], flags: GenerateFlags) => {
      // Loaded on use: the compiler behind it is nothing that the other commands should wait for.
      const { runGenerate } = await import("./generate/generate-command.ts");
      runGenerate(words, flags, io);
    });

  program
    .command("cluster")
    .description("start a Kubernetes cluster in this process, and keep it running")
    .option("--port <number>", "the port on 127.0.0.1 (default: any free one)")
    .option("--kubeconfig <file>", "where to write the kubeconfig (default: .kubewright/kubeconfig)")
    .option("--crds <path...>", "files or folders with CRDs to install")
    .option("--controllers <names>", 'the controllers to run: "all", "none", or names with commas between them', "all")
    .option("--data <folder>", "keep the objects there, for the next start (default: in memory alone)")
    .addHelpText("after", clusterHelp)
    .action(async (flags: ClusterFlags) => {
      const { runCluster } = await import("./cluster/cluster-command.ts");
      await runCluster(flags, io, signals);
    });

  return program;
}

/** Errors that are the user's to mend are known by their class; they say what to do in one line. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return mendable.has(error.name) ? error.message : (error.stack ?? error.message);
}

/** By name, because the packages that throw them are loaded by the commands that need them. */
const mendable: ReadonlySet<string> = new Set([
  "ApiError",
  "CommandError",
  "ConfigError",
  "EnvironmentError",
  "GenerateError",
  "ListenError",
  "StorageError",
  "TransportError",
]);

const generateHelp = `
Examples:
  kubewright generate                                      everything below this folder
  kubewright generate crd paths=./api/...                  CRDs alone
  kubewright generate rbac:roleName=manager-role output:rbac:dir=config/rbac
  kubewright generate --verify                             in CI: is what is checked in up to date?`;

const clusterHelp = `
Examples:
  kubewright cluster                                       any free port, all controllers
  kubewright cluster --port 6443 --crds config/crd/bases
  kubewright cluster --data .kubewright/data               with the objects of the last time
  kubewright cluster --controllers none                    a bare API server, as envtest's`;
