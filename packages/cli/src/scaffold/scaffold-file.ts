/** What a scaffold consists of: whole files, and lines put into files that are there. Templates make these, and nothing else. */

/** A file as a template wants it. */
export interface ScaffoldFile {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /** Ends with a newline. */
  readonly content: string;
  /**
   * What becomes of a file that is there with another content: `refuse` ends the command before anything is written, unless the user
   * says `--force`; `keep` leaves it to the user, to whom it belongs from the first moment; `replace` is for what only commands write.
   */
  readonly ifExists: "refuse" | "keep" | "replace";
  /** Default: false. */
  readonly executable?: boolean;
}

/** Lines for a file that is there already. */
export interface Insertion {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /**
   * The end of the comment above which the lines go, in whatever comment the file's language has: `imports` for
   * `// +kubebuilder:scaffold:imports`.
   */
  readonly marker: string;
  /**
   * Whole lines, to which the comment's indentation is added. They are one block: it is not put in again where it stands already, in whatever
   * way a formatter has broken its lines, and not where the user has commented it out.
   */
  readonly lines: readonly string[];
  /** Whether a project may do without: then nothing is said where the file, or the comment in it, is gone. Default: false. */
  readonly isOptional?: boolean;
}

/** A change to a file that is there already, whose place its own structure tells. */
export interface Edit {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /** The text with the change in it, the same text when it has that already, or undefined when there is no place for it. */
  readonly change: (text: string) => string | undefined;
  /** What the user does who has no such place, after the path: `config/manager/manager.yaml: …`. */
  readonly byHand: string;
}

/** All that one command does to a project. */
export interface Scaffold {
  readonly files: readonly ScaffoldFile[];
  readonly insertions: readonly Insertion[];
  /** Default: none. */
  readonly edits?: readonly Edit[];
}
