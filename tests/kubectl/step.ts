/** One line of the script. */

export interface Step {
  /** The command line, if no argument contains spaces; otherwise the list of arguments. */
  readonly args: string | readonly string[];
  /** The input for `-f -`. */
  readonly stdin?: string;
  /** Run by other kubectl processes while this one runs, once it has printed its first `lines`. */
  readonly meanwhile?: { readonly lines: number; readonly steps: readonly Step[] };
  /** For commands that never end: the process is ended after this number of lines. */
  readonly endAfterLines?: number;
  /** Only the exit code is compared, for this reason. */
  readonly outputDiffers?: string;
  /** Only these lines of the output are compared, for this reason. */
  readonly only?: { readonly lines: RegExp; readonly reason: string };
}
