/** The parts of the process that a command uses. Tests pass their own. */
import { fileSystemProblem } from "./file-system-error.ts";

export interface Io {
  /** The absolute path of the current folder. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether standard output is a terminal. */
  readonly isTty: boolean;
  /** Standard input, for the commands that read it. */
  readonly input?: AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /**
   * Prompts the user and returns the line that was typed after the question, `undefined` if other input is waiting already. Absent if the command is
   * not interactive.
   */
  readonly ask?: (question: string) => Promise<string | undefined>;
  /** Starts this command again in the background, without the given arguments, with its output in an open file. Absent if that is not possible. */
  readonly startAgain?: (without: readonly string[], output: number) => { readonly isRunning: () => boolean };
  /** Runs a program in a folder with inherited output, and returns its exit code. Absent if no programs may run. */
  readonly run?: (command: string, args: readonly string[], folder: string) => Promise<number>;
}

/**
 * Returns the message of an error that the user can correct: one line. `undefined` for any other error, which is a defect of this program. Errors are
 * identified by name, because the packages that throw them are loaded only by the commands that need them.
 */
export function userErrorText(error: unknown): string | undefined {
  if (error instanceof Error && userErrors.has(error.name)) return error.message;
  return missingCompiler(error) ?? fileSystemProblem(error);
}

/** Commands that read types use the compiler of the project, which is not installed with the command. */
function missingCompiler(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) return undefined;
  if (!error.message.includes("'typescript'")) return undefined;
  return "Cannot read types: the package typescript is not installed. Run `npm install` in the project, whose devDependencies list it";
}

const userErrors: ReadonlySet<string> = new Set([
  "AdmissionPluginOptionError",
  "ApiError",
  "CommandError",
  "ConfigError",
  "DefinitionError",
  "EnvironmentError",
  "GenerateError",
  "InputError",
  "ListenError",
  "PluginError",
  "PodSecurityOptionError",
  "ServiceAccountOptionError",
  "StorageError",
  "TransportError",
]);

/** A failure that the user can correct. Only its message is printed. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** Default 1. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}
