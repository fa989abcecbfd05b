/** The content of source files, in the form that generators need. It is independent of the compiler, whose API is declared unstable. */
import type { Position } from "../problem.ts";
import type { Comment } from "./comments.ts";
import type { TypeUse } from "./shape.ts";

export interface ReadSources {
  /** The requested files, in the requested order, those with types first. */
  readonly files: readonly SourceModule[];
  /** The errors of the compiler in the files with types. If there are any, the types are unreliable. */
  readonly diagnostics: readonly { readonly position: Position; readonly message: string }[];
}

export interface SourceModule {
  /** Absolute path. */
  readonly file: string;
  /** Every comment of the file. */
  readonly comments: readonly Comment[];
  /**
   * The ranges of interfaces, type aliases and classes, including the comments above them. Comments in a range belong to its declaration.
   */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** The interfaces, type aliases and classes at the top level; empty for a file that is read only for its comments. */
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  readonly name: string;
  readonly kind: "interface" | "alias" | "class";
  readonly exported: boolean;
  readonly generic: boolean;
  readonly comments: readonly Comment[];
  /** The place of the name. */
  readonly position: Position;
  /** The start of its range in the file, including the comments above it. */
  readonly start: number;
  readonly end: number;
  /** Its type. A request to the compiler, so it is called only for types that are generated from. */
  type(): TypeUse;
}

/** The files to read. */
export interface SourceFiles {
  /** Absolute paths of the files whose types are read. */
  readonly typed: readonly string[];
  /** Absolute paths of the files of which only the comments are read: they are parsed, and their imports are not followed. */
  readonly commented: readonly string[];
}
