/**
 * A problem in a source file, and its place. A generator reports all problems before it fails, so that a single run shows everything
 * that needs to be fixed.
 */

/** A place in a source file. */
export interface Position {
  /** Absolute path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units, as in editors. */
  readonly column: number;
}

/** One problem: what was found, and what to write instead. */
export interface Problem {
  readonly position: Position;
  readonly message: string;
}

/** `dir/file.ts:3:7: message`, with the path relative to `root` if the file is below it: editors and terminals link this format. */
export function formatProblem(problem: Problem, root = ""): string {
  const { file, line, column } = problem.position;
  const prefix = root.endsWith("/") ? root : `${root}/`;
  const path = root !== "" && file.startsWith(prefix) ? file.slice(prefix.length) : file;
  return `${path}:${line}:${column}: ${problem.message}`;
}

const generateErrorBrand: unique symbol = Symbol.for("@kubewright/gen/GenerateError");

/** The sources have errors. `problems` has their places and reasons, in the order of the source. */
export class GenerateError extends Error {
  override readonly name = "GenerateError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], root?: string) {
    super(`Cannot generate:\n${problems.map((problem) => formatProblem(problem, root)).join("\n")}`);
    Object.defineProperty(this, generateErrorBrand, { value: true });
    this.problems = problems;
  }
}

/** Whether an error is a {@link GenerateError}, also of another copy of this package. */
export function isGenerateError(error: unknown): error is GenerateError {
  return typeof error === "object" && error !== null && generateErrorBrand in error;
}

const inputErrorBrand: unique symbol = Symbol.for("@kubewright/gen/InputError");

/** A path, a folder or a file in the options does not exist. */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, inputErrorBrand, { value: true });
  }
}

/** Whether an error is an {@link InputError}, also of another copy of this package. */
export function isInputError(error: unknown): error is InputError {
  return typeof error === "object" && error !== null && inputErrorBrand in error;
}

/** Collects problems in the order of the source, without duplicates. */
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
