/**
 * The seam to the compiler: a {@link TypeReader} answers what a generator asks of TypeScript source. The one implementation
 * stands on TypeScript's own API, which calls itself unstable; whatever it turns into, only that file changes.
 */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";
import type { TypeUse } from "./shape.ts";

/** Reads TypeScript. Owns a compiler process, so it is disposed of when the last answer has been read. */
export interface TypeReader extends Disposable {
  /**
   * Reads the files as they are now. What has not changed since the last time, nor anything that it imports, is not read again:
   * the same module is given.
   */
  read(files: SourceFiles): ReadSources;
}

export interface ReadSources {
  /** The files asked for, in the order they were asked for: those with types first. */
  readonly files: readonly SourceModule[];
  /** What the compiler itself has against the files with types. Anything here makes the answers unreliable. */
  readonly diagnostics: readonly { readonly position: Position; readonly message: string }[];
}

export interface SourceModule {
  /** Absolute path. */
  readonly file: string;
  /** Every comment of the file. */
  readonly comments: readonly Comment[];
  /** Between which offsets interfaces, type aliases and classes stand, the comments in front included: what is said there is said of them. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** The interfaces, type aliases and classes at the top level; empty for a file opened for its comments only. */
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  readonly name: string;
  readonly kind: "interface" | "alias" | "class";
  readonly exported: boolean;
  readonly generic: boolean;
  readonly comments: readonly Comment[];
  /** Where its name stands. */
  readonly position: Position;
  /** The offsets between which it stands in its file, the comments in front included. */
  readonly start: number;
  readonly end: number;
  /** Its type. Asks the compiler, so it is asked only of what is generated from. */
  type(): TypeUse;
}

/** Which files are read, and how far. */
export interface SourceFiles {
  /** Absolute paths of the files whose types are wanted. */
  readonly typed: readonly string[];
  /** Absolute paths of the files of which the comments are enough: they are parsed, but neither bound nor followed. */
  readonly commented: readonly string[];
}
