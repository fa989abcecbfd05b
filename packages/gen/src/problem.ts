/**
 * What is wrong with the source, and where. A generator reports every problem it finds before it gives up, so that one
 * run shows all there is to fix.
 */

/** A place in a source file. */
export interface Position {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
}

/** One fault: what was found, and what to write instead. */
export interface Problem {
  readonly position: Position;
  readonly message: string;
}

/** `dir/file.ts:3:7: message`, with the path relative to `root` when it lies in it: what editors and terminals link. */
export function formatProblem(problem: Problem, root = ""): string {
  const { file, line, column } = problem.position;
  const prefix = root.endsWith("/") ? root : `${root}/`;
  const path = root !== "" && file.startsWith(prefix) ? file.slice(prefix.length) : file;
  return `${path}:${line}:${column}: ${problem.message}`;
}

const generateErrorBrand: unique symbol = Symbol.for("@kubewright/gen/GenerateError");

/** The source cannot be generated from. `problems` says where and why, in the order of the source. */
export class GenerateError extends Error {
  override readonly name = "GenerateError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], root?: string) {
    super(`Cannot generate:\n${problems.map((problem) => formatProblem(problem, root)).join("\n")}`);
    Object.defineProperty(this, generateErrorBrand, { value: true });
    this.problems = problems;
  }
}

/** Tells a {@link GenerateError} from other errors, also when two copies of this package are loaded. */
export function isGenerateError(error: unknown): error is GenerateError {
  return typeof error === "object" && error !== null && generateErrorBrand in error;
}

const inputErrorBrand: unique symbol = Symbol.for("@kubewright/gen/InputError");

/** What is to be generated from is not there: a path, a folder or a file that the caller has named. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, inputErrorBrand, { value: true });
  }
}

/** Tells an {@link InputError} from other errors, also when two copies of this package are loaded. */
export function isInputError(error: unknown): error is InputError {
  return typeof error === "object" && error !== null && inputErrorBrand in error;
}

/** Collects problems in the order of the source, each one once. */
export interface ProblemLog {
  report(position: Position, message: string): void;
  /** Sorted by file, line and column. */
  readonly problems: readonly Problem[];
}

export function createProblemLog(): ProblemLog {
  const found = new Map<string, Problem>();
  return {
    report(position, message): void {
      const problem = { position, message };
      found.set(formatProblem(problem), problem);
    },
    get problems(): readonly Problem[] {
      return [...found.values()].toSorted(byPlace);
    },
  };
}

function byPlace({ position: a }: Problem, { position: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
