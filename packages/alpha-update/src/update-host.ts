/** The interface between an update and the command that runs it. */
import type { RunProgram } from "./programs.ts";

/** What an update needs from the command that runs it. */
export interface UpdateHost {
  /** The absolute path of the current folder, which contains the project. */
  readonly cwd: string;
  /** The version of the command: `0.2.0`. */
  readonly version: string;
  /** Prints text to standard output. */
  out(text: string): void;
  /** Runs git, npm, gh, and other versions of the command. */
  readonly runProgram: RunProgram;
  /**
   * Scaffolds a project with the version of the command, without output.
   *
   * @throws when the command cannot read the project. The update fails with this error.
   */
  scaffold(folders: ScaffoldFolders): Promise<void>;
  /**
   * Reads the content of a PROJECT file.
   *
   * @throws when it is invalid. The update fails with this error.
   */
  readProject(text: string): ProjectSettings;
  /** Returns the content of a scaffolded PROJECT file with another `cliVersion`, and with comments, order and unknown fields of `before`. */
  printProject(scaffolded: string, options: PrintProjectOptions): string;
}

/** The folders of `UpdateHost.scaffold`, as absolute paths. */
export interface ScaffoldFolders {
  /** The project. */
  readonly inputDir: string;
  /** The folder of the scaffold, which does not exist yet, or is empty. */
  readonly outputDir: string;
}

/** The options of `UpdateHost.printProject`. */
export interface PrintProjectOptions {
  /** The previous content of the file. */
  readonly before: string;
  /** The version to record. */
  readonly cliVersion: string;
}

/** The fields of a PROJECT file that an update uses. */
export interface ProjectSettings {
  /** The version that scaffolded the project. Absent in a PROJECT file of an early version. */
  readonly cliVersion?: string;
  /** The options of plugins, by the name of the plugin. */
  readonly plugins?: Readonly<Record<string, unknown>>;
}
