/** The output of templates: whole files, and lines that are inserted into existing files. */

/** A file of a template. */
export interface ScaffoldFile {
  /** The path in the project, with `/` as the separator. */
  readonly path: string;
  /** Ends with a newline. */
  readonly content: string;
  /**
   * What happens to an existing file with other content. `refuse`: the command fails before anything is written, unless the user sets
   * `--force`. `keep`: the file belongs to the user and is kept. `replace`: only commands write the file, and it is overwritten.
   */
  readonly ifExists: "refuse" | "keep" | "replace";
  /** Default: false. */
  readonly executable?: boolean;
}

/** Lines for an existing file. */
export interface Insertion {
  /** The path in the project, with `/` as the separator. */
  readonly path: string;
  /**
   * The name in the comment above which the lines are inserted, in the comment syntax of the file: `imports` for
   * `// +kubebuilder:scaffold:imports`.
   */
  readonly marker: string;
  /**
   * Complete lines, which get the indentation of the comment. The block is not inserted if the file contains it already, also with other
   * formatting, or commented out.
   */
  readonly lines: readonly string[];
  /** Whether a project may lack the file or the comment: the lines are then skipped silently. Default: false. */
  readonly isOptional?: boolean;
}

/** A change of an existing file at a place that its content determines. */
export interface Edit {
  /** The path in the project, with `/` as the separator. */
  readonly path: string;
  /** The changed text; the same text if it has the change already, or undefined if the place does not exist. */
  readonly change: (text: string) => string | undefined;
  /** The instruction for the user if the place does not exist, after the path: `config/manager/manager.yaml: …`. */
  readonly byHand: string;
}

/** All changes of one command in a project. */
export interface Scaffold {
  readonly files: readonly ScaffoldFile[];
  readonly insertions: readonly Insertion[];
  /** Default: none. */
  readonly edits?: readonly Edit[];
}
