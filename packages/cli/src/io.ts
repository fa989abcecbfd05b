/** What a command may touch of the process. Tests hand in their own. */
import { fileSystemProblem } from "./file-system-error.ts";

export interface Io {
  /** The folder in which the user stands, absolute. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a person looks at standard output. */
  readonly isTty: boolean;
  /** Standard input, for the commands that read it. */
  readonly input?: AsyncIterable<Uint8Array>;
  out(text: string): void;
  err(text: string): void;
  /** Asks the person a question of one line and gives the answer. Absent: nobody is there to answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Runs a program in a folder, with its output on ours, and gives its exit code. Absent: nothing else may be run. */
  readonly run?: (command: string, args: readonly string[], folder: string) => Promise<number>;
}

/**
 * What to tell the user of an error that is theirs to mend: one line. `undefined` for any other, which is our mistake. Errors are known by name,
 * because those who throw them are loaded by the commands that need them.
 */
export function mendableText(error: unknown): string | undefined {
  return error instanceof Error && mendable.has(error.name) ? error.message : fileSystemProblem(error);
}

const mendable: ReadonlySet<string> = new Set([
  "ApiError",
  "CommandError",
  "ConfigError",
  "DefinitionError",
  "EnvironmentError",
  "GenerateError",
  "InputError",
  "ListenError",
  "ServiceAccountOptionError",
  "StorageError",
  "TransportError",
]);

/** A command that failed in a way the user can mend: its message is all that is printed. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 1 unless the command says otherwise. */
  readonly exitCode: number;

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? 1;
  }
}
