/** One line of the script. */

export interface Step {
  /** As one would type it, with spaces between arguments that hold none; else as a list. */
  readonly args: string | readonly string[];
  /** For `-f -`. */
  readonly stdin?: string;
  /** Done by other kubectls while this one runs, once it has printed its first `lines`. */
  readonly meanwhile?: { readonly lines: number; readonly steps: readonly Step[] };
  /** It never ends by itself: it is ended when it has printed so many lines. */
  readonly endAfterLines?: number;
  /** Compared by the exit code alone, for this reason. */
  readonly outputDiffers?: string;
  /** Compared by these lines of the output alone, for this reason. */
  readonly only?: { readonly lines: RegExp; readonly reason: string };
}
